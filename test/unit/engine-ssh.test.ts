import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { createDockerEngines, type DockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { sshArguments, sshQuestion } from '../../electron/host/engine/ssh-arguments.ts';
import { SshTunnel } from '../../electron/host/engine/ssh-tunnel.ts';
import { endpointSchema, type AttemptId, type EngineId } from '../../shared/ids.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';
import { FakeSsh } from '../support/fake-ssh.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

// Every test runs a program, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const endpoint = endpointSchema.parse('ssh://me@lab:2222/run/far.sock');
const reach = { kind: 'ssh', user: 'me', host: 'lab', port: 2222, socket: '/run/far.sock' } as const;

let daemon: FakeDaemon;
let ssh: FakeSsh;
let tunnels: string;
let engines: DockerEngines;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
  daemon.answer('POST /volumes/create', ({ body }) => ({ status: 201, body: { ...JSON.parse(body), CreatedAt: '2026-01-01T00:00:00Z' } }));
  ssh = new FakeSsh(aTemporaryFolder(), daemon.socketPath);
  tunnels = path.join(aTemporaryFolder(), 'ways');
  engines = createDockerEngines(usualDeadlines, { tunnels, certificatesFor: () => null });
});

afterEach(async () => {
  engines.close();
  await daemon.close();
  vi.unstubAllEnvs();
});

const identity = () => engines.readers.at(endpoint).identity();
const createVolume = (expected: EngineId = daemon.engine) => engines.mutations(endpoint, expected).createVolume(mintToken('0'.repeat(32) as AttemptId, 'create_volume', 1), { name: 'v', labels: {} });

describe('an engine behind ssh', () => {
  test('B0 V7: is the one that was selected, whatever host and agent the environment names', async () => {
    const other = await FakeDaemon.listen();
    onTestFinished(() => other.close());
    for (const [name, value] of [['DOCKER_HOST', 'ssh://nobody@other.invalid'], ['DOCKER_CONTEXT', 'other'], ['SSH_AUTH_SOCK', other.socketPath]] as const) vi.stubEnv(name, value);

    expect((await identity()).name).toBe('stand-in');
    expect(await createVolume()).toEqual({ kind: 'applied', status: 201 });

    const asked = ssh.calls.flatMap(({ argv }) => argv);
    expect(asked.filter((word) => word.includes('other'))).toEqual([]);
    expect(asked).toContain('lab');
    expect(other.received).toHaveLength(0);
  });

  test('is asked and changed over one ssh, each connection a stream of its own', async () => {
    expect((await identity()).name).toBe('stand-in');
    expect(await createVolume()).toEqual({ kind: 'applied', status: 201 });
    expect(await createVolume()).toEqual({ kind: 'applied', status: 201 });

    expect(ssh.calls).toHaveLength(1);
    expect(daemon.requests.map(({ connection, url }) => `${connection} ${url}`)).toEqual(['0 /info', '1 /info', '1 /volumes/create', '1 /volumes/create']);
  });

  test('gets no change when another engine is there now', async () => {
    daemon.engine = 'ANOTHER-ENGINE' as EngineId;

    expect(await createVolume('STAND-IN-ENGINE' as EngineId)).toEqual({ kind: 'not_sent', says: 'another engine answers on the socket now: ANOTHER-ENGINE, not STAND-IN-ENGINE' });
    expect(daemon.requestsTo('POST /volumes/create')).toHaveLength(0);
  });

  test('is dialled anew by the next question after ssh died', async () => {
    await identity();
    process.kill(ssh.running[0] ?? 0, 'SIGKILL');
    await expect.poll(() => ssh.running).toEqual([]);

    await expect.poll(async () => (await identity().catch(() => undefined))?.name, { timeout: 10_000 }).toBe('stand-in');
    expect(ssh.calls).toHaveLength(2);
  });

  test('is dialled once for questions at the same time', async () => {
    await Promise.all([identity(), identity(), identity()]);

    expect(ssh.calls).toHaveLength(1);
  });
});

