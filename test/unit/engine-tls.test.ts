import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { createDockerEngines, type DockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { endpointSchema, type AttemptId, type Endpoint } from '../../shared/ids.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

// Every test makes keys, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
})();

interface Authority {
  readonly folder: string;
  readonly issue: (name: string, alternative: string) => { readonly cert: string; readonly key: string };
}

function anAuthority(): Authority {
  const folder = aTemporaryFolder();
  const at = (name: string): string => path.join(folder, name);
  const openssl = (...argv: string[]): void => void execFileSync('openssl', argv, { cwd: folder, stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...newKey, '-keyout', 'ca-key.pem', '-out', 'ca.pem', '-subj', '/CN=stand-in authority', '-days', '2');
  const issue = (name: string, alternative: string) => {
    const extensions = `${name}.ext`;
    openssl('req', ...newKey, '-keyout', `${name}-key.pem`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(at(extensions), `subjectAltName=${alternative}\n`);
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-out', `${name}.pem`, '-days', '2', '-extfile', extensions);
    return { cert: at(`${name}.pem`), key: at(`${name}-key.pem`) };
  };
  return { folder, issue };
}

/** A folder as a Docker context has it. */
function clientFolder(trusted: Authority, issuer: Authority = trusted): string {
  const folder = path.join(aTemporaryFolder(), 'docker');
  mkdirSync(folder);
  const { cert, key } = issuer.issue('client', 'DNS:client');
  copyFileSync(path.join(trusted.folder, 'ca.pem'), path.join(folder, 'ca.pem'));
  copyFileSync(cert, path.join(folder, 'cert.pem'));
  copyFileSync(key, path.join(folder, 'key.pem'));
  chmodSync(path.join(folder, 'key.pem'), 0o600);
  return folder;
}

let daemon: FakeDaemon;
let server: Server | undefined;
let engines: DockerEngines;
let certificates: string | null;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
  engines = createDockerEngines(usualDeadlines, { tunnels: '/nonexistent', certificatesFor: () => certificates });
  certificates = null;
});

afterEach(async () => {
  engines.close();
  server?.close();
  await daemon.close();
});

/** TLS in front of the stand-in, which asks each client for a certificate of the authority. */
async function listen(authority: Authority, alternative = 'DNS:localhost,IP:127.0.0.1'): Promise<Endpoint> {
  const { cert, key } = authority.issue('server', alternative);
  const files = { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(path.join(authority.folder, 'ca.pem')) };
  server = createServer({ ...files, requestCert: true, rejectUnauthorized: true }, (near) => {
    const far = connect(daemon.socketPath);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return endpointSchema.parse(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Refuses a client with an alert, as an engine does; a server of Node's only hangs up. */
async function strictServer(authority: Authority): Promise<{ readonly port: string; readonly end: () => void }> {
  const { cert, key } = authority.issue('server', 'IP:127.0.0.1');
  const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-cert', cert, '-key', key, '-CAfile', path.join(authority.folder, 'ca.pem'), '-Verify', '1', '-verify_return_error'], { stdio: ['pipe', 'pipe', 'ignore'] });
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    const port = /ACCEPT \S+:(\d+)/.exec(chunk.toString())?.[1];
    if (port !== undefined) return { port, end: () => void child.kill() };
  }
  throw new Error('openssl s_server did not listen');
}

describe.skipIf(!hasOpenssl)('an engine over TLS', () => {
  test('is asked and changed as one on this machine is', async () => {
    const authority = anAuthority();
    const endpoint = await listen(authority);
    certificates = clientFolder(authority);
    daemon.answer('POST /volumes/create', ({ body }) => ({ status: 201, body: { ...JSON.parse(body), CreatedAt: '2026-01-01T00:00:00Z' } }));

    expect((await engines.readers.at(endpoint).identity()).name).toBe('stand-in');
    expect(await engines.mutations(endpoint, daemon.engine).createVolume(mintToken('0'.repeat(32) as AttemptId, 'create_volume', 1), { name: 'v', labels: {} })).toEqual({ kind: 'applied', status: 201 });
    expect(daemon.requests.map(({ connection, url }) => `${connection} ${url}`)).toEqual(['0 /info', '1 /info', '1 /volumes/create']);
  });

  test('of another authority is not believed', async () => {
    const endpoint = await listen(anAuthority());
    certificates = clientFolder(anAuthority());

    await expect(engines.readers.at(endpoint).identity()).rejects.toMatchObject({ reason: 'no_way', message: expect.stringContaining('its certificate is not signed by the ca.pem that was chosen') as string });
    expect(daemon.received).toHaveLength(0);
  });

  test('whose certificate is for another name is not believed', async () => {
    const authority = anAuthority();
    const endpoint = await listen(authority, 'DNS:elsewhere');
    certificates = clientFolder(authority);

    await expect(engines.readers.at(endpoint).identity()).rejects.toMatchObject({ message: `its certificate is for another name (${endpoint})` });
    expect(daemon.received).toHaveLength(0);
  });

  test('that does not take this client says so', async () => {
    const authority = anAuthority();
    const { port, end } = await strictServer(authority);
    const endpoint = endpointSchema.parse(`https://127.0.0.1:${port}`);
    certificates = clientFolder(authority, anAuthority());

    await expect(engines.readers.at(endpoint).identity()).rejects.toMatchObject({ message: `the engine does not take this client’s certificate (${endpoint})` });
    end();
  });

  test('is not dialled with a key that others can read, without a key, or without a choice; a key is never in what is said', async () => {
    const authority = anAuthority();
    const endpoint = await listen(authority);
    const saying = () => engines.readers.at(endpoint).identity().then(() => 'it was dialled', (error: Error) => error.message);

    expect(await saying()).toBe(`no folder with its certificates was chosen (${endpoint})`);
    certificates = clientFolder(authority);
    const key = path.join(certificates, 'key.pem');
    const secret = readFileSync(key, 'utf8').split('\n')[1] ?? '';
    chmodSync(key, 0o644);
    expect(await saying()).toBe(`${key} can be read by others than its owner: chmod 600 it (${endpoint})`);
    chmodSync(key, 0o600);
    writeFileSync(key, `no key at all ${secret}`);
    expect(await saying()).not.toContain(secret);
    rmSync(key);
    expect(await saying()).toBe(`the certificates in ${certificates} cannot be read: ENOENT (${endpoint})`);
    expect(daemon.received).toHaveLength(0);
  });
});
