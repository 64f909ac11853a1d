import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrivateEngineFiles } from './private-engine-files.ts';

/**
 * Gives the daemon an id of its own: left alone, one up to version 20.10 takes the machine's from /etc/docker/key.json,
 * and a later one copies that at its first start, so two engines of one machine could not be told apart.
 */
export function giveOwnIdentity(files: PrivateEngineFiles, program: string): void {
  mkdirSync(files.dataRoot, { recursive: true, mode: 0o710 });
  const id = join(files.dataRoot, 'engine-id');
  if (!existsSync(id)) writeFileSync(id, randomUUID(), { mode: 0o600 });
  // Also without any setting in it, an own file keeps the daemon from the configuration of the machine's engine.
  const settings = readMajorVersion(program) < 23 ? { 'deprecated-key-path': join(files.folder, 'key.json') } : {};
  writeFileSync(files.configFile, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}

function readMajorVersion(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(/version (\d+)\./.exec(stdout)?.[1] ?? NaN);
}
