import { mkdtempSync } from 'node:fs';
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

  test('B7 60: a worker is prepared and taken back whole, each effect an attempt, by a host that only the configuration of ssh knows', async () => {
    const binding = await prepareSample(host, endpoint, { seat: `far@t${process.pid}` });
    expect((await folded(host, binding)).spec.endpoint).toBe(endpoint);

    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));

    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
    expect((await host.requests.listReceipts({ filter: {}, limit: 200 })).lines.filter(({ receipt: { body } }) => body.kind === 'settlement' && body.disposition !== 'applied')).toEqual([]);
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

  test('B0 V8: a host whose key is not known is refused and its key not taken, although the configuration would', async () => {
    machine.setUpSsh({ hostKnown: false });

    expect(await saying(endpoint)).toContain('host key not known: connect once by hand with ssh');
    expect(machine.knownHosts).toBe('');
  });

  test('that lets no key of ours in says so', async () => {
    machine.setUpSsh({ keyKnown: false });

    expect(await saying(endpoint)).toContain('the host lets this account in with none of its keys');
  });

  test('whose socket is not there says so of the far machine', async () => {
    expect(await saying(machine.endpointOf('/nowhere/docker.sock'))).toContain('the engine’s socket on the far machine cannot be opened by this user');
  });
});
