import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { executionOfResults } from '../../shared/execution-results.ts';
import type { BindingId, Digest } from '../../shared/ids.ts';
import { KilledConsole } from '../support/killed-console.ts';
import { placedBytes } from '../support/placed-bytes.ts';
import { folded, launchSample, prepareSample, refusalOf, valueOf, view } from '../support/sample-worker.ts';
import { testEngine } from '../support/test-host.ts';

// A console is opened three times in each of them, once in a process of its own.
vi.setConfig({ testTimeout: 180_000 });

const reader = createDockerEngines().readers.at(testEngine());
const bytes = 8_000_000;
const place = '/workspace/task/big.bin';
const request = { argv: ['sleep', '600'], workingDirectory: '/workspace/task', environmentNames: [] };
const putFiles = /^PUT \S*\/archive\?path=%2Fworkspace /;

let killed: KilledConsole;
let binding: BindingId;
let container: string;

beforeEach(async () => {
  killed = await KilledConsole.begin();
  binding = await prepareSample(killed.host, killed.endpoint, { seat: `killed@t${process.pid}`, artifacts: [{ path: place, maxBytes: bytes }] });
  container = (await folded(killed.host, binding)).resources.container.present?.value.id ?? '';
});

afterEach(async () => {
  const { requests } = killed.host;
  for (const { attempt } of (await requests.frame({})).unconfirmed) valueOf(await requests.closeAttempt({ attempt }));
  await requests.waiveArtifact({ binding, path: place, execution: executionOfResults(await folded(killed.host, binding))?.id ?? null });
  for (const step of ['stop_container', 'remove_container', 'remove_work', 'remove_state', 'remove_staging'] as const) await requests.runTeardownStep({ binding, step });
  expect(valueOf(await requests.planTeardown({ binding })).finished).toBe(true);
  await killed.end();
});

const isRunning = async (): Promise<boolean> => (await reader.inspectContainer(container))?.state === 'running';
const lastExecution = async () => (await folded(killed.host, binding)).executions.at(-1);
const lastDeliveries = async () => (await folded(killed.host, binding)).projections.at(-1)?.deliveries;

describe('killed during start', () => {
  test('after the engine started it: after restart the start is found by the engine’s own time of it, and it was started once', async () => {
    await killed.killDuring(/^POST \S*\/start/, { kind: 'hold_answer' }, (child) => void child.ask('launch', { binding, request }));
    await killed.settledOpen(binding);

    expect((await lastExecution())?.start?.settlement).toMatchObject({ disposition: 'applied', evidence: [{ kind: 'reading' }] });
    expect(refusalOf(await launchSample(killed.host, binding))).toBeDefined();
    expect([await isRunning(), killed.asked(/^POST \S*\/start/)]).toEqual([true, 1]);
  });

  test('before the request reached the engine: after restart it is unconfirmed, nothing runs, and nothing is asked again', async () => {
    const host = await killed.killDuring(/^POST \S*\/start/, { kind: 'hold_request' }, (child) => void child.ask('launch', { binding, request }));
    await killed.lookedAgain(binding);

    expect((await lastExecution())?.start?.settlement).toBeUndefined();
    expect((await view(host, binding)).row.state).toMatchObject({ mark: 'unconfirmed' });
    expect(refusalOf(await launchSample(host, binding))).toMatchObject({ code: 'unconfirmed' });
    expect([await isRunning(), killed.asked(/^POST \S*\/start/)]).toEqual([false, 0]);
  });
});

/** A file of its own for this test, staged for the worker. */
async function staged(): Promise<Digest> {
  const { requests, answers } = killed.host;
  const source = path.join(killed.data, 'source');
  mkdirSync(source);
  writeFileSync(path.join(source, 'big.bin'), placedBytes(bytes));
  answers.folder = source;
  const selection = valueOf(await requests.chooseSources({ kind: 'folder' }));
  return valueOf(await requests.stageSelection({ binding, selection: selection?.selection ?? '', class: 'context' }));
}

