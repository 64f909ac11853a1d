import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { faultText } from '../../../shared/error-code.ts';
import { printable } from '../projection/safe-path.ts';

export type CompiledSchema = { readonly kind: 'compiled'; readonly validate: ValidateFunction } | { readonly kind: 'unfit'; readonly says: string };

/** What a schema says that is not understood is an error in it. Formats are notes for people, as the standard has them. */
const options: Options = { strictSchema: true, strictNumbers: true, strictTypes: false, strictTuples: false, strictRequired: false, validateFormats: false, allErrors: false, logger: false };

const dialects: Readonly<Record<string, () => Ajv>> = {
  'https://json-schema.org/draft/2020-12/schema': () => new Ajv2020(options),
  'http://json-schema.org/draft-07/schema': () => new Ajv(options),
};

const usualDialect = 'https://json-schema.org/draft/2020-12/schema';

/** Only what the text itself holds is looked at: nothing is fetched, whatever it refers to. */
export function compileSchema(text: string): CompiledSchema {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    return { kind: 'unfit', says: `it is not JSON: ${saysOf(error)}` };
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return { kind: 'unfit', says: 'it is not a JSON object' };
  const named = '$schema' in schema ? schema.$schema : usualDialect;
  const dialect = typeof named === 'string' ? dialects[named.replace(/#$/, '')] : undefined;
  if (!dialect) return { kind: 'unfit', says: `its dialect, ${printable(String(named))}, is none of ${Object.keys(dialects).join(', ')}` };
  return compiled(dialect(), schema);
}

function compiled(ajv: Ajv, schema: object): CompiledSchema {
  try {
    const validate = ajv.compile(schema);
    // What it answers is a promise, which would pass for a yes.
    return '$async' in validate ? { kind: 'unfit', says: 'it is an asynchronous schema' } : { kind: 'compiled', validate };
  } catch (error) {
    return { kind: 'unfit', says: saysOf(error) };
  }
}

const saysOf = (error: unknown): string => printable(faultText(error));

/** Where a document first departs from its schema, as a JSON pointer, and how. */
export function describeMisfit({ instancePath, keyword, message, params }: ErrorObject): string {
  const place = instancePath === '' ? 'the document itself' : printable(instancePath);
  const extra: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  return `${place} ${message ?? keyword}${typeof extra === 'string' ? `: “${printable(extra)}”` : ''}`;
}
