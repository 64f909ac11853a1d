import { beforeEach, describe, expect, test } from 'vitest';
import { listEntries, listGuestFiles } from '../../electron/host/artifacts/list-guest-files.ts';
import { MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { tarEntry } from '../support/tar-bytes.ts';

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
      ['/workspace/task/a\\b', 'other', 3], ['/workspace/task/link', 'link', 0], ['/workspace/task/pipe', 'other', 0],
    ]);
    expect(listed.value.files[1]?.modifiedSeconds).toBe(1_700_000_000);
  });

  test('stops at its bound and says so', async () => {
    let sent = 0;
    async function* endless() {
      yield tarEntry({ name: 'workspace', type: '5' });
      for (;;) { sent += 1; yield tarEntry({ name: `workspace/${sent}` }); }
    }

    const listing = await listEntries(endless());

    expect(listing.complete).toBe(false);
    expect(listing.files).toHaveLength(10_000);
    expect(sent).toBe(10_001);
  });
});
