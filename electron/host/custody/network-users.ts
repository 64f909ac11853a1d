import type { ContainerRow, NetworkReading } from '../../../shared/engine-readings.ts';

export interface NetworkUsers {
  readonly names: readonly string[];
  /** Those of them that the engine's listing has. */
  readonly containers: readonly ContainerRow[];
}

/**
 * Who is on a network: running containers are its endpoints, where an inspection tells them; those that join when they start
 * are only in their own records, by the name as long as they never did.
 */
export function usersOfNetwork({ id, name, endpoints }: Pick<NetworkReading, 'id' | 'name' | 'endpoints'>, containers: readonly ContainerRow[]): NetworkUsers {
  const joined = new Set(endpoints.map(({ container }) => container));
  const users = containers.filter((row) => joined.has(row.id) || row.networks.includes(id) || row.networks.includes(name));
  const listed = new Set(containers.map((row) => row.id));
  const others = endpoints.filter(({ container }) => !listed.has(container));
  return { names: [...users, ...others].map((user) => user.name), containers: users };
}
