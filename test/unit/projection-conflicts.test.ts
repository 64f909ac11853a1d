import { beforeEach, describe, expect, test } from 'vitest';
import { deliver } from '../../electron/host/projection/deliver.ts';
import type { Digest } from '../../shared/ids.ts';
import { MemoryWorker } from '../support/memory-worker.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

describe('what is in the guest already', () => {
  const conflict = async (manifest: Digest) => {
    const result = await deliver(worker, worker.id, manifest);
    if (result.ok) throw new Error('it was not refused');
    return result.refusal;
  };

  test('an unmanaged file is kept, and named in the refusal', async () => {
    worker.guest.file('/workspace/task/notes.md', 'the worker’s own');
    const manifest = await worker.staged({ 'notes.md': 'ours', 'other.md': 'x' });

    expect(await conflict(manifest)).toMatchObject({ code: 'destination_taken', says: '“/workspace/task/notes.md” is in the guest already and was not delivered by this console. Nothing was delivered.' });
    expect(worker.guest.text('/workspace/task/notes.md')).toBe('the worker’s own');
    expect(worker.guest.text('/workspace/task/other.md')).toBeUndefined();
    expect(worker.projection?.deliveries).toEqual([]);
  });

  test('the same bytes in the same place are no conflict', async () => {
    worker.guest.file('/workspace/task/notes.md', 'ours');

    expect(await deliver(worker, worker.id, await worker.staged({ 'notes.md': 'ours' }))).toMatchObject({ ok: true });
  });

  test('a file that we delivered is replaced by its next version', async () => {
    await deliver(worker, worker.id, await worker.staged({ 'task.md': 'first' }));

    expect(await deliver(worker, worker.id, await worker.staged({ 'task.md': 'second' }))).toMatchObject({ ok: true, value: { matched: 1 } });
    expect(worker.guest.text('/workspace/task/task.md')).toBe('second');
    expect(await deliver(worker, worker.id, await worker.staged({ 'task.md': 'first' }))).toMatchObject({ ok: true });
  });

  test('a file that we delivered and the worker changed is kept', async () => {
    await deliver(worker, worker.id, await worker.staged({ 'task.md': 'first' }));
    worker.guest.file('/workspace/task/task.md', 'edited by the worker');

    expect((await conflict(await worker.staged({ 'task.md': 'second' }))).says).toContain('“/workspace/task/task.md” was changed in the guest since it was delivered.');
    expect(worker.guest.text('/workspace/task/task.md')).toBe('edited by the worker');
  });

  test.each<[string, () => void, string]>([
    ['a link at the destination', () => worker.guest.link('/workspace/task/a', '/etc/passwd'), '“/workspace/task/a” in the guest is a link, not a file.'],
    ['a folder at the destination', () => worker.guest.folder('/workspace/task/a'), '“/workspace/task/a” in the guest is a folder, not a file.'],
    ['a link on the way', () => { worker.guest.folder('/elsewhere'); worker.guest.link('/workspace/task/dir', '/elsewhere'); }, '“/workspace/task/dir” in the guest is a link, not a folder.'],
    ['a file on the way', () => worker.guest.file('/workspace/task/dir', ''), '“/workspace/task/dir” in the guest is a file, not a folder.'],
  ])('%s is refused, not followed', async (_what, prepare, says) => {
    prepare();

    expect((await conflict(await worker.staged({ a: 'x', 'dir/b': 'y' }))).says).toContain(says);
    expect(worker.guest.things.has('/elsewhere/b')).toBe(false);
  });

  test('one refusal tells how many there are', async () => {
    for (const name of ['a', 'b', 'c']) worker.guest.file(`/workspace/task/${name}`, 'theirs');

    expect((await conflict(await worker.staged({ a: '1', b: '2', c: '3' }))).says).toContain('There are 2 more like it.');
  });

  test('folders that are there keep their own mode and owner', async () => {
    worker.guest.things.set('/workspace/task/dir', { type: 'folder', mode: 0o700, uid: 1234 });

    await deliver(worker, worker.id, await worker.staged({ 'dir/b': 'y' }));

    expect(worker.guest.things.get('/workspace/task/dir')).toMatchObject({ mode: 0o700, uid: 1234 });
  });
});
