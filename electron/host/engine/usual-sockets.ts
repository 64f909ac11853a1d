import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface EnginePlaces {
  readonly home: string;
  /** `$XDG_RUNTIME_DIR`, or where it lies on Linux: what is started from a menu has no shell's environment. */
  readonly runtime?: string;
}

/** A place where engines put their socket, and what puts it there. */
export interface SocketPlace {
  readonly path: string;
  readonly where: string;
}

export function usualSockets({ home, runtime }: EnginePlaces): readonly SocketPlace[] {
  const ofSession = (name: string, where: string): readonly SocketPlace[] => (runtime === undefined ? [] : [{ path: join(runtime, name), where }]);
  return [
    { path: '/var/run/docker.sock', where: 'Docker Engine' },
    { path: '/run/docker.sock', where: 'Docker Engine' },
    ...ofSession('docker.sock', 'Docker, rootless'),
    { path: join(home, '.docker/run/docker.sock'), where: 'Docker Desktop' },
    { path: join(home, '.docker/desktop/docker.sock'), where: 'Docker Desktop' },
    ...profilesIn(join(home, '.colima'), 'docker.sock', 'Colima'),
    ...profilesIn(join(home, '.config/colima'), 'docker.sock', 'Colima'),
    ...profilesIn(join(home, '.lima'), 'sock/docker.sock', 'Lima'),
    { path: join(home, '.rd/docker.sock'), where: 'Rancher Desktop' },
    { path: join(home, '.orbstack/run/docker.sock'), where: 'OrbStack' },
    ...ofSession('podman/podman.sock', 'Podman, rootless'),
    { path: '/run/podman/podman.sock', where: 'Podman' },
    { path: join(home, '.local/share/containers/podman/machine/podman.sock'), where: 'Podman machine' },
  ];
}

export function placesOfThisSession(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform, uid = process.getuid?.()): EnginePlaces {
  const usual = platform === 'linux' && uid !== undefined ? `/run/user/${uid}` : undefined;
  const runtime = env['XDG_RUNTIME_DIR'] || usual;
  return { home: homedir(), ...(runtime !== undefined && { runtime }) };
}

/** One socket for each virtual machine, in a folder that is named after it. */
function profilesIn(folder: string, socket: string, tool: string): readonly SocketPlace[] {
  return namesIn(folder).map((name) => ({ path: join(folder, name, socket), where: `${tool}, ${name}` }));
}

/** Nothing of a folder that is not there or may not be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
