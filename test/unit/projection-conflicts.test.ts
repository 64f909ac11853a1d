import { beforeEach, describe, expect, test } from 'vitest';
import { deliver } from '../../electron/host/projection/deliver.ts';
import type { Digest } from '../../shared/ids.ts';
import { aboutProjection, anAttemptId, anEffect } from '../support/builders.ts';
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

  const notSent = async (manifest: Digest): Promise<void> => {
    worker.guest.putAnswer = { kind: 'not_sent', says: 'the engine does not keep its connections' };
    await deliver(worker, worker.id, manifest);
    worker.guest.putAnswer = { kind: 'applied', status: 200 };
    expect(worker.projection?.deliveries.at(-1)?.settlement).toMatchObject({ disposition: 'refused' });
  };

  const closed = (manifest: Digest, attempt: number): void => {
    worker.journal.appendAll(anEffect('deliver', aboutProjection(manifest, worker.id), anAttemptId(attempt), 'not_applied'));
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

  test('a delivery that was refused makes nothing ours: neither what the worker put there since, nor what it edited', async () => {
    await deliver(worker, worker.id, await worker.staged({ 'edited.md': 'as it was delivered' }));
    const next = await worker.staged({ 'edited.md': 'its next version', 'notes.md': 'notes of ours' });
    await notSent(next);
    worker.guest.file('/workspace/task/edited.md', 'edited');
    worker.guest.file('/workspace/task/notes.md', 'own');

    expect((await conflict(next)).says).toContain('“/workspace/task/edited.md” was changed in the guest since it was delivered. There are 1 more like it.');
    expect((await conflict(await worker.staged({ 'notes.md': 'other notes' }))).says).toContain('“/workspace/task/notes.md” is in the guest already and was not delivered by this console.');
    expect(worker.guest.text('/workspace/task/notes.md')).toBe('own');
  });

  test('after a delivery that was closed, the beginning of what was sent may be replaced, and what the worker wrote is kept, however short', async () => {
    const manifest = await worker.staged({ 'notes.md': 'notes' });
    closed(manifest, 1);
    worker.guest.file('/workspace/task/notes.md', 'no');
    expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: true });

    const next = await worker.staged({ 'notes.md': 'notes, and more' });
    closed(next, 2);
    for (const own of ['own', 'nodes', 'the worker’s own notes, longer than all that was sent']) {
      worker.guest.file('/workspace/task/notes.md', own);
      expect((await conflict(next)).says).toContain('was changed in the guest since it was delivered');
    }
    worker.guest.file('/workspace/task/notes.md', '');
    expect(await deliver(worker, worker.id, await worker.staged({ 'notes.md': 'its next version' }))).toMatchObject({ ok: true });
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
