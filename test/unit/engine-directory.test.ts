import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EngineRow } from '../../shared/bridge-values.ts';
import { endpointSchema } from '../../shared/ids.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';
import { FakeSsh } from '../support/fake-ssh.ts';
import { seedLedger } from '../support/seed-ledger.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { openTestHost, type TestHost } from '../support/test-host.ts';

// Every test opens a whole host, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const lab = endpointSchema.parse('ssh://me@lab');

let home: string;
let daemon: FakeDaemon;
let ssh: FakeSsh;
let host: TestHost;

beforeEach(async () => {
  home = aTemporaryFolder();
  daemon = await FakeDaemon.listen();
  daemon.answer('GET /events', { then: () => undefined });
  ssh = new FakeSsh(aTemporaryFolder(), daemon.socketPath);
  aContext('lab', lab);
  aContext('tls', 'tcp://10.0.0.7:2376', { 'ca.pem': '' });
  aContext('old', 'tcp://10.0.0.8:2375');
  host = hostIn(aTemporaryFolder());
});

afterEach(async () => {
  host.close();
  await daemon.close();
  vi.unstubAllEnvs();
});

const hostIn = (folder: string): TestHost => openTestHost(folder, path.join(folder, 'state'), { home });

function aContext(name: string, Host: string, certificates: Readonly<Record<string, string>> = {}): void {
  const [meta, tls] = ['meta', 'tls'].map((part) => path.join(home, '.docker/contexts', part, name)) as [string, string];
  mkdirSync(meta, { recursive: true });
  mkdirSync(path.join(tls, 'docker'), { recursive: true });
  writeFileSync(path.join(meta, 'meta.json'), JSON.stringify({ Name: name, Endpoints: { docker: { Host } } }));
  for (const [file, text] of Object.entries(certificates)) writeFileSync(path.join(tls, 'docker', file), text);
}

const rowOf = async (endpoint: string): Promise<EngineRow | undefined> => (await host.requests.listEngines({})).engines.find((row) => row.endpoint === endpoint);
const settings = (): { endpoints: string[]; certificates: Record<string, string> } => JSON.parse(readFileSync(path.join(host.folder, 'settings.json'), 'utf8'));

describe('an engine on another machine that a Docker context names', () => {
  test('is listed with where it was found, and nothing of it is dialled', async () => {
    expect(await rowOf(lab)).toEqual({ endpoint: lab, label: 'lab', source: 'found', where: 'Docker context “lab”', isCandidate: true, state: { mark: 'none', says: 'not connected' } });
    expect(await host.requests.openEngine({ endpoint: lab })).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    expect((await host.requests.frame({})).engines.map(({ endpoint }) => endpoint)).not.toContain(lab);
    expect(ssh.calls).toEqual([]);
  });

  test('is dialled once the operator takes it up, and not any more when it is forgotten', async () => {
    expect(await host.requests.addEndpoint({ path: lab })).toMatchObject({ ok: true });
    await expect.poll(async () => (await rowOf(lab))?.facts?.name, { timeout: 10_000 }).toBe('stand-in');
    expect(await rowOf(lab)).toMatchObject({ source: 'typed', where: 'Docker context “lab”', state: { mark: 'seen' } });

    await host.requests.forgetEndpoint({ endpoint: lab });

    await expect.poll(() => ssh.running).toEqual([]);
    expect(await rowOf(lab)).toMatchObject({ isCandidate: true });
  });

  test('over TLS brings the folder of its certificates with it, and settings keep nothing else of them', async () => {
    const endpoint = endpointSchema.parse('https://10.0.0.7:2376');
    const folder = path.join(home, '.docker/contexts/tls/tls/docker');

    expect(await host.requests.addEndpoint({ path: endpoint })).toMatchObject({ ok: true, value: { certificates: folder } });
    expect(settings()).toMatchObject({ endpoints: [endpoint], certificates: { [endpoint]: folder } });

    await host.requests.forgetEndpoint({ endpoint });
    expect(settings()).toMatchObject({ endpoints: [], certificates: {} });
  });

  test('that leads nowhere is said with its file', async () => {
    const { unusable } = await host.requests.listEngines({});

    expect(unusable).toEqual([{ file: path.join(home, '.docker/contexts/meta/old/meta.json'), says: expect.stringContaining('tcp:// is refused') as string }]);
  });
});

describe('an engine on another machine that a worker was on', () => {
  const afterWorkers = (workers: number): TestHost => {
    const folder = aTemporaryFolder();
    host.close();
    seedLedger(folder, { workers, receipts: 0, filesEach: 1, endpoint: lab, engine: daemon.engine });
    return (host = hostIn(path.join(folder, 'console')));
  };

  test('is not dialled for one of which nothing was ever there', async () => {
    afterWorkers(1);

    expect(await rowOf(lab)).toMatchObject({ isCandidate: true });
    expect(ssh.calls).toEqual([]);
  });

  test('is dialled while something of it is there', async () => {
    afterWorkers(3);

    expect((await rowOf(lab))?.isCandidate).toBeUndefined();
    await expect.poll(() => ssh.calls.length, { timeout: 10_000 }).toBe(1);
  });
});

describe('an endpoint that is typed in', () => {
  test.each([
    ['tcp://lab:2375', 'without TLS whoever reaches it is as good as root there'],
    ['ssh://-oProxyCommand=reboot', 'is not a host'],
    ['relative/docker.sock', 'expected unix:// and an absolute path, ssh://host or https://host:port'],
  ])('%s is refused, and why is said', async (text, why) => {
    expect(await host.requests.addEndpoint({ path: text })).toMatchObject({ ok: false, refusal: { code: 'bad_input', says: expect.stringContaining(why) as string } });
  });

  test('with a password is refused without saying it again', async () => {
    expect(JSON.stringify(await host.requests.addEndpoint({ path: 'ssh://me:hunter2@lab' }))).not.toContain('hunter2');
  });

  test('over TLS waits for the folder that the operator chooses in the system’s dialog', async () => {
    const endpoint = endpointSchema.parse('https://127.0.0.1:1');
    expect(await host.requests.addEndpoint({ path: endpoint })).toMatchObject({ ok: true, value: { certificates: null, state: { mark: 'needs_person', says: 'its certificates are not chosen' } } });
    host.answers.folder = aTemporaryFolder();

    expect(await host.requests.chooseCertificates({ endpoint })).toMatchObject({ ok: true, value: { certificates: host.answers.folder } });
    expect(await host.requests.chooseCertificates({ endpoint: lab })).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
  });
});

test('settings of before there were certificates are still read', async () => {
  host.close();
  const folder = aTemporaryFolder();
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ theme: 'system', endpoints: ['unix:///run/one.sock'], exportFolder: '/tmp/exports' }));

  host = hostIn(folder);

  expect(await rowOf('unix:///run/one.sock')).toMatchObject({ source: 'typed' });
});
