import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

export class CommandFailedError extends Error {
  override name = 'CommandFailedError';
}

/** The engine's own command, against that engine and with no settings of anybody. */
export class DockerCommand {
  readonly #engine: string;
  readonly #config: string;

  constructor(engine: string, folder: string) {
    this.#engine = engine;
    this.#config = path.join(folder, 'docker-config');
  }

  static isThere(): boolean {
    return spawnSync('docker', ['--version']).status === 0;
  }

  copy(from: string, to: string): Promise<void> {
    return this.#run('cp', '--quiet', from, to);
  }

  /** All containers, also those that do not run. */
  list(): Promise<void> {
    return this.#run('ps', '--all');
  }

  #run(...args: readonly string[]): Promise<void> {
    return run('docker', ['--config', this.#config, '--host', this.#engine, ...args]);
  }
}

/** As a person would check what came back. */
export const hashAllBelow = (folder: string): Promise<void> => run('sh', ['-c', 'find "$1" -type f -print0 | xargs -0 sha256sum > /dev/null', 'sh', folder]);

/** What one measurement left to be written must not be a burden on the next. */
export const settleDisk = (): Promise<void> => run('sync', []);

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new CommandFailedError(`${command} ${args.join(' ')}: exit code ${code}`))));
  });
}
