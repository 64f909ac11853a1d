import type { Json } from './json.ts';

export class NotCanonicalError extends Error {
  override name = 'NotCanonicalError';
}

/**
 * The one text of a value: RFC 8785 over strings, booleans, null, safe integers, arrays and objects.
 * Throws NotCanonicalError, naming the place, for anything that has no single text (fractions, lone surrogates, undefined,
 * objects that are more than their members).
 */
export function canonicalText(value: Json): string {
  return write(value, '$');
}

function write(value: unknown, at: string): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean': return value ? 'true' : 'false';
    case 'number': return writeNumber(value, at);
    case 'string': return writeString(value, at);
    case 'object': return Array.isArray(value) ? writeArray(value, at) : writeObject(value, at);
    default: throw new NotCanonicalError(`${at}: a ${typeof value} has no canonical text`);
  }
}

function writeNumber(value: number, at: string): string {
  if (!Number.isSafeInteger(value)) throw new NotCanonicalError(`${at}: ${value} is not a safe integer`);
  return String(value === 0 ? 0 : value);
}

function writeString(value: string, at: string): string {
  if (!value.isWellFormed()) throw new NotCanonicalError(`${at}: the string has a lone surrogate`);
  // ECMAScript escapes well-formed strings exactly as RFC 8785 asks.
  return JSON.stringify(value);
}

function writeArray(items: readonly unknown[], at: string): string {
  // `map` leaves holes out; `from` reads them as undefined, which is refused.
  return `[${Array.from(items, (item, index) => write(item, `${at}[${index}]`)).join(',')}]`;
}

function writeObject(object: object, at: string): string {
  if (!isPlain(object)) throw new NotCanonicalError(`${at}: a ${object.constructor.name} has no canonical text`);
  // The default sort compares UTF-16 code units, which is the order RFC 8785 asks for.
  const members = object as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(object).sort()) text += `${text === '' ? '' : ','}${writeString(key, at)}:${write(members[key], `${at}.${key}`)}`;
  return `{${text}}`;
}

/** A date, a map or a buffer has members that are not its value: writing those would lose it silently. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
