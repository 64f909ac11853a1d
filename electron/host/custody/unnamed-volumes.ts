import type { EngineId } from '../../../shared/ids.ts';
import { isUnnamed, type UnnamedVolumes } from '../../../shared/unnamed-volumes.ts';
import { targetKey, untouchableOn } from '../../../shared/untouchable.ts';
import type { World } from '../../../shared/world.ts';

/** Of the volumes that a container mounts, those that nobody named, and which of them must stay. */
export function unnamedAmong(world: World, engine: EngineId, volumes: readonly string[]): UnnamedVolumes {
  const names = volumes.filter(isUnnamed);
  if (names.length === 0) return { names, spared: [] };
  const untouchable = untouchableOn(world, engine);
  return { names, spared: names.filter((name) => untouchable.has(targetKey('volume', name))) };
}
