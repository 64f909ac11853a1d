import { beforeEach, describe, expect, test } from 'vitest';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { observeDelivery } from '../../electron/host/projection/observe-delivery.ts';
import type { Digest } from '../../shared/ids.ts';
import { deliveryResultSchema } from '../../shared/manifest.ts';
import { MemoryWorker } from '../support/memory-worker.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

const statesOf = (result: Digest) => deliveryResultSchema.parse(worker.journal.document(result)).states;

describe('delivering a staged manifest', () => {
  test('puts every file where the manifest says, owned by the guest, and reads it back', async () => {
    const manifest = await worker.staged({ 'task.md': 'do it', 'deep/er/é and a very long name that does not fit into the hundred bytes of an old header, so it is extended.md': 'x', empty: '' });

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: true, value: { files: 3, bytes: 6, matched: 3, differing: 0, missing: 0 } });
    expect(worker.guest.text('/workspace/task/task.md')).toBe('do it');
    expect(worker.guest.things.get('/workspace/task/deep/er')).toMatchObject({ type: 'folder', uid: 1000, mode: 0o755 });
    expect(worker.guest.things.get('/workspace/task/task.md')).toMatchObject({ uid: 1000 });
    expect(worker.guest.things.get('/workspace/task/empty')?.content).toHaveLength(0);
  });

  test('carries every name that is legal there, also with a backslash or a colon in it', async () => {
    const names = ['a\\b', 'C:x', 'deep/C:\\d\\..\\e', 'two\nlines', '-rf', ' '];
    const manifest = await worker.staged(Object.fromEntries(names.map((name) => [name, `of ${name}`])));

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: true, value: { files: names.length, matched: names.length, differing: 0, missing: 0 } });

    expect(names.map((name) => worker.guest.text(`/workspace/task/${name}`))).toEqual(names.map((name) => `of ${name}`));
  });

  test('is asked for as one attempt and recorded as delivered only by what was read back', async () => {
    const manifest = await worker.staged({ 'task.md': 'do it' });

    await deliver(worker, worker.id, manifest);

    expect(worker.projection?.deliveries.map(({ operation, settlement }) => [operation, settlement?.disposition])).toEqual([['deliver', 'applied']]);
    expect(worker.projection?.delivered?.value).toMatchObject({ manifest, matched: 1 });
    expect(worker.projection?.deliveries[0]?.intent.seq).toBeLessThan(worker.projection?.delivered?.seq ?? 0);
  });

  test('native settings go to the state volume', async () => {
    await deliver(worker, worker.id, await worker.staged({ '.config/tool.toml': 'a = 1' }, 'native_settings'));

    expect(worker.guest.text('/state/home/.config/tool.toml')).toBe('a = 1');
  });

  test('a file that the engine changed on its way is shown as differing, one that got lost as missing', async () => {
    const manifest = await worker.staged({ a: 'one', b: 'two', c: 'three' });
    await deliver(worker, worker.id, manifest);
    worker.guest.file('/workspace/task/a', 'other');
    worker.guest.things.delete('/workspace/task/b');

    const again = await observeDelivery(worker, worker.id, manifest);

    expect(again).toMatchObject({ ok: true, value: { matched: 1, differing: 1, missing: 1 } });
    expect(again.ok && statesOf(again.value.result)).toEqual(['differing', 'missing', 'matched']);
  });

  test('many files are read back from one archive, and what else the guest holds there is no matter', async () => {
    const manifest = await worker.staged(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`d${index % 7}/f${index}`, `content ${index}`])));
    worker.guest.link('/workspace/task/loop', '/workspace/task');
    worker.guest.things.set('/workspace/task/pipe', { type: 'pipe' });
    worker.guest.file('/workspace/task/a\\b', 'odd');

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: true, value: { matched: 60 } });
    expect(worker.guest.asked).toEqual(['/workspace']);
  });

  test('where something of a name is there already it is read before anything is sent', async () => {
    const manifest = await worker.staged({ 'a/x': 'one', z: 'two' });
    worker.guest.link('/workspace/task/a', '/workspace/elsewhere');

    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: false, refusal: { code: 'destination_taken' } });
    expect(worker.guest.asked).toEqual(['/workspace']);
    expect(worker.projection?.deliveries).toEqual([]);
  });

  test('a folder that holds much else is not read to its end for a few files', async () => {
    const manifest = await worker.staged({ 'a/x': 'one', z: 'two' });
    worker.guest.file('/workspace/task/much', Buffer.alloc(65 * 1024 * 1024));

    const result = await deliver(worker, worker.id, manifest);

    expect(result).toMatchObject({ ok: true, value: { matched: 2 } });
    expect(worker.guest.asked).toEqual(['/workspace', '/workspace/task', '/workspace/task/a', '/workspace/task/z']);
  });

  test('tells the bytes on their way', async () => {
    const told: [number, number][] = [];
    const manifest = await worker.staged({ a: Buffer.alloc(2_000_000, 1), b: 'x' });

    const result = await deliver(worker, worker.id, manifest, { onProgress: (bytes, total) => told.push([bytes, total]) });

    expect(result).toMatchObject({ ok: true, value: { matched: 2 } });
    expect(told.at(-1)).toEqual([2_000_001, 2_000_001]);
  });
});
