import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { observeDelivery } from '../../electron/host/projection/observe-delivery.ts';
import { stageSources } from '../../electron/host/projection/stage-sources.ts';
import { forgetStaging, stagedFile, stagingFolder } from '../../electron/host/projection/staging-folder.ts';
import type { Digest } from '../../shared/ids.ts';
import { deliveryResultSchema, type FileClass } from '../../shared/manifest.ts';
import { MemoryWorker } from '../support/memory-worker.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

let worker: MemoryWorker;
let source: string;

beforeEach(() => {
  worker = new MemoryWorker();
  source = aTemporaryFolder();
});

function put(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
    writeFileSync(path.join(source, name), content);
  }
}

async function staged(files: Readonly<Record<string, string | Buffer>>, fileClass: FileClass = 'context'): Promise<Digest> {
  rmSync(source, { recursive: true });
  mkdirSync(source);
  put(files);
  const result = await stageSources(worker, { binding: worker.binding, chosen: { kind: 'folder', path: source }, class: fileClass });
  if (!result.ok) throw new Error(result.refusal.says);
  return result.value;
}

const projection = () => worker.binding.projections.at(-1);
const statesOf = (result: Digest) => deliveryResultSchema.parse(worker.journal.document(result)).states;
const stagedPath = (manifest: Digest, index: number) => stagedFile(stagingFolder(worker.dataFolder, worker.id, manifest), index);

describe('delivering a staged manifest', () => {
  test('puts every file where the manifest says, owned by the guest, and reads it back', async () => {
    const manifest = await staged({ 'task.md': 'do it', 'deep/er/é and a very long name that does not fit into the hundred bytes of an old header, so it is extended.md': 'x', empty: '' });

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: true, value: { files: 3, bytes: 6, matched: 3, differing: 0, missing: 0 } });
    expect(worker.guest.text('/workspace/task/task.md')).toBe('do it');
    expect(worker.guest.things.get('/workspace/task/deep/er')).toMatchObject({ type: 'folder', uid: 1000, mode: 0o755 });
    expect(worker.guest.things.get('/workspace/task/task.md')).toMatchObject({ uid: 1000 });
    expect(worker.guest.things.get('/workspace/task/empty')?.content).toHaveLength(0);
  });

  test('is asked for as one attempt and recorded as delivered only by what was read back', async () => {
    const manifest = await staged({ 'task.md': 'do it' });

    await deliver(worker, worker.id, manifest);

    expect(projection()?.deliveries.map(({ operation, settlement }) => [operation, settlement?.disposition])).toEqual([['deliver', 'applied']]);
    expect(projection()?.delivered?.value).toMatchObject({ manifest, matched: 1 });
    expect(projection()?.deliveries[0]?.intent.seq).toBeLessThan(projection()?.delivered?.seq ?? 0);
  });

  test('native settings go to the state volume', async () => {
    await deliver(worker, worker.id, await staged({ '.config/tool.toml': 'a = 1' }, 'native_settings'));

    expect(worker.guest.text('/state/home/.config/tool.toml')).toBe('a = 1');
  });

  test('a file that the engine changed on its way is shown as differing, one that got lost as missing', async () => {
    const manifest = await staged({ a: 'one', b: 'two', c: 'three' });
    await deliver(worker, worker.id, manifest);
    worker.guest.file('/workspace/task/a', 'other');
    worker.guest.things.delete('/workspace/task/b');

    const again = await observeDelivery(worker, worker.id, manifest);

    expect(again).toMatchObject({ ok: true, value: { matched: 1, differing: 1, missing: 1 } });
    expect(again.ok && statesOf(again.value.result)).toEqual(['differing', 'missing', 'matched']);
  });

  test('many files are read back from one archive, and what else the guest holds there is no matter', async () => {
    const manifest = await staged(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`d${index % 7}/f${index}`, `content ${index}`])));
    worker.guest.link('/workspace/task/loop', '/workspace/task');
    worker.guest.things.set('/workspace/task/pipe', { type: 'pipe' });
    worker.guest.file('/workspace/task/a\\b', 'odd');

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: true, value: { matched: 60 } });
    expect(worker.guest.asked).toEqual(['/workspace/task', '/workspace/task']);
  });

  test('a folder that holds much else is not read to its end for a few files', async () => {
    const manifest = await staged({ 'a/x': 'one', z: 'two' });
    worker.guest.file('/workspace/task/much', Buffer.alloc(65 * 1024 * 1024));

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: true, value: { matched: 2 } });
    expect(worker.guest.asked).toEqual(['/workspace/task', '/workspace/task/a', '/workspace/task/z', '/workspace/task', '/workspace/task/a', '/workspace/task/z']);
  });

  test('tells the bytes on their way', async () => {
    const told: [number, number][] = [];
    const manifest = await staged({ a: Buffer.alloc(2_000_000, 1), b: 'x' });

    const result = await deliver(worker, worker.id, manifest, { onProgress: (bytes, total) => told.push([bytes, total]) });

    expect(result).toMatchObject({ ok: true, value: { matched: 2 } });
    expect(told.at(-1)).toEqual([2_000_001, 2_000_001]);
  });
});

