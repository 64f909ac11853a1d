import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOfFile } from '../../electron/host/ledger/digest-of-file.ts';
import type { Task } from '../../shared/bridge-values.ts';
import type { BindingId, Digest } from '../../shared/ids.ts';
import type { Result } from '../../shared/result.ts';
import { writePlacedBytes } from '../support/placed-bytes.ts';
import { folded, prepareSample, refusalOf, valueOf } from '../support/sample-worker.ts';
import { openTestHost, removeFolder, temporaryFolder, testEngine, type TestHost } from '../support/test-host.ts';

/** More than a signed number of 32 bits holds; every day it is the same way with less on it. */
const bytes = process.env['BAILIWICK_TEST_FULL'] === undefined ? 50_000_000 : 2_200_000_000;
const patience = 600_000;
const place = '/workspace/task/big.bin';
const files = temporaryFolder();
const exports = path.join(files, 'exports');
const source = path.join(files, 'source/big.bin');

let host: TestHost;
let binding: BindingId;
let manifest: Digest;

beforeAll(async () => {
  host = openTestHost();
  binding = await prepareSample(host, testEngine(), { seat: `large@t${process.pid}`, artifacts: [{ path: place, maxBytes: bytes }] });
  for (const folder of ['source', 'exports']) mkdirSync(path.join(files, folder));
  writePlacedBytes(source, bytes);
  host.answers.folder = exports;
  valueOf(await host.requests.chooseExportFolder({}));
});

afterAll(async () => {
  for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
  host.close();
  removeFolder(host.folder);
  removeFolder(files);
});

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name) : [];

const stagingFolder = (): string => path.join(host.folder, 'staging', binding);

/** Cancels what is asked for as soon as it is under way, as the button on its progress does. */
async function cancelled<Value>(asked: Promise<Result<Value>>, isUnderWay: (task: Task) => boolean): Promise<Result<Value>> {
  const watch = new AbortController();
  void asked.finally(() => watch.abort());
  while (!watch.signal.aborted) {
    const task = (await host.requests.frame({})).tasks.find(isUnderWay);
    if (task) return host.requests.cancelTask({ task: task.id }).then(() => asked);
    await setImmediate();
  }
  throw new TypeError('it ended before it was cancelled');
}

const someBytes = ({ done }: Task): boolean => done > 0 && done < bytes;

async function stage(): Promise<Result<Digest>> {
  host.answers.folder = path.join(files, 'source');
  const selection = valueOf(await host.requests.chooseSources({ kind: 'folder' }));
  return host.requests.stageSelection({ binding, selection: selection?.selection ?? '', class: 'context' });
}

describe(`a file of ${bytes / 1_000_000} MB that is cancelled half-way`, () => {
  test('while it is staged: nothing of it is kept, and no receipt tells of it', async () => {
    const refused = refusalOf(await cancelled(stage(), ({ label }) => label.startsWith('Staging') && filesBelow(stagingFolder()).length > 0));

    expect(refused).toMatchObject({ code: 'cancelled' });
    expect(filesBelow(stagingFolder())).toEqual([]);
    expect((await folded(host, binding)).projections).toEqual([]);
  }, patience);

  test('while it is delivered: it is unconfirmed, the part that came is listed as partial, and nothing is asked again', async () => {
    manifest = valueOf(await stage());

    expect(refusalOf(await cancelled(host.requests.deliver({ binding, manifest }), someBytes))).toMatchObject({ code: 'unconfirmed' });

    const { files: listed } = valueOf(await host.requests.listGuestFiles({ binding }));
    expect(listed.find((file) => file.path === place)).toMatchObject({ change: 'partial' });
    expect(refusalOf(await host.requests.deliver({ binding, manifest }))).toMatchObject({ code: 'unconfirmed' });
  }, patience);

  test('is closed as not applied with how much of it is there, and delivered again arrives whole', async () => {
    const [open] = (await folded(host, binding)).open;
    if (!open) throw new TypeError('no attempt waits');
    expect(valueOf(await host.requests.closeAttempt({ attempt: open.id }))).toBe('closed');
    const [cut] = (await folded(host, binding)).projections.at(-1)?.deliveries ?? [];
    expect(cut?.settlement).toMatchObject({ disposition: 'not_applied', evidence: [{ found: expect.stringMatching(new RegExp(`^0 of 1 .*; in part: ${place}: \\d+ of ${bytes} bytes$`)) }, {}] });

    valueOf(await host.requests.deliver({ binding, manifest }));

    expect((await folded(host, binding)).projections.at(-1)?.delivered?.value).toMatchObject({ files: 1, bytes, matched: 1 });
  }, patience);

  test('while it is exported: nothing is published, nothing is kept in staging, and no receipt calls it exported', async () => {
    expect(refusalOf(await cancelled(host.requests.exportArtifact({ binding, path: place }), someBytes))).toMatchObject({ code: 'cancelled' });

    expect([filesBelow(exports), filesBelow(path.join(host.folder, 'outgoing'))]).toEqual([[], []]);
    expect((await folded(host, binding)).artifacts[0]).toMatchObject({ publications: [] });
    expect((await folded(host, binding)).artifacts[0]?.exported).toBeUndefined();
  }, patience);

  test('exported again leaves with all of its bytes, and the staged copy is gone', async () => {
    const exported = valueOf(await host.requests.exportArtifact({ binding, path: place }));

    const page = valueOf(await host.requests.readManifest({ binding, manifest, offset: 0, limit: 1 }));
    expect(exported).toMatchObject({ outcome: 'published', bytes, digest: page.rows[0]?.entry.stagedDigest });
    expect(statSync(exported.destination ?? '').size).toBe(bytes);
    expect(await digestOfFile(exported.destination ?? '')).toBe(await digestOfFile(source));
    expect(filesBelow(path.join(host.folder, 'outgoing'))).toEqual([]);
  }, patience);
});
