import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { FarMachine } from '../support/far-machine.ts';
import { openTestHost, removeFolder, testEngine, type TestHost } from '../support/test-host.ts';
import { folded, prepareSample, valueOf } from '../support/sample-worker.ts';

let machine: FarMachine;
let endpoint: Endpoint;
let host: TestHost;

describe('an engine on a far machine, over the system’s own ssh', () => {
  beforeAll(async () => {
    // Not below TMPDIR: a socket's path is short.
    machine = await FarMachine.start(mkdtempSync('/tmp/bw-far-'));
    endpoint = machine.endpointOf(testEngine().replace('unix://', ''));
  });

  afterAll(() => machine.stop());

  beforeEach(() => {
    vi.stubEnv('PATH', machine.env.PATH);
    machine.setUpSsh({});
    host = openTestHost(mkdtempSync('/tmp/bw-host-'));
  });

  afterEach(() => {
    host.close();
    removeFolder(host.folder);
    vi.unstubAllEnvs();
  });

  const namesAt = async (at: string): Promise<readonly string[]> => {
    const reader = createDockerEngines().readers.at(at as Endpoint);
    return [...(await reader.listContainers()), ...(await reader.listVolumes())].map(({ name }) => name);
  };

  test.runIf(process.geteuid?.() === 0)('B0 V13, B7 60: a worker is prepared and taken back whole on an engine beside the one that is here, which gets nothing, each effect an attempt, by a host that only the configuration of ssh knows', async () => {
    valueOf(await host.requests.addEndpoint({ path: testEngine() }));
    valueOf(await host.requests.startPrivateEngine({}));
    const there = (await host.requests.listEngines({})).engines.find(({ source }) => source === 'private')?.endpoint ?? '';
    const far = machine.endpointOf(there.replace('unix://', ''));
    const binding = await prepareSample(host, far, { seat: `far@t${process.pid}` });
    const { spec, resources: { container, work } } = await folded(host, binding);

    expect(spec.endpoint).toBe(far);
    expect(await namesAt(there)).toEqual(expect.arrayContaining([container.name, work.name]));
    for (const { name } of [container, work]) expect(await namesAt(testEngine())).not.toContain(name);
    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
    expect((await host.requests.listReceipts({ filter: {}, limit: 200 })).lines.filter(({ receipt: { body } }) => body.kind === 'settlement' && body.disposition !== 'applied')).toEqual([]);
    valueOf(await host.requests.stopPrivateEngine({}));
  });

  const saying = async (at: Endpoint): Promise<string> => {
    const engines = createDockerEngines(usualDeadlines, { tunnels: path.join(host.folder, 'ways'), certificatesFor: () => null });
    const said = await engines.readers.at(at).identity().then(({ engine }) => engine, (error: Error) => error.message);
    engines.close();
    return said;
  };

  test('says the same id as on its own socket', async () => {
    expect(await saying(endpoint)).toBe((await createDockerEngines().readers.at(testEngine()).identity()).engine);
  });

  test('B0 V13, B7 60: is reached through a jump host that only the configuration names', async () => {
    expect(await saying(machine.endpointOf(testEngine().replace('unix://', ''), 'engine-behind'))).toBe((await createDockerEngines().readers.at(testEngine()).identity()).engine);
  });

  test('B7 60: is reached with a key that only an agent holds', async () => {
    const agent = await machine.startAgent();
    machine.setUpSsh({ agent: agent.socket });

    expect(await saying(endpoint)).toBe((await createDockerEngines().readers.at(testEngine()).identity()).engine);
    agent.stop();
    expect(await saying(endpoint)).toContain('the host lets this account in with none of its keys');
  });

  test('B0 V8: a host whose key is not known is refused and its key not taken, although the configuration would', async () => {
    machine.setUpSsh({ hostKnown: false });

    expect(await saying(endpoint)).toContain('host key not known: connect once by hand with ssh');
    expect(machine.knownHosts).toBe('');
  });

  test('that lets no key of ours in says so', async () => {
    machine.setUpSsh({ keyKnown: false });

    expect(await saying(endpoint)).toContain('the host lets this account in with none of its keys');
  });

  test('for which the configuration opens something else too is not dialled, and is once it does not', async () => {
    machine.setUpSsh({ also: ['RemoteForward 9000 localhost:9000'] });
    expect(await saying(endpoint)).toContain('your ssh configuration opens something else to engine-host as well (remoteforward 9000 [localhost]:9000)');

    machine.setUpSsh({ also: ['ForkAfterAuthentication yes', 'Tunnel yes'] });
    expect(await saying(endpoint)).toBe((await createDockerEngines().readers.at(testEngine()).identity()).engine);
    expect(readdirSync(path.join(host.folder, 'ways'))).toEqual([]);
  });

  test('whose socket is not there says so of the far machine', async () => {
    expect(await saying(machine.endpointOf('/nowhere/docker.sock'))).toContain('the engine’s socket on the far machine cannot be opened by this user');
  });
});
