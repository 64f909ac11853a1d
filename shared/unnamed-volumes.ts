import type { FactValue } from './facts.ts';
import type { Seen } from './teardown-plan.ts';

/** What becomes of the unnamed volumes that a container mounts when it is removed. */
export type VolumesOfRemoved = 'unnamed_too' | 'all_stay';

/** The volumes of a container that nobody named: an engine removes them with it, where it is asked to. */
export interface UnnamedVolumes {
  readonly names: readonly string[];
  /** Those of them that are not this console’s to remove. */
  readonly spared: readonly string[];
  /** Those of them that were taken over by themselves: each goes by a step of its own, and by no other. */
  readonly apart: readonly string[];
  /** Those of them that other containers mount, too: an engine leaves them there without a word. */
  readonly used: readonly { readonly name: string; readonly by: readonly string[] }[];
}

/** What became of them, once their container was verified absent. */
export type UnnamedAfter = NonNullable<FactValue<'absent'>['unnamed']>;

/** A volume that nobody named has the name that its engine drew for it. */
export const isUnnamed = (volume: string): boolean => /^[0-9a-f]{64}$/.test(volume);

/** An engine removes all of them or none: what must stay keeps the others. */
export const volumesOfRemoved = ({ spared, apart }: UnnamedVolumes): VolumesOfRemoved => (spared.length + apart.length > 0 ? 'all_stay' : 'unnamed_too');

/** Those that were seen. */
export const unnamedIn = (seen: Seen): UnnamedVolumes => (seen.kind === 'there' && seen.unnamed) || { names: [], spared: [], apart: [], used: [] };

/** What the removal of a container takes along and leaves, with the unnamed volumes that were seen. */
export function withUnnamed(words: { readonly lost: string; readonly kept: string }, seen: Seen): { readonly lost: string; readonly kept: string } {
  const { lost, kept } = words;
  const { names, spared, apart, used } = unnamedIn(seen);
  if (names.length === 0) return { lost, kept };
  if (spared.length + apart.length === 0) return lostAndUsed(words, withoutUsed(names, used), used);
  return { lost, kept: `${kept} All unnamed volumes that it mounts too, as ${whyTheyStay(spared, apart)}.` };
}

const whyTheyStay = (spared: readonly string[], apart: readonly string[]): string =>
  [
    ...(spared.length > 0 ? [`not all of them are this console’s: ${shortNames(spared)}`] : []),
    ...(apart.length > 0 ? [`what was taken over by itself goes by a step of its own: ${shortNames(apart)}`] : []),
  ].join(', and ');

function lostAndUsed({ lost, kept }: { readonly lost: string; readonly kept: string }, going: readonly string[], used: UnnamedVolumes['used']): { readonly lost: string; readonly kept: string } {
  const users = used.map(({ name, by }) => `${shortNames([name])} (${by.join(', ')})`).join(', ');
  return {
    lost: going.length === 0 ? lost : `${lost} With it goes everything in the unnamed volumes that it mounts: ${shortNames(going)}.`,
    kept: used.length === 0 ? kept : `${kept} The unnamed volumes that others mount, too: ${users}.`,
  };
}

/** What the end of its process takes along, of a container that its engine removes then: it asks nobody which of its volumes stay. */
export function withProcess(words: { readonly lost: string; readonly kept: string }, seen: Seen): { readonly lost: string; readonly kept: string } {
  const { names, used } = unnamedIn(seen);
  return lostAndUsed(words, withoutUsed(names, used), used);
}

/** Those that must stay, or have a step of their own, and would go when its process ends. */
export function lostUnasked(seen: Seen): readonly string[] {
  if (seen.kind !== 'there' || !seen.goesWithProcess) return [];
  const { spared, apart, used } = unnamedIn(seen);
  return withoutUsed([...spared, ...apart], used);
}

const withoutUsed = (names: readonly string[], used: UnnamedVolumes['used']): readonly string[] => names.filter((name) => used.every((one) => one.name !== name));

/** What was seen of them afterwards, behind the words about their container. */
export function saysOfUnnamed(after: UnnamedAfter | undefined): string {
  const inState = (wanted: UnnamedAfter[number]['state']): string => shortNames((after ?? []).flatMap(({ name, state }) => (state === wanted ? [name] : [])));
  const [gone, there] = [inState('absent'), inState('there')];
  return `${gone === '' ? '' : `; of its unnamed volumes verified absent: ${gone}`}${there === '' ? '' : `; of its unnamed volumes still there: ${there}`}`;
}

export const shortNames = (names: readonly string[]): string => names.map((name) => name.slice(0, 12)).join(', ');
