import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointSchema, type Endpoint } from '../../shared/ids.ts';

interface SshSetUp {
  readonly hostKnown?: boolean;
  readonly keyKnown?: boolean;
  readonly agent?: string;
  /** Further lines about the host. */
  readonly also?: readonly string[];
}

/** A far machine on the loopback: the system's own `ssh`, set up for it alone, meets a stand-in that speaks the real protocol. */
export class FarMachine {
  readonly #folder: string;
  readonly #port: number;
  readonly #daemon: ChildProcess;

  static async start(folder: string): Promise<FarMachine> {
    const port = await freePort();
    const at = (name: string): string => path.join(folder, name);
    for (const name of ['host-key', 'client-key', 'strange-key']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
    const daemon = spawn(process.execPath, [path.join(import.meta.dirname, 'ssh-server.mjs'), at('host-key'), at('client-key.pub'), String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
    const machine = new FarMachine(folder, port, daemon);
    machine.setUpSsh({});
    await untilItListens(port);
    return machine;
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

  /** What whoever is to reach it is started with. */
  get env(): { readonly PATH: string } {
    return { PATH: `${this.programs}${path.delimiter}${process.env['PATH'] ?? ''}` };
  }

  get knownHosts(): string {
    return readFileSync(path.join(this.#folder, 'known_hosts'), 'utf8');
  }

  setUpSsh({ hostKnown = true, keyKnown = true, agent, also = [] }: SshSetUp): void {
    const at = (name: string): string => path.join(this.#folder, name);
    writeFileSync(at('known_hosts'), hostKnown ? `[127.0.0.1]:${this.#port} ${readFileSync(at('host-key.pub'), 'utf8')}` : '');
    const identity = agent === undefined ? [`  IdentityFile ${at(keyKnown ? 'client-key' : 'strange-key')}`, '  IdentitiesOnly yes', '  IdentityAgent none'] : [`  IdentityFile ${at('no-key')}`, `  IdentityAgent ${agent}`];
    writeFileSync(at('config'), [
      'Host engine-behind', '  ProxyJump engine-host', '',
      'Host engine-host engine-behind', '  HostName 127.0.0.1', `  Port ${this.#port}`, `  User ${os.userInfo().username}`, ...identity,
      `  UserKnownHostsFile ${at('known_hosts')}`, '  GlobalKnownHostsFile /dev/null', '  StrictHostKeyChecking no', ...also.map((line) => `  ${line}`), '',
    ].join('\n'));
    mkdirSync(this.programs, { recursive: true });
    const ssh = execFileSync('sh', ['-c', 'command -v ssh'], { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }).toString().trim();
    writeFileSync(path.join(this.programs, 'ssh'), `#!/bin/sh\nexec ${ssh} -F ${at('config')} "$@"\n`);
    chmodSync(path.join(this.programs, 'ssh'), 0o755);
  }

  /** Named as only the configuration of `ssh` knows it. */
  endpointOf(socket: string, host: 'engine-host' | 'engine-behind' = 'engine-host'): Endpoint {
    return endpointSchema.parse(`ssh://${host}${socket}`);
  }

  /** The socket of an agent that holds the key; whoever asked for it ends it. */
  async startAgent(): Promise<{ readonly socket: string; stop(): void }> {
    const socket = path.join(this.#folder, 'agent.sock');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    for (const until = Date.now() + 20_000; !existsSync(socket) && Date.now() < until;) await sleep(20);
    execFileSync('ssh-add', ['-q', path.join(this.#folder, 'client-key')], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
    return { socket, stop: () => void agent.kill() };
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
  throw new Error('the far machine did not listen within 20 s');
}
