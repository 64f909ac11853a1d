import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import type { BindingId } from '../../shared/ids.ts';
import { EngineProxy } from '../support/engine-proxy.ts';
import { folded, preparationEnd, refusalOf, requestSample, until, valueOf, view } from '../support/sample-worker.ts';
import { openTestHost, removeFolder, temporaryFolder, testEngine, type TestHost } from '../support/test-host.ts';

const seatOf = (name: string): string => `${name}@t${process.pid}`;
const reader = createDockerEngines().readers.at(testEngine());

let data: string;
let proxy: EngineProxy;
let host: TestHost;

beforeEach(async () => {
  data = temporaryFolder();
  proxy = await EngineProxy.start(path.join(temporaryFolder(), 'engine.sock'), testEngine());
  host = openTestHost(data);
});

afterEach(async () => {
  host.close();
  await proxy.stop();
  removeFolder(data);
});

/** Asks for a worker whose container's creation is cut before the engine hears of it, and closes the console on it. */
async function strandedCreation(seat: string, kind: 'hold_request' | 'delay_request'): Promise<BindingId> {
  const met = proxy.plan(/POST \S*\/containers\/create/, { kind });
  const binding = await requestSample(host, `unix://${proxy.path}`, { seat });
  await met;
  // Nothing is sealed at the end of a console whose keys are still being made.
  await host.requests.keys({});
  host.close();
  host = openTestHost(data);
  await until('the engine is reached', async () => (await view(host, binding)).engine.now === 'itself');
  await until('it waits in the inbox', async () => (await host.requests.listInbox({})).length === 1);
  return binding;
}

async function takeBack(binding: BindingId): Promise<void> {
  for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
}

const containersOf = async (binding: BindingId) => {
  const { name } = (await folded(host, binding)).resources.container;
  return (await reader.listContainers()).filter((row) => row.name === name);
};

describe('an attempt that the engine never heard of', () => {
  test('is stranded after a restart, is closed by a signed decision, and the preparation goes on', async () => {
    const binding = await strandedCreation(seatOf('close'), 'hold_request');
    const [item] = await host.requests.listInbox({});
    expect(item).toMatchObject({ kind: 'attempt', state: 'stranded', operation: 'create_container', canClose: true });

    const attempt = item?.kind === 'attempt' ? item.attempt : undefined;
    if (attempt === undefined) throw new TypeError('no attempt waits');
    expect(valueOf(await host.requests.closeAttempt({ attempt }))).toBe('closed');

    expect(await host.requests.listInbox({})).toEqual([]);
    valueOf(await host.requests.continuePreparation({ binding }));
    expect(await containersOf(binding)).toHaveLength(1);
    expect(valueOf(await host.requests.verifyLedger({})).verdict).toBe('verified');
    await takeBack(binding);
  });

  test('that takes effect after its closing is ours: the retry meets it in its name, and there is one container', async () => {
    const binding = await strandedCreation(seatOf('late'), 'delay_request');
    const [item] = await host.requests.listInbox({});
    const attempt = item?.kind === 'attempt' ? item.attempt : undefined;
    if (attempt === undefined) throw new TypeError('no attempt waits');
    valueOf(await host.requests.closeAttempt({ attempt }));

    proxy.release();
    await until('the engine acts after all', async () => (await containersOf(binding)).length === 1);
    await until('it waits in the inbox', async () => (await host.requests.listInbox({})).find(({ kind }) => kind === 'late_effect'));
    valueOf(await host.requests.continuePreparation({ binding }));

    const [container] = await containersOf(binding);
    const { resources } = await folded(host, binding);
    expect(resources.container.late?.value.attempt).toBe(attempt);
    expect(resources.container.present?.value.id).toBe(container?.id);
    expect(await containersOf(binding)).toHaveLength(1);
    await takeBack(binding);
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });
});

describe('a declared result that its owner gives up', () => {
  test('is named in a signed waiver, and teardown goes on without it', async () => {
    const lost = '/workspace/results/never.md';
    const binding = await requestSample(host, `unix://${proxy.path}`, { seat: seatOf('waived'), artifacts: [{ path: lost, maxBytes: 1000 }] });
    await preparationEnd(host, binding);
    expect(refusalOf(await host.requests.runTeardownStep({ binding, step: 'remove_container' }))).toMatchObject({ code: 'blocked' });

    expect(refusalOf(await host.requests.waiveArtifact({ binding, path: '/workspace/results/other.md', execution: null }))).toMatchObject({ code: 'not_found' });
    valueOf(await host.requests.waiveArtifact({ binding, path: lost, execution: null }));
    expect(refusalOf(await host.requests.waiveArtifact({ binding, path: lost, execution: null }))).toMatchObject({ code: 'already_so' });

    await takeBack(binding);
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });
});
