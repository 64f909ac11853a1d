import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { comparisonRows } from '../../shared/comparison.ts';
import { readinessRungs } from '../../shared/readiness.ts';
import { openTestHost, removeFolder, temporaryFolder, testEngine, type TestHost } from '../support/test-host.ts';
import { folded, launchSample, prepareSample, processEnd, reportPath, sampleHarness, until, valueOf, view } from '../support/sample-worker.ts';

const seatOf = (name: string): string => `${name}@t${process.pid}`;

let host: TestHost;
let files: string;

beforeEach(() => {
  host = openTestHost();
  files = temporaryFolder();
  mkdirSync(path.join(files, 'task'));
  writeFileSync(path.join(files, 'task/task.md'), 'Write a report.\n');
});

afterEach(() => {
  host.close();
  removeFolder(host.folder);
  removeFolder(files);
});

describe('the whole way of a worker, without a window', () => {
  test('prepares, projects, launches, observes, exports and takes everything back, with a receipt for each effect', async () => {
    const exports = path.join(files, 'exports');
    host.answers.folder = exports;
    mkdirSync(exports);
    valueOf(await host.requests.chooseExportFolder({}));
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('whole'), artifacts: [{ path: reportPath, maxBytes: 1_000_000, form: { type: 'text' } }] });

    host.answers.folder = path.join(files, 'task');
    const selection = valueOf(await host.requests.chooseSources({ kind: 'folder' }));
    const manifest = valueOf(await host.requests.stageSelection({ binding, selection: selection?.selection ?? '', class: 'context' }));
    valueOf(await host.requests.deliver({ binding, manifest }));
    const page = valueOf(await host.requests.readManifest({ binding, manifest, offset: 0, limit: 10 }));
    expect(page.rows.map(({ entry, delivery }) => [entry.destination, delivery])).toEqual([['/workspace/task/task.md', 'matched']]);

    valueOf(await launchSample(host, binding, [sampleHarness, '--steps', '1', '--pause', '0', '--wait']));
    valueOf(await host.requests.observe({ binding }));
    expect(comparisonRows(await folded(host, binding)).map(({ aspect, agrees }) => [aspect, agrees])).toEqual([
      ['cpu', 'yes'], ['memory', 'yes'], ['pids', 'yes'], ['capabilities', 'yes'], ['no_new_privileges', 'yes'], ['seccomp', 'yes'], ['user', 'yes'], ['read_only_root', 'yes'], ['network', 'yes'],
      // The engine admits the image that was asked for; no guest tells of one.
      ['image', 'unknown'],
      // Tried from inside as well: without a network it gets nowhere.
      ['host', 'yes'], ['outside', 'yes'], ['names', 'yes'],
      ['harness', 'unknown'], ['policy', 'unknown'],
    ]);
    await until('the report is written', async () => valueOf(await host.requests.listGuestFiles({ binding })).files.some((file) => file.path === reportPath));
    valueOf(await host.requests.runTeardownStep({ binding, step: 'stop_container' }));
    const end = await processEnd(host, binding);
    expect(end).toMatchObject({ exitCode: 0 });
    valueOf(await host.requests.observe({ binding }));
    // B14 113: by both clocks, the console's and the engine's own.
    const told = (await host.requests.listReceipts({ filter: { binding }, limit: 200 })).lines.map(({ receipt }) => receipt).findLast(({ body }) => body.kind === 'observation' && body.fact === 'process' && body.value.state === 'exited');
    expect(told?.engineAt).toBe(`${end?.state === 'exited' ? end.finishedAt.slice(0, 23) : ''}Z`);
    expect(readinessRungs(await folded(host, binding), 'itself').map(({ rung, mark }) => [rung, mark])).toEqual([
      ['provider_reachable', 'seen'], ['filesystem_projected', 'seen'], ['process_started', 'seen'], ['team_identity', 'none'], ['task_completed', 'seen'],
    ]);

    const exported = valueOf(await host.requests.exportArtifact({ binding, path: reportPath }));
    expect(exported.outcome).toBe('published');
    expect(readFileSync(exported.destination ?? '', 'utf8')).toContain('task.md');
    expect(valueOf(await host.requests.exportArtifact({ binding, path: reportPath })).outcome).toBe('already_there');

    valueOf(await host.requests.checkPublished({ binding, path: reportPath }));
    expect((await folded(host, binding)).artifacts[0]?.checked?.value).toMatchObject({ outcome: 'matches', destination: exported.destination });

    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(valueOf(await host.requests.planTeardown({ binding })).steps.at(-1)).toMatchObject({ id: 'remove_staging', state: { kind: 'ready' }, resource: { name: path.join(host.folder, 'staging', binding) } });
    valueOf(await host.requests.runTeardownStep({ binding, step: 'remove_staging' }));
    expect(existsSync(path.join(host.folder, 'staging', binding))).toBe(false);
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
    expect((await view(host, binding)).row).toMatchObject({ open: false, custody: 'removed' });
    expect(valueOf(await host.requests.verifyLedger({})).verdict).toBe('verified');
    expect(host.faults).toEqual([]);
  });

  test('a declared path that is not there after exit is shown as exported-nothing, and teardown goes on', async () => {
    const missing = '/workspace/results/missing.md';
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('nothing'), artifacts: [{ path: missing, maxBytes: 1000 }] });
    valueOf(await launchSample(host, binding));
    await processEnd(host, binding);

    expect(await host.requests.runTeardownStep({ binding, step: 'remove_container' })).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(valueOf(await host.requests.exportArtifact({ binding, path: missing })).outcome).toBe('nothing');
    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));

    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });

  test('a declared result that does not fit its schema stays inside, and nothing is removed before its owner gives it up', async () => {
    const result = { path: reportPath, maxBytes: 1_000_000, form: { type: 'json' as const, schema: '{"type":"object","required":["score"]}' } };
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('unfit'), artifacts: [result] });
    const write = `printf '{"scores":[]}' > ${reportPath}`;
    valueOf(await launchSample(host, binding, ['sh', '-c', write]));
    await processEnd(host, binding);

    expect(valueOf(await host.requests.exportArtifact({ binding, path: reportPath }))).toMatchObject({ outcome: 'refused', says: expect.stringContaining("must have required property 'score'") });
    expect(await host.requests.runTeardownStep({ binding, step: 'remove_container' })).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(valueOf(await host.requests.listGuestFiles({ binding })).files.find((file) => file.path === reportPath)?.change).toBe('added');

    valueOf(await host.requests.waiveArtifact({ binding, path: reportPath, execution: (await folded(host, binding)).executions.at(-1)?.id ?? null }));
    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });

  test('a schema that is none is refused before anything is recorded', async () => {
    const artifacts = [{ path: reportPath, maxBytes: 1000, form: { type: 'json' as const, schema: '{"type":"obejct"}' } }];

    await expect(prepareSample(host, testEngine(), { seat: seatOf('none'), artifacts })).rejects.toThrow('cannot be used');
    expect(await host.requests.listWorkers({})).toEqual([]);
  });
});
