import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import type { RunningThread } from '../../electron/host/ledger/threads/spawn-threads.ts';
import { JobCancelledError, JobFailedError } from '../../electron/host/ledger/threads/run-in-thread.ts';
import { verifyInThread } from '../../electron/host/ledger/verify/verify-in-thread.ts';
import { aDecision } from '../support/builders.ts';
import { aLedger, appendMany } from '../support/ledgers.ts';
import { aSealedLedger, sealAt } from '../support/sealed-ledgers.ts';
import { sourceThreads } from '../support/threads.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const nothingKnown = { keys: [], kept: [] };

describe('a verification on a thread of its own', () => {
  test('finds what one on the main thread does', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [300]);

    const { report, holder } = await verifyInThread(sourceThreads, { file: ledgerFile(sealed.folder), trust: { keys: [sealed.key.fingerprint], kept: [] } });

    expect(report).toMatchObject({ verdict: 'consistent', receipts: 300, seal: { size: 300, isKnown: true } });
    expect(holder).toContain(`process ${process.pid}`);
  });

  test('tells how far it is, and leaves the ledger to its writer meanwhile', async () => {
    const { folder, ledger } = aLedger();
    appendMany(ledger, 20_000);
    const progress: number[] = [];

    const verifying = verifyInThread(sourceThreads, { file: ledgerFile(folder), trust: nothingKnown }, { onProgress: (done) => progress.push(done) });
    ledger.append(aDecision());
    const { report } = await verifying;

    expect(report.verdict).toBe('consistent');
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  });

  test('ends at once when it is cancelled', async () => {
    const { folder, ledger } = aLedger();
    appendMany(ledger, 20_000);
    const cancelled = new AbortController();

    const verifying = verifyInThread(sourceThreads, { file: ledgerFile(folder), trust: nothingKnown }, { onProgress: () => cancelled.abort(), signal: cancelled.signal });

    await expect(verifying).rejects.toThrow(JobCancelledError);
    await expect(verifyInThread(sourceThreads, { file: ledgerFile(folder), trust: nothingKnown }, { signal: cancelled.signal })).rejects.toThrow(JobCancelledError);
  });

  test('says why where the ledger cannot be read, by the name of the error', async () => {
    const verifying = verifyInThread(sourceThreads, { file: path.join(aTemporaryFolder(), 'none.sqlite'), trust: nothingKnown });

    await expect(verifying).rejects.toMatchObject({ name: 'JobFailedError', because: 'LedgerNotReadableError' });
  });

  test('that dies under way has failed, and found nothing', async () => {
    const dying = (): RunningThread => ({ send: () => undefined, onMessage: () => undefined, onEnd: (listener) => listener(new RangeError('out of memory')), stop: () => undefined });

    await expect(verifyInThread(dying, { file: 'x', trust: nothingKnown })).rejects.toThrow(JobFailedError);
    await expect(verifyInThread(dying, { file: 'x', trust: nothingKnown })).rejects.toThrow('It ended before it was through (out of memory).');
  });
});
