import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../../electron/host/execution/launch.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { lookAtGuest } from '../../electron/host/projection/guest-files.ts';
import { observeDelivery } from '../../electron/host/projection/observe-delivery.ts';
import { stageSources } from '../../electron/host/projection/stage-sources.ts';
import { stagedFile, stagingFolder } from '../../electron/host/projection/staging-folder.ts';
import type { Digest } from '../../shared/ids.ts';
import { deliveryResultSchema, manifestSchema, type FileClass } from '../../shared/manifest.ts';
import { EngineWorker, valueOf } from '../support/engine-worker.ts';
import { guestSays } from '../support/guest-says.ts';
import { placedBytes } from '../support/placed-bytes.ts';
import { removeFolder, temporaryFolder } from '../support/test-host.ts';

const folder = temporaryFolder();
let worker: EngineWorker;
let count = 0;

beforeAll(async () => {
  worker = await EngineWorker.prepared(folder, `projection@t${process.pid}`);
});

afterAll(async () => {
  await worker.close();
  removeFolder(folder);
});

async function staged(files: Readonly<Record<string, string | Buffer>>, fileClass: FileClass = 'role'): Promise<Digest> {
  const source = path.join(folder, `source-${(count += 1)}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
    writeFileSync(path.join(source, name), content);
  }
  return valueOf(await stageSources(worker, { binding: worker.binding, chosen: { kind: 'folder', path: source }, class: fileClass }));
}

const look = (files: readonly string[], below = '/workspace') => lookAtGuest({ reader: worker.reader, container: worker.container, below, files });

describe('on a real engine, a prepared worker', () => {
  test('has its layout: the guest’s folders, and root’s gate', async () => {
    const looks = await look(['/state/home', '/state/.bailiwick', '/state/.bailiwick/gate'], '/state');

    expect(Object.fromEntries([...looks].map(([name, { type, uid }]) => [name, `${type} of ${uid}`]))).toEqual({
      '/state/home': 'folder of 1000', '/state/.bailiwick': 'folder of 0', '/state/.bailiwick/gate': 'file of 0',
    });
  });

  test('gets files of any name and size before it was ever started, each with its hash', async () => {
    const deep = `${'folder with spaces/'.repeat(10)}été 日本 ${'x'.repeat(100)}.md`;
    const manifest = await staged({ 'names/task.md': 'do it', [`names/${deep}`]: 'deep', 'names/big': placedBytes(5_000_000), 'names/empty': '' });

    expect(valueOf(await deliver(worker, worker.id, manifest))).toMatchObject({ files: 4, matched: 4, differing: 0, missing: 0 });
    expect((await look(['/workspace/task/names/task.md'])).get('/workspace/task/names/task.md')).toMatchObject({ type: 'file', bytes: 5, uid: 1000 });
    expect((await look(['/workspace/task/names/x'])).get('/workspace/task/names')).toMatchObject({ type: 'folder', uid: 1000 });
  });

  test('is asked what is in its image: a program that is there is no finding, and one that is not says so', async () => {
    const command = (name: string) => ({ command: name });
    const digest = await staged({ 'settings.json': JSON.stringify({ mcpServers: { one: command('sh'), two: command('no-such-program'), three: command('/bin/sh'), four: command('/usr/bin/no-such-program') } }) }, 'native_settings');

    expect(manifestSchema.parse(worker.journal.document(digest)).findings?.map(({ kind, text }) => [kind, text])).toEqual([['not_in_image', 'no-such-program'], ['not_in_image', '/usr/bin/no-such-program']]);
  });

  test('gets native settings into its home', async () => {
    const manifest = await staged({ '.config/tool.toml': 'a = 1' }, 'native_settings');

    expect(valueOf(await deliver(worker, worker.id, manifest))).toMatchObject({ matched: 1 });
  });

  test('gets many files at once and can be asked for each of them', async () => {
    const manifest = await staged(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`many/d${index % 40}/f${index}`, `content ${index}`])));

    expect(valueOf(await deliver(worker, worker.id, manifest))).toMatchObject({ matched: 300 });
  });
});

describe('on a real engine, a staging file that was changed', () => {
  test('is never confirmed, and the worker’s next delivery waits until that is settled', async () => {
    const manifest = await staged({ 'cut/a': 'first', 'cut/b': Buffer.alloc(3_000_000, 1) });
    writeFileSync(stagedFile(stagingFolder(worker.dataFolder, worker.id, manifest), 1), Buffer.alloc(3_000_000, 2));

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.binding.projections.at(-1)?.delivered).toBeUndefined();
    expect(await deliver(worker, worker.id, await staged({ 'cut/c': 'x' }))).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.binding.open).toHaveLength(1);
  });

  test('is settled by what the guest holds, once it holds it', async () => {
    const [open] = worker.binding.open;
    const manifest = open?.about.kind === 'projection' ? open.about.manifest : undefined;
    if (!open || !manifest) throw new Error('nothing is open');
    writeFileSync(stagedFile(stagingFolder(worker.dataFolder, worker.id, manifest), 1), Buffer.alloc(3_000_000, 1));
    expect(await worker.attempts.lookAgain(open.id)).toMatchObject({ kind: 'unconfirmed' });

    // What the cut request left behind arrives by another road.
    const { mintToken } = await import('../../electron/host/attempts/effect-token.ts');
    const { manifestArchive } = await import('../../electron/host/projection/manifest-archive.ts');
    const { entries } = manifestSchema.parse(worker.journal.document(manifest));
    const files = entries.map((entry, index) => ({ entry, file: stagedFile(stagingFolder(worker.dataFolder, worker.id, manifest), index) }));
    const tar = manifestArchive({ folder: '/workspace', newFolders: [], files, user: { uid: 1000, gid: 1000 }, modified: new Date(0) });
    await worker.engines.mutations(worker.endpoint, worker.binding.spec.engine).putArchive(mintToken(open.id, 'deliver', 1), { container: worker.container, folder: '/workspace' }, tar);

    expect(await worker.attempts.lookAgain(open.id)).toMatchObject({ kind: 'settled', disposition: 'applied' });
    expect(valueOf(await observeDelivery(worker, worker.id, manifest))).toMatchObject({ matched: 2 });
  });
});

describe('on a real engine, a worker that runs', () => {
  test('keeps its own files and links, and gets the next version of ours', async () => {
    valueOf(await deliver(worker, worker.id, await staged({ 'next/task.md': 'first' })));
    const script = 'mkdir -p /workspace/task/own && echo mine > /workspace/task/own/notes.md && ln -s /state/home /workspace/task/out && ln /workspace/task/next/task.md /workspace/task/next/a-second-name && echo ready && sleep 60';
    valueOf(await launch(worker, worker.id, { argv: ['sh', '-c', script], workingDirectory: '/workspace/task', environmentNames: [] }));
    await guestSays(worker, 'ready');

    expect(await deliver(worker, worker.id, await staged({ 'own/notes.md': 'ours' }))).toMatchObject({ ok: false, refusal: { code: 'destination_taken' } });
    expect(await deliver(worker, worker.id, await staged({ 'out/evil.md': 'ours' }))).toMatchObject({
      ok: false, refusal: { code: 'destination_taken', says: expect.stringContaining('“/workspace/task/out” in the guest is a link, not a folder.') },
    });
    expect((await look(['/state/home/evil.md'], '/state')).has('/state/home/evil.md')).toBe(false);
    expect(valueOf(await deliver(worker, worker.id, await staged({ 'next/task.md': 'second' })))).toMatchObject({ matched: 1 });
    expect((await look(['/workspace/task/own/notes.md'])).get('/workspace/task/own/notes.md')?.bytes).toBe(5);
  });

  test('a file that got a second name in the guest is still read as a file', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`next/f${index}`, `${index}`]));

    const result = valueOf(await deliver(worker, worker.id, await staged({ ...many, 'next/task.md': 'second' })));

    expect(deliveryResultSchema.parse(worker.journal.document(result.result)).states.filter((state) => state !== 'matched')).toEqual([]);
  });
});