describe('killed during deliver', () => {
  test('after the engine took all of it: after restart it is found by the hashes of what is there, and was sent once', async () => {
    const manifest = await staged();
    await killed.killDuring(putFiles, { kind: 'hold_answer' }, (child) => void child.ask('deliver', { binding, manifest }));
    await killed.settledOpen(binding);

    expect(await lastDeliveries()).toMatchObject([{ settlement: { disposition: 'applied', evidence: [{ kind: 'reading', found: '1 of 1 are as asked for below /workspace' }] } }]);
    expect(killed.asked(putFiles)).toBe(1);
  });

  test('with half of it there: after restart it is unconfirmed, what came is listed as partial, and nothing is sent again', async () => {
    const manifest = await staged();
    const isHalfThere = (): boolean => killed.proxy.changes.some(({ isStalled }) => isStalled);
    const host = await killed.killDuring(putFiles, { kind: 'stall_request', afterBytes: bytes / 2 }, (child) => void child.ask('deliver', { binding, manifest }), isHalfThere);
    await killed.lookedAgain(binding);

    expect((await lastDeliveries())?.map(({ settlement }) => settlement)).toEqual([undefined]);
    const { files } = valueOf(await host.requests.listGuestFiles({ binding }));
    expect(files.find((file) => file.path === place)).toMatchObject({ change: 'partial' });
    expect(refusalOf(await host.requests.deliver({ binding, manifest }))).toMatchObject({ code: 'unconfirmed' });
    expect(killed.asked(putFiles)).toBe(1);
  });
});

/** What a worker has to bring back lies there, and a person has chosen where to. */
async function exportable(): Promise<{ readonly exports: string; readonly outgoing: string }> {
  const { requests, answers } = killed.host;
  valueOf(await requests.deliver({ binding, manifest: await staged() }));
  const exports = path.join(killed.data, 'exports');
  mkdirSync(exports);
  answers.folder = exports;
  valueOf(await requests.chooseExportFolder({}));
  return { exports, outgoing: path.join(killed.data, 'outgoing') };
}

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [])) : [];

describe('killed during export', () => {
  test('with half of it here: after restart nothing is published, what was staged is swept, and another export brings it once', async () => {
    const { exports, outgoing } = await exportable();
    const isHere = (): boolean => filesBelow(outgoing).some((file) => statSync(file).size > 0);
    const host = await killed.killDuring(/^GET \S*\/archive\?path=\S*big\.bin/, { kind: 'stall_answer', afterBytes: bytes / 2 }, (child) => void child.ask('exportArtifact', { binding, path: place }), isHere);

    expect((await folded(host, binding)).artifacts[0]).toMatchObject({ publications: [] });
    await expect.poll(() => [filesBelow(exports), filesBelow(outgoing)]).toEqual([[], []]);
    expect(valueOf(await host.requests.exportArtifact({ binding, path: place }))).toMatchObject({ outcome: 'published', bytes });
    expect(filesBelow(exports)).toHaveLength(1);
  });

  test('after it was published: after restart that is found by its bytes and hash, and another export finds it there already', async () => {
    const { exports, outgoing } = await exportable();
    const host = await killed.killAt('call publish_file', (child) => void child.ask('exportArtifact', { binding, path: place }));
    await killed.settledOpen(binding);

    expect((await folded(host, binding)).artifacts[0]?.publications).toMatchObject([{ settlement: { disposition: 'applied', evidence: [{ kind: 'bytes' }] } }]);
    await expect.poll(async () => (await folded(host, binding)).artifacts[0]?.exported?.value).toMatchObject({ outcome: 'published', bytes });
    expect(valueOf(await host.requests.exportArtifact({ binding, path: place }))).toMatchObject({ outcome: 'already_there', bytes });
    expect(filesBelow(exports)).toHaveLength(1);
    await expect.poll(() => filesBelow(outgoing)).toEqual([]);
  });
});
