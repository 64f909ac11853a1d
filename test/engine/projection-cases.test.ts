import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../../electron/host/execution/launch.ts';
import { nonceValue } from '../../electron/host/projection/context-nonce.ts';
import { nameBytes, nameText } from '../../electron/host/engine/name-text.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { lookAtGuest } from '../../electron/host/projection/guest-files.ts';
import { KeptManifests } from '../../electron/host/projection/kept-manifests.ts';
import { lookForIngestion } from '../../electron/host/projection/look-for-ingestion.ts';
import { recordStaged } from '../../electron/host/projection/record-staged.ts';
import { stageSources } from '../../electron/host/projection/stage-sources.ts';
import type { Digest } from '../../shared/ids.ts';
import type { FileClass, Manifest } from '../../shared/manifest.ts';
import type { Result } from '../../shared/result.ts';
import { EngineWorker, valueOf } from '../support/engine-worker.ts';
import { guestSays } from '../support/guest-says.ts';
import { removeFolder, temporaryFolder } from '../support/test-host.ts';

const folder = temporaryFolder();
const user = { uid: 43_210, gid: 54_321 };
let worker: EngineWorker;
let manifests: KeptManifests;
let count = 0;

beforeAll(async () => {
  worker = await EngineWorker.prepared(folder, `cases@t${process.pid}`, user);
  manifests = new KeptManifests(worker.journal);
});

afterAll(async () => {
  await worker.close();
  removeFolder(folder);
});

type Files = ReadonlyMap<string | Buffer, string>;

function written(files: Files): string {
  const source = path.join(folder, `source-${(count += 1)}`);
  mkdirSync(source);
  for (const [name, content] of files) {
    const file = Buffer.concat([Buffer.from(`${source}/`), Buffer.from(name as string)]);
    mkdirSync(file.subarray(0, file.lastIndexOf('/')), { recursive: true });
    writeFileSync(file, content);
  }
  return source;
}

const stage = (files: Files, fileClass: FileClass = 'role'): Promise<Result<Digest>> =>
  stageSources(worker, { binding: worker.binding, chosen: { kind: 'folder', path: written(files) }, class: fileClass });

const staged = async (files: Files, fileClass?: FileClass): Promise<Digest> => valueOf(await stage(files, fileClass));
const look = (files: readonly string[]) => lookAtGuest({ reader: worker.reader, container: worker.container, below: '/workspace', files });

describe('on a real engine, names', () => {
  test('of every legal byte arrive as they are', async () => {
    const bytes = Array.from({ length: 127 }, (_, code) => code + 1).filter((code) => String.fromCharCode(code) !== '/');
    const noText = Array.from({ length: 128 }, (_, index) => nameText(Buffer.from([...Buffer.from('bytes/ab'), 128 + index, 0x63])));
    const names = [...bytes.map((code) => `bytes/ab${String.fromCharCode(code)}c`), ...noText, nameText(Buffer.alloc(255, 0xff)), '\\x5CxFF/\\xFF', 'bytes/-rf', 'bytes/--', 'C:a', 'bytes/C:\\d\\..\\e', '\\\\host\\share', 'bytes/ ', 'bytes/two\nlines', 'bytes/été 日本 \u{1F600}', `bytes/${'x'.repeat(255)}`, `bytes/${'é'.repeat(127)}`, `bytes/-folder\n/${'y'.repeat(255)}/z`];
    const manifest = await staged(new Map(names.map((name, index) => [nameBytes(name), `content ${index}`])));

    expect(valueOf(await deliver(worker, worker.id, manifest))).toMatchObject({ files: names.length, matched: names.length, differing: 0, missing: 0 });

    const looks = await look(names.map((name) => `/workspace/task/${name}`));
    expect(names.filter((name) => looks.get(`/workspace/task/${name}`)?.uid !== user.uid)).toEqual([]);
  });

});

test('on a real engine, ten thousand files arrive, each with its hash', async () => {
  const files = new Map(Array.from({ length: 10_000 }, (_, index) => [`many/d${index % 100}/f${index}`, `content ${index}`]));
  const manifest = await staged(files);

  expect(valueOf(await deliver(worker, worker.id, manifest))).toMatchObject({ files: 10_000, matched: 10_000 });
}, 300_000);

