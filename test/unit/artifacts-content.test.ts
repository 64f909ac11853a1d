import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { judge, type Expectation } from '../../electron/host/artifacts/check-content.ts';
import { declareArtifacts } from '../../electron/host/artifacts/declare-artifacts.ts';
import { compileSchema } from '../../electron/host/artifacts/json-schema.ts';
import { misfitOf, mostJsonBytes } from '../../electron/host/artifacts/judge-content.ts';
import { schemaDocument, schemaText } from '../../electron/host/artifacts/schema-document.ts';
import { requestWorker } from '../../electron/host/placement/request-worker.ts';
import { awaitsExport } from '../../shared/execution-results.ts';
import type { Digest } from '../../shared/ids.ts';
import { declaredArtifactSchema } from '../../shared/worker-spec.ts';
import { aDigest } from '../support/builders.ts';
import { filesBelow, MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { sha256Text } from '../support/staging-desk.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { sourceThreads } from '../support/threads.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

const scores = { type: 'object', properties: { scores: { type: 'array', items: { type: 'number' } } }, required: ['scores'], additionalProperties: false };

const fittingSchema = (schema: unknown) => ({ form: { type: 'json' as const, schema: worker.journal.keep(schemaDocument(JSON.stringify(schema))) } });

const fileWith = (content: string | Buffer): string => {
  const name = path.join(aTemporaryFolder(), 'received');
  writeFileSync(name, content);
  return name;
};

const judged = (content: string | Buffer, kind: 'text' | 'json', schema?: object): Promise<string | null> => {
  const file = fileWith(content);
  return misfitOf(kind === 'text' ? { kind, file } : { kind, file, bytes: content.length, ...(schema && { schema: JSON.stringify(schema) }) });
};

describe('what a result has to be', () => {
  test.each<[string, string, 'text' | 'json', object?]>([
    ['text in UTF-8', 'été 日本\n', 'text'],
    ['text that is longer than what is read at once', 'ü'.repeat(1024 * 1024), 'text'],
    ['no text at all', '', 'text'],
    ['JSON', '{"a":[1.5,null]}', 'json'],
    ['JSON that fits', '{"scores":[1,2.5]}', 'json', scores],
  ])('is fulfilled: %s', async (_what, content, kind, schema) => {
    expect(await judged(content, kind, schema)).toBeNull();
  });

  test.each<[string, string | Buffer, 'text' | 'json', object | undefined, string]>([
    ['half a character', Buffer.from([0x61, 0xc3]), 'text', undefined, 'it is not text in UTF-8'],
    ['bytes for JSON', Buffer.from([0xff]), 'json', undefined, 'it is not text in UTF-8, so it is not JSON'],
    ['almost JSON', '{"a":1,}', 'json', undefined, 'it is not JSON'],
    ['a wrong type deep inside', '{"scores":[1,"two"]}', 'json', scores, 'it does not fit its schema: /scores/1 must be number'],
    ['a member that is missing', '{}', 'json', scores, "it does not fit its schema: the document itself must have required property 'scores'"],
    ['a member too many', '{"scores":[],"se\\u001bcret":1}', 'json', scores, 'it does not fit its schema: the document itself must NOT have additional properties: “se\\u{1b}cret”'],
  ])('is told where it is not, at the first place: %s', async (_what, content, kind, schema, says) => {
    expect(await judged(content, kind, schema)).toBe(says);
  });
});

describe('a result that is what was declared', () => {
  test('is published', async () => {
    const content = '{"scores":[1,2.5]}';
    worker.guest.file(reportPath, content);

    expect(await worker.exported(reportPath, { ...fittingSchema(scores), digest: sha256Text(Buffer.from(content)) as Digest })).toMatchObject({ ok: true, value: { outcome: 'published' } });
  });

  test('may be bytes of any kind', async () => {
    worker.guest.file(reportPath, Buffer.from([0xff, 0xfe, 0]));

    expect(await worker.exported(reportPath, { form: { type: 'file' } })).toMatchObject({ ok: true, value: { outcome: 'published' } });
  });
});

describe('a result that is not what was declared', () => {
  const staysInside = async (says: string, expected: Expectation) => {
    expect(await worker.exported(reportPath, expected)).toMatchObject({ ok: true, value: { outcome: 'refused', says: expect.stringContaining(says) } });
    expect(worker.artifact()).toMatchObject({ publications: [], exported: { value: { outcome: 'refused' } } });
    expect(filesBelow(worker.exportFolder)).toEqual([]);
    expect(worker.outgoing).toEqual([]);
    expect(worker.guest.text(reportPath)).toBeDefined();
  };

  test('stays inside where its hash is another', async () => {
    worker.guest.file(reportPath, 'x');

    await staysInside(`and ${aDigest()} was declared`, { digest: aDigest() });
  });

  test('stays inside where it does not fit its schema', async () => {
    worker.guest.file(reportPath, '{"scores":["one"]}');

    await staysInside('it does not fit its schema: /scores/0 must be number', fittingSchema(scores));
  });

  test('stays inside where its schema is not kept any more', async () => {
    worker.guest.file(reportPath, '{}');

    await staysInside('not kept any more', { form: { type: 'json', schema: aDigest(99) } });
  });

  test('keeps the worker from being taken down', async () => {
    const declared = '/workspace/task/report.md';
    worker.guest.file(declared, 'x');

    await worker.exported(declared, { digest: aDigest() });

    const artifact = worker.artifact(declared);
    expect(artifact && awaitsExport(worker.binding, artifact)).toBe(true);
  });
});

describe('a check that is made to take for ever', () => {
  test('is stopped: a pattern that backtracks', async () => {
    const content = JSON.stringify(`${'a'.repeat(60)}!`);

    expect(await judge(sourceThreads, { kind: 'json', file: fileWith(content), bytes: content.length, schema: '{"type":"string","pattern":"^(a|a)*$"}' }, 0, undefined, 2000)).toBe('checking it took too long');
  });

  test('is no answer: a document that is as deep as its schema has no end', async () => {
    const content = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const schema = '{"type":"array","items":{"$ref":"#"}}';

    expect(await judge(sourceThreads, { kind: 'json', file: fileWith(content), bytes: content.length, schema })).toContain('it cannot be checked');
  });

  test('is not begun: JSON that is longer than anybody takes apart', async () => {
    expect(await judge(sourceThreads, { kind: 'json', file: '/nowhere', bytes: mostJsonBytes + 1 })).toContain('no more than 17 MB of JSON are checked');
  });

  test('ends where the export is cancelled', async () => {
    await expect(judge(sourceThreads, { kind: 'json', file: fileWith('{}'), bytes: 2 }, 0, AbortSignal.abort())).rejects.toThrow('cancelled');
  });
});

describe('a schema', () => {
  test.each<[string, string, string]>([
    ['what is not JSON', '{', 'it is not JSON'],
    ['what is no object', '[]', 'it is not a JSON object'],
    ['a dialect that is not known', '{"$schema":"http://example.com/mine"}', 'its dialect, http://example.com/mine,'],
    ['a keyword that is not known', '{"tpye":"string"}', 'unknown keyword: "tpye"'],
    ['a keyword of the wrong kind', '{"minimum":"one"}', 'schema is invalid'],
    ['a reference to somewhere else', '{"$ref":"https://example.com/other.json"}', "can't resolve reference https://example.com/other.json"],
    ['a reference to a file', '{"$ref":"file:///etc/passwd"}', "can't resolve reference"],
    ['a promise for an answer', '{"$async":true,"type":"string"}', 'it is an asynchronous schema'],
    ['a pattern that is none', '{"pattern":"("}', 'Invalid regular expression'],
  ])('is refused: %s', (_what, text, says) => {
    expect(compileSchema(text)).toMatchObject({ kind: 'unfit', says: expect.stringContaining(says) });
  });

  test.each(['{}', '{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"multipleOf":0.01}]}', '{"$schema":"http://json-schema.org/draft-07/schema#","format":"date"}'])('is taken: %s', (text) => {
    expect(compileSchema(text)).toMatchObject({ kind: 'compiled' });
  });
});

describe('declaring results', () => {
  const wanted = { path: '/workspace/task/report.json', maxBytes: 10 };

  test('keeps a schema by its digest, once', async () => {
    const schema = '{"multipleOf":0.01}';
    const form = { type: 'json' as const, schema };

    const declared = await declareArtifacts(sourceThreads, [{ ...wanted, form }, { ...wanted, path: '/workspace/b', form }, { ...wanted, path: '/workspace/c', form: { type: 'text' } }, { ...wanted, path: '/workspace/d', digest: aDigest() }]);

    if (!declared.ok) throw new Error(declared.refusal.says);
    const digest = worker.journal.keep(schemaDocument(schema));
    expect(declared.value.documents).toEqual([schemaDocument(schema)]);
    expect(declared.value.artifacts.map(({ form: kept, digest: hash }) => kept ?? hash)).toEqual([{ type: 'json', schema: digest }, { type: 'json', schema: digest }, { type: 'text' }, aDigest()]);
  });

  test('refuses what is no schema, with the result it is for', async () => {
    const declared = await declareArtifacts(sourceThreads, [{ ...wanted, form: { type: 'json', schema: '{"type":"strnig"}' } }]);

    expect(declared).toMatchObject({ ok: false, refusal: { code: 'bad_input', says: expect.stringContaining('The JSON schema for /workspace/task/report.json cannot be used') } });
  });

  test('records what was asked together with its schemas', async () => {
    const { journal, guest } = worker;
    const image = { id: `sha256:${'c'.repeat(64)}`, tags: [], created: '', bytes: 1, ours: false } as never;
    const reader = { ...guest.reader, identity: async () => ({ ...(await guest.reader.identity()), cpus: 8, memoryBytes: 2 ** 33 }), inspectImage: async () => image };
    const declared = await declareArtifacts(sourceThreads, [{ ...wanted, form: { type: 'json', schema: '{"minimum":0.5}' } }]);
    if (!declared.ok) throw new Error(declared.refusal.says);
    const { artifacts, documents } = declared.value;
    const { endpoint, image: choice, resources, argv } = worker.binding.spec;

    const requested = await requestWorker(journal, reader, { endpoint, seat: 'scorer@atlas', image: choice, resources, network: 'none', argv, artifacts }, documents);

    const form = requested.ok ? journal.world.bindings.get(requested.value)?.spec.artifacts[0]?.form : undefined;
    expect(form?.type === 'json' && form.schema && schemaText(journal, form.schema)).toBe('{"minimum":0.5}');
  });

  test('a result without a form, as in older ledgers, is still one', () => {
    expect(declaredArtifactSchema.safeParse(wanted).success).toBe(true);
  });
});
