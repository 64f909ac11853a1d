import type { EngineId } from '../../../shared/ids.ts';
import type { ResourceKind } from '../../../shared/reference.ts';
import { targetKey, untouchableOn } from '../../../shared/untouchable.ts';
import type { World } from '../../../shared/world.ts';
import type { Answer } from '../attempts/answer.ts';
import type { EngineMutations, Mutations } from '../attempts/mutations.ts';

type Target = { readonly resource: ResourceKind; readonly id: string };

/**
 * Changes of an engine that never reach what is not ours: whatever attempt asks, a call that names something attached or
 * released is answered here. Nothing of it is sent, so the engine is not even asked.
 */
export function guardedMutations(engine: Mutations['engine'], world: () => World): Mutations['engine'] {
  return (endpoint, expected) => guarded(engine(endpoint, expected), (targets) => barOf(world(), expected, targets));
}

function guarded(inner: EngineMutations, bar: (targets: readonly Target[]) => Answer | undefined): EngineMutations {
  const unless = async (targets: readonly Target[], call: () => Promise<Answer>): Promise<Answer> => bar(targets) ?? call();
  const container = (id: string): Target => ({ resource: 'container', id });
  const network = (id: string): Target => ({ resource: 'network', id });
  const volume = (id: string): Target => ({ resource: 'volume', id });
  return {
    createVolume: (token, request) => unless([volume(request.name)], () => inner.createVolume(token, request)),
    // A network has no id before it is there, and its name alone names nobody's.
    createNetwork: (token, request) => inner.createNetwork(token, request),
    // A guest writes into what it mounts, and speaks to whoever is on a network that it joins.
    createContainer: (token, request) => unless([...request.volumes.map(({ name }) => volume(name)), ...(request.network === 'none' ? [] : [network(request.network.id)])], () => inner.createContainer(token, request)),
    putArchive: (token, target, tar, signal) => unless([container(target.container)], () => inner.putArchive(token, target, tar, signal)),
    startContainer: (token, id) => unless([container(id)], () => inner.startContainer(token, id)),
    stopContainer: (token, id, grace) => unless([container(id)], () => inner.stopContainer(token, id, grace)),
    removeContainer: (token, id, volumes) => unless([container(id)], () => inner.removeContainer(token, id, volumes)),
    removeNetwork: (token, id) => unless([network(id)], () => inner.removeNetwork(token, id)),
    removeVolume: (token, name) => unless([volume(name)], () => inner.removeVolume(token, name)),
    pullImage: (token, reference, onProgress, signal) => inner.pullImage(token, reference, onProgress, signal),
    // Images cannot be attached; whose one is, is asked where its removal begins.
    removeImage: (token, id) => inner.removeImage(token, id),
    buildImage: (token, request, onProgress, signal) => inner.buildImage(token, request, onProgress, signal),
  };
}

function barOf(world: World, engine: EngineId, targets: readonly Target[]): Answer | undefined {
  const untouchable = untouchableOn(world, engine);
  for (const { resource, id } of targets) {
    const why = untouchable.get(targetKey(resource, id));
    if (why !== undefined) return { kind: 'not_sent', says: `the ${resource} ${id} is not ours: ${why}` };
  }
  return undefined;
}
