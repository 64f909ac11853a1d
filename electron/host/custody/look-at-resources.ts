import type { Binding } from '../../../shared/binding.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import type { Seen, SeenOf } from '../../../shared/teardown-plan.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { readerOf, sameContainer, sameVolume, whenReachable } from '../placement/identity.ts';
import { isUp } from './look-at-external.ts';
import { ok } from '../../../shared/result.ts';

/** Reads this worker's resources again, each by what identifies it. */
export async function lookAtResources({ readers }: Pick<Means, 'readers'>, binding: Binding): Promise<SeenOf> {
  const looked = await whenReachable(async () => {
    const reader = await readerOf(readers, binding);
    return reader.ok ? ok(await lookAtEach(reader.value, binding)) : reader;
  });
  if (looked.ok) return looked.value;
  const unreadable: Seen = { kind: 'unreadable', refusal: looked.refusal };
  return { container: unreadable, work: unreadable, state: unreadable };
}

async function lookAtEach(reader: EngineReader, binding: Binding): Promise<SeenOf> {
  const { resources } = binding;
  const container = resources.container.present && !resources.container.absent ? await lookAtContainer(reader, binding) : never;
  const users = await usersOfVolumes(reader, binding);
  const volume = async (role: 'work' | 'state') =>
    resources[role].present && !resources[role].absent ? lookAtVolume(reader, binding, role, users.get(resources[role].name) ?? []) : never;
  return { container, work: await volume('work'), state: await volume('state') };
}

/** For what was never seen or is verified absent: no step looks at it. */
const never: Seen = { kind: 'unreadable', refusal: refusal('unconfirmed', 'It was created, but never seen by this console.', 'Go on with the preparation, or look again.') };

async function lookAtContainer(reader: EngineReader, binding: Binding): Promise<Seen> {
  const found = await sameContainer(reader, binding);
  return found.ok ? { kind: 'there', running: isUp(found.value.state), usedBy: [] } : seenFromRefusal(found.refusal);
}

async function lookAtVolume(reader: EngineReader, binding: Binding, role: 'work' | 'state', usedBy: readonly string[]): Promise<Seen> {
  const found = await sameVolume(reader, binding, role);
  return found.ok ? { kind: 'there', running: false, usedBy } : seenFromRefusal(found.refusal);
}

const seenFromRefusal = (why: Refusal): Seen => (why.code === 'not_found' ? { kind: 'gone' } : { kind: 'differs', refusal: why });

/** Which other containers mount a volume: a mount by our own container is no reason to keep it. */
async function usersOfVolumes(reader: EngineReader, { resources }: Binding): Promise<ReadonlyMap<string, readonly string[]>> {
  const ours = resources.container.present?.value.id;
  const users = new Map<string, string[]>();
  for (const { id, name, volumes } of await reader.listContainers()) {
    if (id === ours) continue;
    for (const volume of volumes) users.set(volume, [...(users.get(volume) ?? []), name]);
  }
  return users;
}
