import { z } from 'zod';
import type { EngineId } from '../../../shared/ids.ts';
import type { MountingContainer } from '../../../shared/external-view.ts';
import { externalKey, isTakenOver, keyOfExternal } from '../../../shared/external.ts';
import type { Ref } from '../../../shared/reference.ts';
import { isUnnamed, type UnnamedVolumes } from '../../../shared/unnamed-volumes.ts';
import { targetKey, untouchableOn } from '../../../shared/untouchable.ts';
import type { World } from '../../../shared/world.ts';
import type { Journal } from '../ledger/journal.ts';

/** Of the volumes that a container mounts, those that nobody named, and which of them must stay or will. */
export function unnamedAmong(world: World, engine: EngineId, volumes: readonly string[], others: readonly MountingContainer[]): UnnamedVolumes {
  const names = volumes.filter(isUnnamed);
  if (names.length === 0) return { names, spared: [], apart: [], used: [] };
  const untouchable = untouchableOn(world, engine);
  const users = names.map((name) => ({ name, by: others.filter((other) => other.volumes.includes(name)).map((other) => other.name) }));
  const isApart = (name: string): boolean => {
    const external = world.externals.get(externalKey(engine, 'volume', name));
    return external !== undefined && isTakenOver(external);
  };
  return { names, spared: names.filter((name) => untouchable.has(targetKey('volume', name))), apart: names.filter(isApart), used: users.filter(({ by }) => by.length > 0) };
}

/** Those that a container mounted when it was last asked to go, or to end where it goes with its process: what became of them is read when its absence is. */
export function unnamedAtRemoval(journal: Pick<Journal, 'world' | 'document'>, about: Ref): readonly string[] {
  const { bindings, externals } = journal.world;
  const asked = about.kind === 'resource' ? bindings.get(about.binding)?.resources[about.role] : about.kind === 'external' ? externals.get(keyOfExternal(about)) : undefined;
  const last = asked?.removal ?? asked?.stop;
  const params = last && paramsSchema.safeParse(journal.document(last.intent.params));
  return params?.data?.unnamed ?? [];
}

const paramsSchema = z.looseObject({ unnamed: z.array(z.string()) });
