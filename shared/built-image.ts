import type { Attempt } from './attempt.ts';
import type { Noted } from './binding.ts';
import type { AbsenceReading } from './facts.ts';
import type { EngineId } from './ids.ts';
import type { ImageRow } from './engine-readings.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { World } from './world.ts';

/** An image that an applied build of ours made: its id is all its identity, whatever it is called by now. */
export interface BuiltImage {
  readonly engine: EngineId;
  readonly id: string;
  /** What it was called when it was built. */
  readonly reference: string;
  readonly build: Attempt;
  readonly removal?: Attempt;
  readonly absent?: Noted<readonly AbsenceReading[]>;
}

/** Keyed so that one image on two engines is two. */
export const imageKey = (engine: EngineId, id: string): string => `${engine} ${id}`;

export const builtImageOf = ({ images }: World, engine: EngineId, id: string): BuiltImage | undefined => images.get(imageKey(engine, id));

/** What the settlement of a build says that it made. */
export function madeBy(build: Attempt): BuiltImage | undefined {
  const { about, settlement } = build;
  if (about.kind !== 'image' || settlement?.disposition !== 'applied') return undefined;
  for (const evidence of settlement.evidence) {
    if ((evidence.kind === 'answer' || evidence.kind === 'reading') && evidence.id !== undefined) return { engine: about.engine, id: evidence.id, reference: about.reference, build };
  }
  return undefined;
}

/** Why an image that we built may not be removed now, if it may not. */
export function whyImageStays(image: BuiltImage | undefined, there: ImageRow, usedBy: readonly string[]): Refusal | undefined {
  if (!image) return refusal('not_ours', 'This image was not built by this console.', 'It stays: what is not ours is never removed.');
  if (usedBy.length > 0) return refusal('not_ours', `It is used by ${usedBy.join(', ')}.`, 'It stays while a container is made of it.');
  const others = there.tags.filter((tag) => tag !== image.reference);
  return others.length === 0 ? undefined : refusal('not_ours', `Somebody gave it another name: ${others.join(', ')}.`, 'It stays while it has a name that this console did not give it.');
}