describe('the socket on this side', () => {
  test('is in a folder of this account alone, and gone with its ssh at the end', async () => {
    await identity();
    const open = readdirSync(tunnels).filter((name) => name.endsWith('.sock'));
    expect(statSync(tunnels).mode & 0o777).toBe(0o700);
    expect(open).toHaveLength(1);

    engines.close();

    await expect.poll(() => ssh.running).toEqual([]);
    expect(readdirSync(tunnels)).toEqual([]);
  });

  test('is not opened again for whoever asks after the end', async () => {
    engines.close();

    await expect(identity()).rejects.toMatchObject({ reason: 'no_way', message: expect.stringContaining('the console is closed') as string });
    expect(ssh.calls).toEqual([]);
  });

  test('is dialled once more where it has its name and takes no connection yet', async () => {
    ssh.behave('listens late');

    expect((await identity()).name).toBe('stand-in');
    expect(ssh.calls).toHaveLength(1);
  });

  test('is opened again after every change was cut off', async () => {
    await identity();
    engines.cut();
    await expect.poll(() => ssh.running).toEqual([]);

    expect((await identity()).name).toBe('stand-in');
    expect(ssh.running).toHaveLength(1);
  });

  test('of a console that was killed is ended by the next one, and that of one that runs is not', async () => {
    await identity();
    const script = `
      const { SshTunnel } = await import('./electron/host/engine/ssh-tunnel.ts');
      await new SshTunnel('ssh://lab', ${JSON.stringify(reach)}, { folder: ${JSON.stringify(tunnels)} }).connect();
      process.kill(process.pid, 'SIGKILL');`;
    expect(() => execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: path.resolve(import.meta.dirname, '../..') })).toThrow();
    const [ours, left] = ssh.calls.map(({ pid }) => pid);
    expect(ssh.running).toEqual([ours, left]);

    const another = new SshTunnel('ssh://lab', reach, { folder: tunnels });
    (await another.connect()).destroy();

    await expect.poll(() => ssh.running).toEqual([ours, ssh.calls[2]?.pid]);
    another.close();
  });

  test('is refused where its path would be read otherwise, or is too long', async () => {
    for (const folder of [path.join(tunnels, 'a:b'), path.join(tunnels, 'x'.repeat(90))]) {
      await expect(new SshTunnel('ssh://lab', reach, { folder }).connect()).rejects.toMatchObject({ reason: 'no_way' });
    }
    expect(ssh.calls).toEqual([]);
  });
});

