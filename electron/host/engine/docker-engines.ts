import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import type { EngineMutations } from '../attempts/mutations.ts';
import { usualDeadlines, type Deadlines } from './deadlines.ts';
import { DockerMutations } from './docker-mutations.ts';
import { DockerReader } from './docker-reader.ts';
import type { EngineReaders } from './engine-reader.ts';
import { Ways, type WayPlaces } from './ways.ts';

export interface DockerEngines {
  readonly readers: EngineReaders;
  mutations(endpoint: Endpoint, expected: EngineId): EngineMutations;
  /** Ends what is open to one engine, which is dialled no more unless somebody asks. */
  leave(endpoint: Endpoint): void;
  /** Ends every connection for changes, and what it goes over. A change under way is unclear then. */
  cut(): void;
  /** The same for good: nothing is dialled afterwards. */
  close(): void;
}

/** Without places of their own only sockets of this machine are dialled. */
export function createDockerEngines(deadlines: Deadlines = usualDeadlines, places?: WayPlaces): DockerEngines {
  const ways = new Ways(places);
  const readers = new Map<string, DockerReader>();
  const mutations = new Map<string, DockerMutations>();
  const endLines = (): void => {
    for (const line of mutations.values()) line.close();
    mutations.clear();
  };
  return {
    readers: { at: (endpoint) => kept(readers, endpoint, () => new DockerReader(ways.to(endpoint), deadlines)) },
    mutations: (endpoint, expected) =>
      kept(mutations, `${endpoint}\0${expected}`, () => new DockerMutations(ways.to(endpoint), expected, deadlines)),
    leave: (endpoint) => ways.leave(endpoint),
    cut: () => {
      endLines();
      ways.cut();
    },
    close: () => {
      endLines();
      ways.close();
    },
  };
}

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
