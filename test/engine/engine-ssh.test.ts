import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { LoopbackSshd, noSshd } from '../support/loopback-sshd.ts';
import { openTestHost, removeFolder, testEngine, type TestHost } from '../support/test-host.ts';
import { folded, prepareSample, valueOf } from '../support/sample-worker.ts';

let sshd: LoopbackSshd;
let endpoint: Endpoint;
let host: TestHost;

describe.skipIf(noSshd)(`an engine behind a real sshd${noSshd === undefined ? '' : ` (left out: ${noSshd})`}`, () => {
  beforeAll(async () => {
    // Not below TMPDIR: a socket's path is short.
    sshd = await LoopbackSshd.start(mkdtempSync('/tmp/bw-sshd-'));
    endpoint = sshd.endpointOf(testEngine().replace('unix://', ''));
  });

  afterAll(() => sshd.stop());

  beforeEach(() => {
    vi.stubEnv('PATH', `${sshd.programs}${path.delimiter}${process.env['PATH'] ?? ''}`);
    sshd.setUpSsh({});
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
    sshd.setUpSsh({ hostKnown: false });

    expect(await saying(endpoint)).toContain('host key not known: connect once by hand with ssh');
    expect(sshd.knownHosts).toBe('');
  });

  test('that lets no key of ours in says so', async () => {
    sshd.setUpSsh({ keyKnown: false });

    expect(await saying(endpoint)).toContain('the host lets this account in with none of its keys');
  });

  test('whose socket is not there says so of the far machine', async () => {
    expect(await saying(sshd.endpointOf('/nowhere/docker.sock'))).toContain('the engine’s socket on the far machine cannot be opened by this user');
  });
});
