import { awayOf, releaseOf, type Binding } from '../../../shared/binding.ts';
import { isUp } from '../../../shared/engine-readings.ts';
import { awayWith, releaseOfAway } from '../../../shared/external-plan.ts';
import { externalKey, signatureOf, type External } from '../../../shared/external.ts';
import type { ExternalSeen } from '../../../shared/external-view.ts';
import { refusal } from '../../../shared/refusal.ts';
import type { Receiver, ReleasedResource } from '../../../shared/release.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { differenceOf, readerAt, whenReachable } from '../placement/identity.ts';
import { goingOfWorker, goingWith, running, type GoingTogether } from './given.ts';
import { readExternal } from './read-external.ts';

/** What one release of this console gave away, and what has not come back of that. */
export interface GivenBefore extends GoingTogether {
  readonly to: Receiver;
  /** The receipt of the last signature that stands for it. */
  readonly signed: number;
}

export function workerGivenBefore({ journal }: Pick<Means, 'journal'>, binding: Binding): Result<GivenBefore> {
  const { spec } = binding;
  const released = releaseOf(binding);
  const away = goingOfWorker(binding, awayOf(binding));
  if (!released || away.resources.length === 0) return nothingAway(spec.seat);
  // What came back and was given away after that went with what it came back with, by a release of its own.
  const later = away.resources.map(({ resource, identity }) => journal.world.externals.get(externalKey(spec.engine, resource, identity.id))).find((external) => external?.custody.kind === 'released' && external.custody.seq === released.seq);
  if (later) return externalGivenBefore({ journal }, later);
  return ok({ ...away, to: released.to as Receiver, signed: signatureOf(released) });
}

export function externalGivenBefore({ journal }: Pick<Means, 'journal'>, external: External): Result<GivenBefore> {
  const away = awayWith(external, journal.world.externals.values());
  const released = releaseOfAway(away);
  return released ? ok({ ...goingWith(external, away), to: released.to as Receiver, signed: signatureOf(released) }) : nothingAway(external.ref.name);
}

const nothingAway = (name: string): Result<never> => refused(refusal('not_found', `Nothing of ${name} is released, and not back.`, 'Release it first.'));

/** What of it is on its engine yet, exactly as it was recorded: the rest is not stated once more, and nothing of it where it runs. */
export function stillThere({ readers }: Pick<Means, 'readers'>, { endpoint, engine, of, resources }: GivenBefore): Promise<Result<readonly ReleasedResource[]>> {
  return whenReachable(async () => {
    const reader = await readerAt(readers, { endpoint, engine });
    if (!reader.ok) return reader;
    const looks = await Promise.all(resources.map(async (each) => ({ each, seen: await asRecorded(reader.value, each) })));
    const up = looks.find(({ seen }) => seen?.container && isUp(seen.container.state));
    if (up) return refused(running(up.each.name, 'It is not this console’s to stop, and somebody may have taken it up: ask whoever may have it.'));
    const still = looks.filter(({ seen }) => seen).map(({ each }) => each);
    return still.length > 0 ? ok(still) : refused(refusal('not_found', `Nothing that was released of ${of} is there any more as it was recorded.`, 'There is nothing to sign.'));
  });
}

async function asRecorded(reader: EngineReader, { resource, identity }: ReleasedResource): Promise<ExternalSeen | undefined> {
  const seen = await readExternal(reader, resource, identity.id);
  return seen !== null && differenceOf(identity, seen.identity) === undefined ? seen : undefined;
}
