import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportArtifact } from '../../electron/host/artifacts/export-artifact.ts';
import { launch } from '../../electron/host/execution/launch.ts';
import { runTeardownStep } from '../../electron/host/custody/run-teardown-step.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { stageSources } from '../../electron/host/projection/stage-sources.ts';
import { EngineWorker, valueOf } from '../support/engine-worker.ts';
import { guestSays } from '../support/guest-says.ts';
import { until } from '../support/sample-worker.ts';
import { removeFolder, temporaryFolder } from '../support/test-host.ts';

const folder = temporaryFolder();
let worker: EngineWorker;

beforeAll(async () => {
  worker = await EngineWorker.prepared(folder, `sample@t${process.pid}`);
  mkdirSync(path.join(folder, 'given/sub'), { recursive: true });
  writeFileSync(path.join(folder, 'given/task.md'), 'Write a report.\n');
  writeFileSync(path.join(folder, 'given/sub/it’s.txt'), 'x');
  const manifest = valueOf(await stageSources(worker, { binding: worker.binding, chosen: { kind: 'folder', path: path.join(folder, 'given') }, class: 'context' }));
  valueOf(await deliver(worker, worker.id, manifest));
});

afterAll(async () => {
  await worker.close();
  removeFolder(folder);
});

const run = async (...argv: readonly string[]) => {
  valueOf(await launch(worker, worker.id, { argv: ['harness', ...argv], workingDirectory: '/workspace/task', environmentNames: [] }));
  return worker;
};

const exitCode = () =>
  until('the harness ends', async () => {
    const reading = await worker.reader.inspectContainer(worker.container);
    return reading?.state === 'exited' && { code: reading.exitCode };
  });

const exportedText = async (name: string, exportFolder: string): Promise<string> => {
  const value = valueOf(await exportArtifact(worker, worker.id, { path: `/workspace/results/${name}`, maxBytes: 100_000, exportFolder }));
  if (!('destination' in value)) throw new Error(value.says);
  return readFileSync(value.destination, 'utf8');
};

describe('the sample worker', () => {
  test('reads what it was given and leaves a report and a history', async () => {
    await run('--session', 'first', '--steps', '2', '--pause', '0');
    expect(await exitCode()).toEqual({ code: 0 });

    const report = await exportedText('report.md', worker.exportFolder);
    expect(report).toContain('It was given 2 files');
    expect(report).toContain('./sub/it’s.txt');
    expect(report).toContain('> Write a report.');
    expect(JSON.parse(await exportedText('summary.json', worker.exportFolder))).toEqual({ session: 'first', begun: 'started', files: 2, steps: 2, history: 3 });
  });

  test('resumes exactly the session it is asked for, or refuses with 3', async () => {
    await run('--resume', 'another', '--steps', '1');
    expect(await exitCode()).toEqual({ code: 3 });
    await guestSays(worker, 'there is no history of session another, so it cannot be resumed');

    await run('--resume', 'first', '--steps', '1', '--pause', '0');
    expect(await exitCode()).toEqual({ code: 0 });
    await guestSays(worker, 'session first: resumed');
  });

  test('does not begin a session that has a history already', async () => {
    await run('--session', 'first');

    expect(await exitCode()).toEqual({ code: 3 });
  });

  test('ends gracefully when it is asked to', async () => {
    await run('--wait', '--steps', '1', '--pause', '0');
    await guestSays(worker, 'waiting until it is asked to end');

    valueOf(await runTeardownStep(worker, worker.id, 'stop_container'));

    expect(await exitCode()).toEqual({ code: 0 });
  });
});
