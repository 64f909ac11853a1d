import { isUp } from '../../../shared/engine-readings.ts';
import type { External } from '../../../shared/external.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok } from '../../../shared/result.ts';
import type { Seen } from '../../../shared/teardown-plan.ts';
import type { ExternalSeen } from '../../../shared/external-view.ts';
import type { World } from '../../../shared/world.ts';
import type { Means } from '../engine/means.ts';
import { anotherVolume, differenceOf, readerAt, whenReachable } from '../placement/identity.ts';
import { readExternal } from './read-external.ts';
import { unnamedAmong } from './unnamed-volumes.ts';

/** Reads something again by its id, and holds it against what was recorded of it: its labels may be anybody’s. */
export async function lookAtExternal({ readers, journal }: Pick<Means, 'readers' | 'journal'>, external: External): Promise<Seen> {
  const looked = await whenReachable(async () => {
    const { ref, endpoint } = external;
    const reader = await readerAt(readers, { endpoint, engine: ref.engine });
    return reader.ok ? ok(seenOf(external, await readExternal(reader.value, ref.resource, ref.id), journal.world)) : reader;
  });
  return looked.ok ? looked.value : { kind: 'unreadable', refusal: looked.refusal };
}

export function seenOf({ ref, identity }: External, seen: ExternalSeen | null, world: World): Seen {
  if (!seen) return { kind: 'gone' };
  const namesake = ref.resource === 'volume' ? anotherVolume(identity, seen.identity) : undefined;
  if (namesake !== undefined) return { kind: 'gone', namesake };
  const difference = differenceOf(identity, seen.identity);
  if (difference !== undefined) return { kind: 'differs', refusal: refusal('identity_changed', `The ${ref.resource} ${ref.name} is not the one that was recorded: ${difference}.`, 'Nothing was touched. Look at the engine before anything is done about it by hand.') };
  const { container, usedBy } = seen;
  if (!container) return { kind: 'there', running: false, usedBy };
  return { kind: 'there', running: isUp(container.state), usedBy, goesWithProcess: container.goesWithProcess, unnamed: unnamedAmong(world, ref.engine, container.volumes, container.others) };
}
