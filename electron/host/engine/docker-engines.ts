import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import type { EngineMutations } from '../attempts/mutations.ts';
import { usualDeadlines, type Deadlines } from './deadlines.ts';
import { DockerMutations } from './docker-mutations.ts';
import { DockerReader } from './docker-reader.ts';
import type { EngineReaders } from './engine-reader.ts';

export interface DockerEngines {
  readonly readers: EngineReaders;
  mutations(endpoint: Endpoint, expected: EngineId): EngineMutations;
  /** Ends every connection for changes. A change under way is unclear then. */
  close(): void;
}

export function createDockerEngines(deadlines: Deadlines = usualDeadlines): DockerEngines {
  const readers = new Map<string, DockerReader>();
  const mutations = new Map<string, DockerMutations>();
  return {
    readers: { at: (endpoint) => kept(readers, endpoint, () => new DockerReader(socketPathOf(endpoint), deadlines)) },
    mutations: (endpoint, expected) =>
      kept(mutations, `${endpoint}\0${expected}`, () => new DockerMutations(socketPathOf(endpoint), expected, deadlines)),
    close: () => {
      for (const line of mutations.values()) line.close();
      mutations.clear();
    },
  };
}

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

const socketPathOf = (endpoint: string): string => endpoint.replace(/^unix:\/\//, '');