describe('what is in the guest already', () => {
  const conflict = async (manifest: Digest) => {
    const result = await deliver(worker, worker.id, manifest);
    if (result.ok) throw new Error('it was not refused');
    return result.refusal;
  };

  test('an unmanaged file is kept, and named in the refusal', async () => {
    worker.guest.file('/workspace/task/notes.md', 'the worker’s own');
    const manifest = await staged({ 'notes.md': 'ours', 'other.md': 'x' });

    expect(await conflict(manifest)).toMatchObject({ code: 'destination_taken', says: '“/workspace/task/notes.md” is in the guest already and was not delivered by this console. Nothing was delivered.' });
    expect(worker.guest.text('/workspace/task/notes.md')).toBe('the worker’s own');
    expect(worker.guest.text('/workspace/task/other.md')).toBeUndefined();
    expect(projection()?.deliveries).toEqual([]);
  });

  test('the same bytes in the same place are no conflict', async () => {
    worker.guest.file('/workspace/task/notes.md', 'ours');

    expect(await deliver(worker, worker.id, await staged({ 'notes.md': 'ours' }))).toMatchObject({ ok: true });
  });

  test('a file that we delivered is replaced by its next version', async () => {
    await deliver(worker, worker.id, await staged({ 'task.md': 'first' }));

    expect(await deliver(worker, worker.id, await staged({ 'task.md': 'second' }))).toMatchObject({ ok: true, value: { matched: 1 } });
    expect(worker.guest.text('/workspace/task/task.md')).toBe('second');
    expect(await deliver(worker, worker.id, await staged({ 'task.md': 'first' }))).toMatchObject({ ok: true });
  });

  test('a file that we delivered and the worker changed is kept', async () => {
    await deliver(worker, worker.id, await staged({ 'task.md': 'first' }));
    worker.guest.file('/workspace/task/task.md', 'edited by the worker');

    expect((await conflict(await staged({ 'task.md': 'second' }))).says).toContain('“/workspace/task/task.md” was changed in the guest since it was delivered.');
    expect(worker.guest.text('/workspace/task/task.md')).toBe('edited by the worker');
  });

  test.each<[string, () => void, string]>([
    ['a link at the destination', () => worker.guest.link('/workspace/task/a', '/etc/passwd'), '“/workspace/task/a” in the guest is a link, not a file.'],
    ['a folder at the destination', () => worker.guest.folder('/workspace/task/a'), '“/workspace/task/a” in the guest is a folder, not a file.'],
    ['a link on the way', () => { worker.guest.folder('/elsewhere'); worker.guest.link('/workspace/task/dir', '/elsewhere'); }, '“/workspace/task/dir” in the guest is a link, not a folder.'],
    ['a file on the way', () => worker.guest.file('/workspace/task/dir', ''), '“/workspace/task/dir” in the guest is a file, not a folder.'],
  ])('%s is refused, not followed', async (_what, prepare, says) => {
    prepare();

    expect((await conflict(await staged({ a: 'x', 'dir/b': 'y' }))).says).toContain(says);
    expect(worker.guest.things.has('/elsewhere/b')).toBe(false);
  });

  test('one refusal tells how many there are', async () => {
    for (const name of ['a', 'b', 'c']) worker.guest.file(`/workspace/task/${name}`, 'theirs');

    expect((await conflict(await staged({ a: '1', b: '2', c: '3' }))).says).toContain('There are 2 more like it.');
  });

  test('folders that are there keep their own mode and owner', async () => {
    worker.guest.things.set('/workspace/task/dir', { type: 'folder', mode: 0o700, uid: 1234 });

    await deliver(worker, worker.id, await staged({ 'dir/b': 'y' }));

    expect(worker.guest.things.get('/workspace/task/dir')).toMatchObject({ mode: 0o700, uid: 1234 });
  });
});