describe('ssh that is set up to do more than is asked of it', () => {
  /** As the real one tells it, for these lines of a configuration. */
  const told = (...lines: readonly string[]): string => {
    const config = path.join(aTemporaryFolder(), 'config');
    writeFileSync(config, ['Host lab', ...lines, ''].join('\n'));
    return execFileSync('ssh', ['-F', config, ...sshQuestion(reach)], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }).toString();
  };

  test.each(['LocalForward 5432 localhost:5432', 'RemoteForward 9000 localhost:9000', 'RemoteForward 9001', 'DynamicForward 1080'])('%s: opens no way, and says what to change', async (line) => {
    ssh.setUp(told(line));

    const [word = ''] = line.toLowerCase().split(' ');
    await expect(identity()).rejects.toMatchObject({ reason: 'no_way', message: expect.stringContaining(`to lab as well (${word} `) as string });
    expect(ssh.calls).toEqual([]);
  });

  test('opens its way also where all forwards are to be cleared, and is not opened beside those that this would have hidden', async () => {
    ssh.setUp(told('ClearAllForwardings yes'));
    await identity();
    expect(ssh.calls[0]?.argv).toContain('ClearAllForwardings=no');
    engines.cut();

    ssh.setUp(told('ClearAllForwardings yes', 'LocalForward 5432 localhost:5432'));
    await expect(identity()).rejects.toMatchObject({ reason: 'no_way', message: expect.stringContaining('to lab as well (localforward 5432 ') as string });
    expect(ssh.calls).toHaveLength(1);
  });

  test('keeps the forward that is asked of it where its configuration clears all of them', () => {
    const config = path.join(aTemporaryFolder(), 'config');
    writeFileSync(config, 'Host *\nClearAllForwardings yes\n');
    const answer = execFileSync('ssh', ['-F', config, '-G', ...sshArguments(reach, '/run/near.sock', { forks: false })], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }).toString();

    expect(answer).toContain('localforward /run/near.sock /run/far.sock');
  });

  test('is told, of forwards of every host, the exception that leaves the engine out and opens the way', async () => {
    ssh.setUp(told('Host *', 'LocalForward 5432 localhost:5432'));
    await expect(identity()).rejects.toMatchObject({ message: expect.stringContaining('(Host * !lab)') as string });

    ssh.setUp(told('Host * !lab', 'LocalForward 5432 localhost:5432'));
    expect((await identity()).name).toBe('stand-in');
  });

  test('stays the process that was started, where it would leave it', async () => {
    ssh.setUp(told('ForkAfterAuthentication yes'));
    await identity();

    expect(ssh.calls[0]?.argv).toContain('ForkAfterAuthentication=no');
  });

  test('is told nothing that it may not know, where it would not', async () => {
    ssh.setUp(told('Compression yes'));
    await identity();

    expect(ssh.calls[0]?.argv.join(' ')).not.toContain('ForkAfterAuthentication');
  });

  test('opens no way after the end, when it was asked before', async () => {
    const way = new SshTunnel(endpoint, reach, { folder: tunnels });
    const dialled = way.connect();
    way.close();

    await expect(dialled).rejects.toMatchObject({ reason: 'no_way', message: expect.stringContaining('the way was closed') as string });
    expect(ssh.calls).toEqual([]);
  });
});

describe('ssh that opens no way', () => {
  test.each([
    ['host key unknown', 'host key not known: connect once by hand with ssh, compare the key, and try again (ssh said: No ED25519 host key is known for lab and you have requested strict checking. Host key verification failed.)'],
    ['denied', 'the host lets this account in with none of its keys: add one to the agent or to ~/.ssh/config (ssh said: me@lab: Permission denied (publickey).)'],
  ] as const)('%s: is said in its own last words, with what they mean', async (behaviour, says) => {
    ssh.behave(behaviour);

    await expect(identity()).rejects.toMatchObject({ reason: 'no_way', message: `${says} (${endpoint})` });
    expect(daemon.received).toHaveLength(0);
  });

  test('a change over it was not sent, and is sent once it opens', async () => {
    ssh.behave('denied');
    expect(await createVolume()).toMatchObject({ kind: 'not_sent' });

    ssh.behave('forwards');
    expect(await createVolume()).toEqual({ kind: 'applied', status: 201 });
  });

  test('that only waits is ended at our own deadline', async () => {
    ssh.behave('never opens');

    await expect(new SshTunnel(endpoint, reach, { folder: tunnels, openWithinMs: 1000 }).connect()).rejects.toMatchObject({ message: `ssh did not open the way within 1 s (${endpoint})` });
    await expect.poll(() => ssh.running).toEqual([]);
  });

  test('that is not installed is said', async () => {
    const empty = path.join(aTemporaryFolder(), 'empty');
    mkdirSync(empty);
    vi.stubEnv('PATH', empty);

    await expect(identity()).rejects.toMatchObject({ reason: 'no_way', message: `ssh cannot be run on this machine (${endpoint})` });
  });

  test('to an engine whose socket is not there says so of the far machine', async () => {
    await daemon.close();

    await expect(identity()).rejects.toMatchObject({ reason: 'cut', message: expect.stringContaining('the engine’s socket on the far machine cannot be opened by this user') as string });
    expect(existsSync(tunnels)).toBe(true);
  });
});