test('on a real engine, a place in a tmpfs or in the root file system is refused in words, and nothing is sent', async () => {
  for (const destination of ['/tmp/a', '/run/bailiwick/a', '/etc/a']) {
    const kept = manifests.read(await staged(new Map([['a', destination]])));
    const manifest: Manifest = { entries: (kept?.entries ?? []).map((entry) => ({ ...entry, destination })) };
    const digest = worker.journal.keep(manifest);
    recordStaged(worker.journal, worker.binding, digest, manifest);

    expect(await deliver(worker, worker.id, digest)).toMatchObject({ ok: false, refusal: { code: 'unsupported', says: `“${destination}” lies outside the worker’s volumes. A tmpfs is empty until the worker runs and archives do not see it, and the root file system is read-only.` } });
    expect(worker.binding.projections.at(-1)?.deliveries).toEqual([]);
  }
});

describe('on a real engine, a worker that runs as another user on a read-only root', () => {
  test('owns what it was given, and only what it was given room for can be written', async () => {
    valueOf(await deliver(worker, worker.id, await staged(new Map<string | Buffer, string>([['given.md', 'given\n'], [Buffer.from([0x61, 0xff]), 'no text\n']]))));
    const manifest = await staged(new Map([['context.md', 'Read this.\n']]), 'context');
    valueOf(await deliver(worker, worker.id, manifest));
    const script = [
      'echo "as $(id -u):$(id -g)"', 'cat given.md "$(printf "a\\377")"', 'echo more >> given.md && echo "given can be changed"', '(echo x > /x) 2>/dev/null || echo "the root cannot"',
      'mkdir -p own && echo mine > own/notes.md', 'tail -n 1 context.md | sed "s/^/I read: /"', 'mkdir -p /state/home/history && cp context.md /state/home/history/copy.md && { echo "{"; cat context.md; } > /state/home/history/1.jsonl', 'echo ready', 'sleep 120',
    ].join('; ');

    valueOf(await launch(worker, worker.id, { argv: ['sh', '-c', script], workingDirectory: '/workspace/task', environmentNames: [] }));

    expect(await guestSays(worker, 'ready')).toMatch(/as 43210:54321\ngiven\nno text\ngiven can be changed\nthe root cannot\n/);
  });

  test('keeps what nobody gave it, and what it changed, as conflicts', async () => {
    expect(await deliver(worker, worker.id, await staged(new Map([['own/notes.md', 'ours']])))).toMatchObject({ ok: false, refusal: { code: 'destination_taken', says: expect.stringContaining('was not delivered by this console') } });
    expect(await deliver(worker, worker.id, await staged(new Map([['given.md', 'ours']])))).toMatchObject({ ok: false, refusal: { code: 'destination_taken', says: expect.stringContaining('was changed in the guest') } });
    expect((await look(['/workspace/task/own/notes.md'])).get('/workspace/task/own/notes.md')?.bytes).toBe(5);
  });

  test('shows in its log and its transcript what it ingested, and a copy of the file does not', async () => {
    const projection = worker.binding.projections.findLast(({ staged: { value } }) => value.revision);
    const nonce = nonceValue(worker.journal, projection?.staged.value.revision?.nonce as Digest);

    expect(valueOf(await lookForIngestion({ journal: worker.journal, readers: worker.readers, manifests }, worker.id, AbortSignal.timeout(60_000)))).toMatchObject({ found: 2, log: { complete: true }, home: { complete: true } });

    const seen = worker.binding.projections.flatMap(({ ingested }) => ingested.map(({ value }) => [value.manifest, value.seen, value.file, value.place]));
    expect(seen).toEqual([[projection?.manifest, 'log', 'context.md', worker.container], [projection?.manifest, 'transcript', 'context.md', '/state/home/history/1.jsonl']]);
    expect(JSON.stringify(seen)).not.toContain(nonce);
  });
});