describe('a delivery that goes wrong', () => {
  test('a staging file that was changed stops the archive before its last bytes', async () => {
    const manifest = await staged({ a: 'first', b: 'x'.repeat(3_000_000), c: 'last' });
    writeFileSync(stagedPath(manifest, 1), 'y'.repeat(3_000_000));

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(!result.ok && result.refusal.says).toContain('the staged copy of b is not what was recorded');
    expect(worker.guest.text('/workspace/task/b')?.length ?? 0).toBeLessThan(3_000_000);
    expect(worker.guest.things.has('/workspace/task/c')).toBe(false);
    expect(projection()?.delivered).toBeUndefined();
  });

  test.each<[string, (file: string) => void]>([
    ['is gone', (file) => rmSync(file)],
    ['is longer', (file) => appendFileSync(file, 'more')],
    ['is shorter', (file) => writeFileSync(file, 'f')],
  ])('a staging file that %s is never confirmed', async (_how, change) => {
    const manifest = await staged({ a: 'first' });
    change(stagedPath(manifest, 0));

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.binding.open).toHaveLength(1);
  });

  test('a lost answer is settled by the hashes of what is there', async () => {
    worker.guest.putAnswer = { kind: 'unclear', says: 'the connection was cut' };

    const result = await deliver(worker, worker.id, await staged({ a: 'first' }));

    expect(result).toMatchObject({ ok: true, value: { matched: 1 } });
    expect(projection()?.deliveries[0]?.settlement).toMatchObject({ disposition: 'applied', evidence: [{ kind: 'reading', found: '1 of 1 are as asked for below /workspace' }] });
  });

  test('a cut delivery stays unconfirmed, keeps the next one waiting, and may be replaced once it is closed', async () => {
    let seen = 0;
    worker.guest.duringPut = () => { if ((seen += 1) === 2) throw new Error('cut'); };
    const manifest = await staged({ a: 'first', b: 'second' });

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.guest.text('/workspace/task/a')).toBe('first');
    worker.guest.duringPut = () => undefined;
    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });

    worker.guest.file('/workspace/task/b', 'sec');
    const open = worker.binding.open[0];
    if (!open) throw new Error('nothing is open');
    worker.journal.append({
      actor: { class: 'atm', id: 'console' }, about: open.about,
      body: { kind: 'settlement', attempt: open.id, authorEpoch: worker.journal.epoch + 1, disposition: 'not_applied', evidence: [{ kind: 'reading', of: 'the guest', found: 'a part', at: open.intent.at }] },
    });
    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: true, value: { matched: 2 } });
  });

  test('an engine that answers with a damaged archive is a refusal, not a delivery', async () => {
    const manifest = await staged({ a: 'first' });
    worker.guest.forged.set('/workspace/task', Buffer.from('no tar at all'));

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'engine_failed' } });
    expect(projection()?.deliveries).toEqual([]);
  });

  test('cancelling leaves what may have happened unconfirmed', async () => {
    const stop = new AbortController();
    worker.guest.duringPut = () => stop.abort();

    const result = await deliver(worker, worker.id, await staged({ a: Buffer.alloc(4_000_000) }), { signal: stop.signal });

    expect(result).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(worker.binding.open).toHaveLength(1);
  });

  test('staged copies that were forgotten are not asked for', async () => {
    const manifest = await staged({ a: 'first' });
    await forgetStaging(worker.dataFolder, worker.id);

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    expect(projection()?.deliveries).toEqual([]);
  });

  test('a manifest that is not kept any more is not delivered', async () => {
    const unknown = `sha256:${'0'.repeat(64)}` as Digest;

    expect(await deliver(worker, worker.id, unknown)).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});
