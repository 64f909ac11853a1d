import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { connectedTo } from '../../electron/host/engine/way.ts';
import { endpointSchema, type Endpoint } from '../../shared/ids.ts';
import { until } from './sample-worker.ts';

/** Podman's own service of the Docker API, with all that it keeps below one folder. Needs root. */
export class PodmanService {
  readonly #folder: string;
  readonly #daemon: ChildProcess;
  #steady: net.Server | undefined;

  static canStart(): boolean {
    return process.geteuid?.() === 0 && spawnSync('podman', ['--version']).status === 0;
  }

  static async start(): Promise<PodmanService> {
    // A socket's path is short, and so is that of a container's own one below it.
    const service = new PodmanService(mkdtempSync('/tmp/bw-pod-'));
    await until('Podman’s service listens', () => takesConnections(service.#at('podman.sock')));
    return service;
  }

  private constructor(folder: string) {
    this.#folder = folder;
    const places = ['--root', this.#at('root'), '--runroot', this.#at('run'), '--tmpdir', this.#at('tmp')];
    const means = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file'];
    this.#daemon = spawn('podman', [...places, ...means, 'system', 'service', '--time', '0', `unix://${this.#at('podman.sock')}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  get endpoint(): Endpoint {
    return endpointSchema.parse(`unix://${this.#at('podman.sock')}`);
  }

  /** The same service, as it would be if it kept one id. */
  async withLastingId(): Promise<Endpoint> {
    const place = this.#at('steady.sock');
    this.#steady ??= await steadyServer(this.#at('podman.sock'), place);
    return endpointSchema.parse(`unix://${place}`);
  }

  async stop(): Promise<void> {
    this.#steady?.close();
    const ended = once(this.#daemon, 'exit');
    this.#daemon.kill('SIGTERM');
    await ended;
    // Its storage is mounted onto itself, and stays so.
    spawnSync('umount', [this.#at('root/overlay')]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }
}

const takesConnections = (place: string): Promise<boolean> => connectedTo(place).then((socket) => socket.destroy().destroyed, () => false);

async function steadyServer(from: string, place: string): Promise<net.Server> {
  const server = net.createServer((caller) => {
    const engine = net.connect(from);
    for (const [one, other] of [[caller, engine], [engine, caller]] as const) {
      one.on('error', () => other.destroy());
      one.on('end', () => other.end());
      one.on('close', () => other.destroy());
    }
    caller.on('data', (bytes) => engine.write(bytes));
    engine.on('data', (bytes) => caller.write(withOneId(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(place, resolve));
  return server;
}

const madeUp = /\{"ID":"[0-9a-f-]{36}","Containers"/;

function withOneId(bytes: Buffer): Buffer {
  if (!bytes.includes('"Containers"')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(madeUp, '{"ID":"00000000-0000-4000-8000-000000000000","Containers"'), 'latin1');
}
