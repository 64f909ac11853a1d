import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bundleInThread } from '../../electron/host/ledger/bundle/bundle-in-thread.ts';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { JobCancelledError } from '../../electron/host/ledger/threads/run-in-thread.ts';
import { aSealedLedger, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { sourceThreads } from '../support/threads.ts';

vi.setConfig({ testTimeout: 60_000 });

let sealed: SealedLedger;
let folder: string;

beforeEach(() => {
  sealed = aSealedLedger();
  sealAt(sealed, [300]);
  folder = aTemporaryFolder();
});

const jobOf = (receipts: readonly number[]) => ({ file: ledgerFile(sealed.folder), content: { kind: 'receipts', receipts } as const, folder, unfinished: path.join(folder, '.unfinished') });
const written = (receipts: readonly number[]) => bundleInThread(sourceThreads, jobOf(receipts));
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('a bundle that is written on a thread of its own', () => {
  test('is one that verifies, and nothing lies beside it', async () => {
    const bundle = await written([1, 77, 300]);

    if (!bundle.ok) throw new Error(bundle.refusal.says);
    expect(readdirSync(folder)).toEqual([path.basename(bundle.value.file)]);
    expect(bundle.value).toMatchObject({ receipts: 3, size: 300 });
    expect(await verifyBundle(bundle.value.file, { keys: [sealed.key.fingerprint], kept: [] })).toMatchObject({ verdict: 'consistent', receipts: 3, seal: { size: 300, isKnown: true } });
  });

  test('never takes the place of what is there', async () => {
    const first = await written([1]);
    if (!first.ok) throw new Error(first.refusal.says);
    writeFileSync(first.value.file, 'mine');

    const second = await written([1, 2]);

    expect(second).toMatchObject({ ok: true, value: { file: first.value.file.replace('.zip', '-2.zip') } });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('is refused, with nothing written, where a receipt is not sealed yet', async () => {
    sealed.journal.renewEpoch();

    expect(await written([301])).toMatchObject({ ok: false, refusal: { code: 'blocked', says: 'Receipt 301 is not sealed yet: the newest checkpoint was signed at 300.' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('ends where it is cancelled', async () => {
    const cancelled = new AbortController();

    const writing = bundleInThread(sourceThreads, jobOf(upTo(300)), { signal: cancelled.signal });
    cancelled.abort();

    await expect(writing).rejects.toThrow(JobCancelledError);
    expect(readdirSync(folder).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  test('says why where the folder cannot be written', async () => {
    await expect(bundleInThread(sourceThreads, { ...jobOf([1]), unfinished: path.join(folder, 'not/there') })).rejects.toThrow('ENOENT');
  });
});
