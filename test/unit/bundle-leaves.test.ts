import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bundleInThread } from '../../electron/host/ledger/bundle/bundle-in-thread.ts';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { digestText, sha256 } from '../../electron/host/ledger/digest.ts';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { JobCancelledError } from '../../electron/host/ledger/threads/run-in-thread.ts';
import { anInstallation, consoleFolder, expectRefusal, openOn, sealedOnce } from '../support/evidence-host.ts';
import { aSealedLedger, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import type { TestHost } from '../support/test-host.ts';
import { sourceThreads } from '../support/threads.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('a bundle that is made on a thread of its own', () => {
  let sealed: SealedLedger;
  let staged: string;

  beforeEach(() => {
    sealed = aSealedLedger();
    sealAt(sealed, [300]);
    staged = path.join(aTemporaryFolder(), 'staged');
  });

  const jobOf = (receipts: readonly number[]) => ({ file: ledgerFile(sealed.folder), content: { kind: 'receipts', receipts } as const, staged });
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

  test('is one that verifies, for this account alone, and comes with its hash', async () => {
    const made = await bundleInThread(sourceThreads, jobOf([1, 77, 300]));

    const bytes = readFileSync(staged);
    expect(made).toMatchObject({ ok: true, value: { receipts: 3, size: 300, bytes: bytes.length, digest: digestText(sha256(bytes)) } });
    expect(statSync(staged).mode & 0o777).toBe(0o600);
    expect(await verifyBundle(staged, { keys: [sealed.key.fingerprint], kept: [] })).toMatchObject({ verdict: 'consistent', receipts: 3, seal: { size: 300, isKnown: true } });
  });

  test('is refused, with nothing written, where a receipt is not sealed yet', async () => {
    sealed.journal.renewEpoch();

    expect(await bundleInThread(sourceThreads, jobOf([301]))).toMatchObject({ ok: false, refusal: { code: 'blocked', says: 'Receipt 301 is not sealed yet: the newest checkpoint was signed at 300.' } });
    expect(existsSync(staged)).toBe(false);
  });

  test('ends where it is cancelled', async () => {
    const cancelled = new AbortController();

    const making = bundleInThread(sourceThreads, jobOf(upTo(300)), { signal: cancelled.signal });
    cancelled.abort();

    await expect(making).rejects.toThrow(JobCancelledError);
  });

  test('says why where it cannot be written', async () => {
    await expect(bundleInThread(sourceThreads, { ...jobOf([1]), staged: path.join(staged, 'not/there') })).rejects.toThrow('ENOENT');
  });
});

describe('receipts that are exported', () => {
  let host: TestHost;
  let outgoing: string;

  beforeEach(async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    host = openOn(installed);
    outgoing = path.join(consoleFolder(installed), 'outgoing');
    host.answers.folder = aTemporaryFolder();
    await host.requests.keys({});
  });

  const exported = () => host.requests.exportBundle({ choice: { filter: {} } });
  const newest = async (): Promise<readonly string[]> => (await host.requests.listReceipts({ filter: {}, limit: 2 })).lines.map(({ says }) => says);

  test('leave as an attempt with its receipts, and nothing lies beside the file or in the data folder', async () => {
    const result = await exported();

    const [name = '', ...others] = readdirSync(host.answers.folder ?? '');
    expect(others).toEqual([]);
    expect(result).toMatchObject({ ok: true, value: { file: path.join(host.answers.folder ?? '', name), bytes: statSync(path.join(host.answers.folder ?? '', name)).size } });
    expect(await newest()).toEqual(['Settled: applied', 'Export receipts: asked']);
    expect(readdirSync(outgoing)).toEqual([]);
  });

  test('never take the place of what is there', async () => {
    const wanted = await exported();
    const theirs = wanted.ok && wanted.value ? wanted.value.file : '';
    const size = Number(/-(\d+)\.zip$/.exec(theirs)?.[1]);
    // Its two receipts are what the next one holds more.
    const next = theirs.replace(`-${size}.zip`, `-${size + 2}.zip`);
    writeFileSync(next, 'mine');

    expect(await exported()).toMatchObject({ ok: true, value: { file: next.replace('.zip', '-2.zip') } });
    expect(readFileSync(next, 'utf8')).toBe('mine');
  });

  test('are refused where the folder is none, and nothing is left of them', async () => {
    host.answers.folder = path.join(aTemporaryFolder(), 'a file');
    writeFileSync(host.answers.folder, '');

    expectRefusal(await exported(), 'engine_failed');

    expect(await newest()).toEqual(['Settled: refused', 'Export receipts: asked']);
    expect(readdirSync(outgoing)).toEqual([]);
  });

  test('that could not be made leave no attempt, and nothing behind', async () => {
    mkdirSync(outgoing, { recursive: true });
    const before = await newest();

    expectRefusal(await host.requests.exportBundle({ choice: { receipts: [99_999] } }), 'blocked');

    expect(await newest()).toEqual(before);
    expect(readdirSync(outgoing)).toEqual([]);
  });
});
