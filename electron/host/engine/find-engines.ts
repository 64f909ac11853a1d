import { realpathSync, statSync } from 'node:fs';
import { readEndpoint } from '../../../shared/endpoint.ts';
import { endpointSchema, type Endpoint } from '../../../shared/ids.ts';
import { dockerContexts, type DockerContext } from './docker-contexts.ts';
import { usualSockets, type EnginePlaces, type SocketPlace } from './usual-sockets.ts';

export interface FoundEngine {
  readonly endpoint: Endpoint;
  /** Where it was found, for people. */
  readonly where: string;
  /** The folder with the certificates that go with it. */
  readonly certificates?: string;
}

export interface FoundEngines {
  readonly engines: readonly FoundEngine[];
  /** Files that should name an engine and do not. */
  readonly unusable: readonly Extract<DockerContext, { readonly kind: 'unusable' }>[];
}

/** Engines in the places where they are put and in Docker's contexts. One that is reached by several names is found once. */
export function findEngines(places: EnginePlaces): FoundEngines {
  const contexts = dockerContexts(places.home);
  const named = contexts.flatMap((context) => (context.kind === 'usable' ? [fromContext(context)] : []));
  return { engines: onceEach([...findSockets(usualSockets(places)), ...named]), unusable: contexts.filter((context) => context.kind === 'unusable') };
}

/** The places where there is a socket now. */
export function findSockets(places: readonly SocketPlace[]): readonly FoundEngine[] {
  const found = places.flatMap(({ path, where }) => {
    const endpoint = endpointSchema.safeParse(`unix://${path}`);
    return endpoint.success && socketBehind(path) !== null ? [{ endpoint: endpoint.data, where }] : [];
  });
  return onceEach(found);
}

/** A context is somebody's word that there is an engine: it is listed also while its socket is not there. */
const fromContext = ({ name, endpoint, certificates }: Extract<DockerContext, { readonly kind: 'usable' }>): FoundEngine => ({
  endpoint, where: `Docker context “${name}”`, ...(certificates !== undefined && { certificates }),
});

function onceEach(engines: readonly FoundEngine[]): readonly FoundEngine[] {
  const byTarget = new Map<string, FoundEngine>();
  for (const engine of engines) {
    const target = targetOf(engine.endpoint);
    if (!byTarget.has(target)) byTarget.set(target, engine);
  }
  return [...byTarget.values()];
}

function targetOf(endpoint: Endpoint): string {
  const reach = readEndpoint(endpoint);
  return (typeof reach !== 'string' && reach.kind === 'unix' ? socketBehind(reach.path) : null) ?? endpoint;
}

/** The real path of a socket, or `null` when there is none or this account cannot see it. */
function socketBehind(path: string): string | null {
  try {
    return statSync(path).isSocket() ? realpathSync(path) : null;
  } catch {
    return null;
  }
}
