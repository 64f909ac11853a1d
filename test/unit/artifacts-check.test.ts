import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkPublished } from '../../electron/host/artifacts/check-published.ts';
import { artifactRef } from '../../electron/host/placement/worker-refs.ts';
import { awaitsExport } from '../../shared/execution-results.ts';
import { aDigest, anObservation } from '../support/builders.ts';
import { MemoryWorker } from '../support/memory-worker.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const declared = '/workspace/task/report.md';
let worker: MemoryWorker;
let place: string;

beforeEach(async () => {
  worker = new MemoryWorker();
  place = worker.exportPlace('task/report.md');
  worker.guest.file(declared, 'report');
  await worker.exported(declared);
});

const checked = () => checkPublished(worker, worker.binding, declared);

const isAwaited = (): boolean => {
  const artifact = worker.artifact(declared);
  return artifact !== undefined && awaitsExport(worker.binding, artifact);
};

describe('checking a result where it went', () => {
  test('reads the bytes afresh and records that they are the same, apart from the export', async () => {
    expect(await checked()).toMatchObject({ ok: true, value: { outcome: 'matches', bytes: 6, destination: place } });
    expect(worker.artifact(declared)?.checked?.seq).toBeGreaterThan(worker.artifact(declared)?.exported?.seq ?? Infinity);
    expect(isAwaited()).toBe(false);
  });

  test.each<[string, () => void, object]>([
    ['other bytes', () => writeFileSync(place, 'other!'), { outcome: 'differs', says: expect.stringContaining('its hash is sha256:') }],
    ['nothing', () => rmSync(place), { outcome: 'gone' }],
    ['no folder to it', () => rmSync(worker.exportFolder, { recursive: true }), { outcome: 'gone' }],
    ['a folder', () => { rmSync(place); mkdirSync(place); }, { outcome: 'differs', says: 'no regular file is there' }],
    ['a link to the very same bytes', () => { rmSync(place); symlinkSync(path.join(aTemporaryFolder(), 'same'), place); }, { outcome: 'differs', says: 'a link is there' }],
  ])('tells of %s, and the result is owed again', async (_what, change, value) => {
    change();

    expect(await checked()).toMatchObject({ ok: true, value });
    expect(worker.artifact(declared)?.checked?.value).toMatchObject(value);
    expect(isAwaited()).toBe(true);
  });

  test('is over once it was exported again', async () => {
    rmSync(place);
    await checked();

    await worker.exported(declared);

    expect(worker.artifact(declared)).not.toHaveProperty('checked');
    expect(isAwaited()).toBe(false);
  });

  test('says nothing of what it could not read to its end', async () => {
    expect(await checkPublished(worker, worker.binding, declared, { signal: AbortSignal.abort() })).toMatchObject({ ok: false, refusal: { code: 'cancelled' } });
    expect(worker.artifact(declared)).not.toHaveProperty('checked');
  });

  test.runIf(process.platform === 'linux')('says nothing of what cannot be read', async () => {
    const unreadable = '/proc/self/mem';
    worker.journal.append(anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 6, destination: unreadable }, artifactRef(worker.binding, declared)));

    expect(await checked()).toMatchObject({ ok: false, refusal: { code: 'unsafe_file', says: `${unreadable} cannot be read (EIO).` } });
    expect(worker.artifact(declared)).not.toHaveProperty('checked');
  });

  test('is refused for what has not left', async () => {
    expect(await checkPublished(worker, worker.binding, '/workspace/task/other.md')).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});
