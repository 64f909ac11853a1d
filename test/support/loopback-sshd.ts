import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointSchema, type Endpoint } from '../../shared/ids.ts';

const program = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'].find((file) => existsSync(file));

/** Why no real `sshd` can be used here, if none can. */
export const noSshd = program === undefined ? 'sshd is not installed' : undefined;

/** A real `sshd` of the test's own on the loopback, with the real `ssh` set up for it alone. */
export class LoopbackSshd {
  readonly #folder: string;
  readonly #port: number;
  readonly #daemon: ChildProcess;

  static async start(folder: string): Promise<LoopbackSshd> {
    const port = await freePort();
    const at = (name: string): string => path.join(folder, name);
    for (const name of ['host-key', 'client-key', 'strange-key']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
    copyFileSync(at('client-key.pub'), at('authorized'));
    writeFileSync(at('sshd_config'), [
      `Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${at('host-key')}`, `AuthorizedKeysFile ${at('authorized')}`, 'PidFile none', 'StrictModes no', 'UsePAM no', 'PasswordAuthentication no',
      'KbdInteractiveAuthentication no', 'PermitRootLogin prohibit-password', '',
    ].join('\n'));
    // What the service's own start would have made.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    const daemon = spawn(program ?? 'sshd', ['-D', '-E', at('log'), '-f', at('sshd_config')], { stdio: 'ignore' });
    const sshd = new LoopbackSshd(folder, port, daemon);
    sshd.setUpSsh({});
    await untilItListens(port);
    return sshd;
  }

  private constructor(folder: string, port: number, daemon: ChildProcess) {
    this.#folder = folder;
    this.#port = port;
    this.#daemon = daemon;
  }

  /** Put before the PATH, `ssh` there is the real one with a configuration of its own instead of the account's. */
  get programs(): string {
    return path.join(this.#folder, 'bin');
  }

  get knownHosts(): string {
    return readFileSync(path.join(this.#folder, 'known_hosts'), 'utf8');
  }

  setUpSsh({ hostKnown = true, keyKnown = true }: { readonly hostKnown?: boolean; readonly keyKnown?: boolean }): void {
    const at = (name: string): string => path.join(this.#folder, name);
    writeFileSync(at('known_hosts'), hostKnown ? `[127.0.0.1]:${this.#port} ${readFileSync(at('host-key.pub'), 'utf8')}` : '');
    writeFileSync(at('config'), [
      'Host engine-host', '  HostName 127.0.0.1', `  Port ${this.#port}`, `  User ${os.userInfo().username}`, `  IdentityFile ${at(keyKnown ? 'client-key' : 'strange-key')}`, '  IdentitiesOnly yes', '  IdentityAgent none',
      `  UserKnownHostsFile ${at('known_hosts')}`, '  GlobalKnownHostsFile /dev/null', '  StrictHostKeyChecking no', '',
    ].join('\n'));
    mkdirSync(this.programs, { recursive: true });
    const ssh = execFileSync('sh', ['-c', 'command -v ssh'], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }).toString().trim();
    writeFileSync(path.join(this.programs, 'ssh'), `#!/bin/sh\nexec ${ssh} -F ${at('config')} "$@"\n`);
    chmodSync(path.join(this.programs, 'ssh'), 0o755);
  }

  /** Named as only the configuration of `ssh` knows it. */
  endpointOf(socket: string): Endpoint {
    return endpointSchema.parse(`ssh://engine-host${socket}`);
  }

  stop(): void {
    this.#daemon.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilItListens(port: number): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const answered = await once(socket, 'connect').then(() => true, () => false);
    socket.destroy();
    if (answered) return;
  }
  throw new Error('sshd did not listen within 20 s');
}
