import { beforeEach, describe, expect, test } from 'vitest';
import { listEntries, listGuestFiles } from '../../electron/host/artifacts/list-guest-files.ts';
import { WorkspaceComparison } from '../../electron/host/artifacts/workspace-comparison.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { EngineFault } from '../../electron/host/engine/engine-reader.ts';
import { aDigest, anEffect, anAttemptId, aboutProjection, anObservation } from '../support/builders.ts';
import { MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { paxHeader, tarEnd, tarEntry, tarHeader, tarOf } from '../support/tar-bytes.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

describe('listing the guest’s files', () => {
  test('names what lies in the workspace, by kind', async () => {
    worker.guest.file(reportPath, 'four');
    worker.guest.link('/workspace/task/link', '/etc');
    worker.guest.things.set('/workspace/task/pipe', { type: 'pipe' });
    worker.guest.file('/workspace/task/a\\b', 'odd');

    const listed = await listGuestFiles(worker, worker.id);

    if (!listed.ok) throw new Error(listed.refusal.says);
    expect(listed.value.complete).toBe(true);
    expect(listed.value.files.map(({ path: name, type, bytes }) => [name, type, bytes])).toEqual([
      ['/workspace/results', 'folder', 0], [reportPath, 'file', 4], ['/workspace/task', 'folder', 0],
      ['/workspace/task/a\\b', 'file', 3], ['/workspace/task/link', 'link', 0], ['/workspace/task/pipe', 'other', 0],
    ]);
    expect(listed.value.files[1]?.modifiedSeconds).toBe(1_700_000_000);
  });

  test('stops at its bound and says so', async () => {
    let sent = 0;
    async function* endless() {
      yield tarEntry({ name: 'workspace', type: '5' });
      for (;;) { sent += 1; yield tarEntry({ name: `workspace/${sent}` }); }
    }

    const listing = await listEntries(endless(), new WorkspaceComparison(new Map([['/workspace/delivered', { bytes: 1, digest: aDigest() }]])));

    expect(listing.complete).toBe(false);
    expect(listing.files).toHaveLength(10_000);
    expect(sent).toBe(10_001);
    expect(listing.files.some(({ change }) => change === 'removed')).toBe(false);
  });

  test('names a file that claims more bytes than anybody waits for, and waits for none of them', async () => {
    let sent = 0;
    async function* endless() {
      yield tarOf(tarEntry({ name: 'workspace', type: '5' }), tarEntry({ name: 'workspace/a' }, 'x'), paxHeader({ size: String(16 * 1024 ** 4) }), tarHeader({ name: 'workspace/x' })).subarray(0, -tarEnd.length);
      for (; sent < 1000; sent += 1) yield Buffer.alloc(512);
    }

    const listing = await listEntries(endless(), new WorkspaceComparison(new Map([['/workspace/x', { bytes: 1, digest: aDigest() }]])));

    expect(listing).toMatchObject({ complete: false, files: [{ path: '/workspace/a', bytes: 1 }, { path: '/workspace/x', bytes: 16 * 1024 ** 4, change: 'changed' }] });
    expect(sent).toBe(0);
  });

  test('tells how much it passed, and ends where that is cancelled', async () => {
    worker.guest.file(reportPath, 'four');
    const told: number[] = [];
    const stop = new AbortController();

    await listGuestFiles(worker, worker.id, { onBytes: (bytes) => told.push(bytes) });
    stop.abort();

    expect(told.at(-1)).toBe(4);
    expect(await listGuestFiles(worker, worker.id, { signal: stop.signal })).toMatchObject({ ok: false, refusal: { code: 'cancelled' } });
  });
});

describe('the workspace against what was delivered', () => {
  const changes = async () => {
    const listed = await listGuestFiles(worker, worker.id);
    if (!listed.ok) throw new Error(listed.refusal.says);
    return Object.fromEntries(listed.value.files.flatMap(({ path, change }) => (change ? [[path.replace('/workspace/', ''), change]] : [])));
  };

  const delivered = async (files: Readonly<Record<string, string>>): Promise<void> => {
    const result = await deliver(worker, worker.id, await worker.staged(files), {});
    if (!result.ok) throw new Error(result.refusal.says);
  };

  test('tells what is the same, changed in size or only in its bytes, added and removed', async () => {
    await delivered({ 'same.md': 'same', 'longer.md': 'a', 'other.md': 'abc', 'gone.md': 'x' });
    worker.guest.file('/workspace/task/longer.md', 'ab');
    worker.guest.file('/workspace/task/other.md', 'abd');
    worker.guest.things.delete('/workspace/task/gone.md');
    worker.guest.file(reportPath, 'new');

    expect(await changes()).toEqual({ 'task/same.md': 'same', 'task/longer.md': 'changed', 'task/other.md': 'changed', 'task/gone.md': 'removed', 'results/report.md': 'added' });
  });

  test('compares with what was delivered last', async () => {
    await delivered({ 'task.md': 'first' });
    worker.guest.things.delete('/workspace/task/task.md');
    await delivered({ 'task.md': 'second' });

    expect(await changes()).toEqual({ 'task/task.md': 'same' });
  });

  test('lists as partial what a cut delivery left, and what lay there before as it was', async () => {
    await delivered({ 'kept.md': 'as it was' });
    worker.guest.duringPut = () => { throw new Error('cut'); };
    await deliver(worker, worker.id, await worker.staged({ 'kept.md': 'its next version', 'cut.md': 'all of it', 'whole.md': 'whole' }), {});
    worker.guest.file('/workspace/task/cut.md', 'all');
    worker.guest.file('/workspace/task/whole.md', 'whole');
    worker.guest.file(reportPath, 'new');

    expect(await changes()).toEqual({ 'task/kept.md': 'same', 'task/cut.md': 'partial', 'task/whole.md': 'not_compared', 'results/report.md': 'added' });
  });

  test('what the worker wrote where a delivery was refused is its own, not a part of ours', async () => {
    await delivered({ 'task.md': 'x' });
    worker.guest.putAnswer = { kind: 'not_sent', says: 'the engine does not keep its connections' };
    await deliver(worker, worker.id, await worker.staged({ 'notes.md': 'notes of ours' }), {});
    worker.guest.file('/workspace/task/notes.md', 'own');

    expect(await changes()).toEqual({ 'task/task.md': 'same', 'task/notes.md': 'added' });
  });

  test('does not follow what became a link, and says that it does not know', async () => {
    await delivered({ 'task.md': 'x', 'other.md': 'x' });
    worker.guest.link('/workspace/task/task.md', '/etc/passwd');
    worker.guest.folder('/workspace/task/other.md');

    expect(await changes()).toEqual({ 'task/task.md': 'not_compared', 'task/other.md': 'changed' });
  });

  test('says so where nobody knows any more what was delivered', async () => {
    const about = aboutProjection(aDigest(50), worker.id);
    worker.journal.appendAll([anObservation('staged', { manifest: aDigest(50), files: 1, bytes: 1 }, about), ...anEffect('deliver', about, anAttemptId(50))]);
    worker.guest.file(reportPath, 'x');

    expect(await changes()).toEqual({ 'results/report.md': 'not_compared' });
  });

  test('leaves out what the engine itself puts into every container, but never what lies below', async () => {
    worker.guest.changes = [{ path: '/etc', kind: 'changed' }, { path: '/etc/passwd', kind: 'changed' }, { path: '/workspace', kind: 'added' }, { path: '/sbin/docker-init', kind: 'removed' }];

    expect(await listGuestFiles(worker, worker.id)).toMatchObject({ value: { container: { total: 2, changes: [{ path: '/etc/passwd' }, { path: '/sbin/docker-init', kind: 'removed' }] } } });
  });

  test('tells what changed outside it, as far as the engine does', async () => {
    worker.guest.changes = Array.from({ length: 1200 }, (_, index) => ({ path: `/tmp/${index}`, kind: 'added' as const }));
    const told = await listGuestFiles(worker, worker.id);
    const silent = { ...worker.guest.reader, changes: async () => { throw new EngineFault('not here'); } };
    const untold = await listGuestFiles({ journal: worker.journal, readers: { at: () => silent } }, worker.id);

    expect(told.ok && told.value.container).toMatchObject({ total: 1200, changes: { length: 1000 } });
    expect(untold).toMatchObject({ ok: true, value: { complete: true, container: null } });
  });
});
