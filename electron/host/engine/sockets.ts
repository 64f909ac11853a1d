import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { endpointSchema, type Endpoint } from '../../../shared/ids.ts';

export interface SocketPlaces {
  readonly home: string;
  /** `$XDG_RUNTIME_DIR`, where a session has one. */
  readonly runtime?: string;
}

/** Sockets in the places where engines put them. One that is reached by several names is found once. */
export function findSockets(paths: readonly string[] = usualPaths()): readonly Endpoint[] {
  const byTarget = new Map<string, Endpoint>();
  for (const path of paths) {
    const target = socketBehind(path);
    const endpoint = endpointSchema.safeParse(`unix://${path}`);
    if (target !== null && endpoint.success && !byTarget.has(target)) byTarget.set(target, endpoint.data);
  }
  return [...byTarget.values()];
}

export function usualPaths(places: SocketPlaces = placesOfThisSession()): readonly string[] {
  const { home, runtime } = places;
  return [
    '/var/run/docker.sock',
    '/run/docker.sock',
    ...(runtime === undefined ? [] : [join(runtime, 'docker.sock')]),
    join(home, '.docker/run/docker.sock'),
    join(home, '.docker/desktop/docker.sock'),
    join(home, '.colima/default/docker.sock'),
    join(home, '.rd/docker.sock'),
    ...(runtime === undefined ? [] : [join(runtime, 'podman/podman.sock')]),
    '/run/podman/podman.sock',
  ];
}

function placesOfThisSession(): SocketPlaces {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return { home: homedir(), ...(runtime !== undefined && runtime !== '' && { runtime }) };
}

/** The real path of a socket, or `null` when there is none or this account cannot see it. */
function socketBehind(path: string): string | null {
  try {
    return statSync(path).isSocket() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}
