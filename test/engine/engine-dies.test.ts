import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { PrivateEngine } from '../../electron/host/engine/private-engine.ts';
import type { BindingId } from '../../shared/ids.ts';
import { labelKeys } from '../../shared/naming.ts';
import { tokenFor } from '../support/engine-under-test.ts';
import { EngineProxy, type Fault } from '../support/engine-proxy.ts';
import { folded, prepareSample, refusalOf, until, valueOf, view } from '../support/sample-worker.ts';
import { openTestHost, removeFolder, temporaryFolder, type TestHost } from '../support/test-host.ts';

const isRoot = process.getuid?.() === 0;

// Not below TMPDIR: a socket's path is short.
let folder: string;
let engine: PrivateEngine;
let proxy: EngineProxy;
let host: TestHost;

beforeEach(async () => {
  folder = mkdtempSync('/tmp/bw-dies-');
  engine = new PrivateEngine({ folder });
  await engine.start(tokenFor('start_engine'));
  proxy = await EngineProxy.start(path.join(folder, 'proxy.sock'), engine.endpoint);
  host = openTestHost(temporaryFolder());
});

afterEach(async () => {
  host.close();
  await proxy.stop();
  if (engine.read().kind === 'running') {
    const left = await createDockerEngines().readers.at(engine.endpoint).listNetworks();
    await engine.stop(tokenFor('stop_engine'));
    // An engine leaves its bridges on the machine: a test that failed would stand in the way of others.
    for (const { id } of left) spawnSync('ip', ['link', 'delete', `br-${id.slice(0, 12)}`], { stdio: 'ignore' });
  }
  // A daemon that did not end by itself leaves its data folder mounted onto itself.
  spawnSync('umount', [`${folder}/data`], { stdio: 'ignore' });
  removeFolder(host.folder);
  removeFolder(folder);
});

async function dies(): Promise<void> {
  const state = engine.read();
  if (state.kind === 'running') process.kill(state.pid, 'SIGKILL');
  proxy.hangUp();
  await expect.poll(() => engine.read().kind).toBe('stopped');
}

/** What carries this worker's label on the engine, or its name. */
async function leftOf(binding: BindingId): Promise<readonly string[]> {
  const reader = createDockerEngines().readers.at(engine.endpoint);
  const all = [await reader.listContainers(), await reader.listNetworks(), await reader.listVolumes()].flat();
  return all.filter(({ labels }) => labels[labelKeys.binding] === binding).map(({ name }) => name);
}

describe.skipIf(!isRoot)('B2 18: an engine that dies in the middle of a teardown', () => {
  test.each<[string, Fault]>([
    ['after it removed the container', { kind: 'hold_answer' }],
    ['before it heard of the removal', { kind: 'hold_request' }],
  ])('%s leaves nothing behind that the console does not hold, and is asked nothing twice', async (_when, fault) => {
    const binding = await prepareSample(host, `unix://${proxy.path}`, { seat: 'left@behind', network: 'internal' });
    const met = proxy.plan(/DELETE \S*\/containers\//, fault);
    const asked = host.requests.runTeardownStep({ binding, step: 'remove_container' });
    await met;
    await proxy.quiet();

    await dies();

    expect(refusalOf(await asked)).toMatchObject({ code: 'unconfirmed' });
    const { resources } = await folded(host, binding);
    expect(Object.values(resources).filter(({ absent }) => absent)).toEqual([]);
    expect(refusalOf(await host.requests.runTeardownStep({ binding, step: 'remove_work' }))).toBeDefined();

    await engine.start(tokenFor('start_engine'));
    const attempt = resources.container.removal?.id;
    if (attempt === undefined) throw new TypeError('no removal was asked');
    await until('the engine is reached', async () => (await view(host, binding)).engine.now === 'itself');
    await host.requests.lookAgain({ attempt });
    const settlement = (await folded(host, binding)).resources.container.removal?.settlement;
    expect(settlement?.disposition).toBe(fault.kind === 'hold_answer' ? 'applied' : undefined);
    if (!settlement) expect(valueOf(await host.requests.closeAttempt({ attempt }))).toBe('closed');

    for (const step of ['remove_container', 'remove_network', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
    expect(await leftOf(binding)).toEqual([]);
  });
});
