import type { Binding } from '../../../shared/binding.ts';
import type { FactValue, SeenIn } from '../../../shared/facts.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import { nonceLine, nonceMark } from '../../../shared/nonce-line.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import type { Journal } from '../ledger/journal.ts';
import { projectionRef } from '../placement/worker-refs.ts';
import { nonceValue } from './context-nonce.ts';
import type { KeptManifests } from './kept-manifests.ts';
import { NonceFinder, type Sighting } from './nonce-finder.ts';

/** What can be looked for: the nonces of everything that may have reached the guest. */
export interface Sought {
  readonly manifests: ReadonlyMap<string, Digest>;
  /** Digests of the delivered files that carry a nonce: a copy of one is not its ingestion. */
  readonly copies: ReadonlySet<Digest>;
  /** Where these files were delivered to. */
  readonly destinations: ReadonlySet<string>;
  /** Sizes of these files: only what is as large can be a copy. */
  readonly sizes: ReadonlySet<number>;
  /** The lines themselves: whoever prints a file prints such a line as it is. */
  readonly lines: ReadonlySet<string>;
}

export function soughtIn(journal: Journal, manifests: KeptManifests, { projections }: Binding): Sought {
  const asked = projections.filter(({ staged, deliveries }) => staged.value.revision && deliveries.some(({ settlement }) => settlement?.disposition !== 'refused'));
  const entries = asked.flatMap(({ manifest }) => manifests.read(manifest)?.entries ?? []);
  const values = asked.flatMap(({ manifest, staged }): readonly [string, Digest][] => {
    const value = staged.value.revision && nonceValue(journal, staged.value.revision.nonce);
    return value === undefined ? [] : [[value, manifest]];
  });
  return {
    manifests: new Map(values),
    copies: new Set(entries.map(({ stagedDigest }) => stagedDigest)),
    destinations: new Set(entries.map(({ destination }) => destination)),
    sizes: new Set(entries.map(({ bytes }) => bytes)),
    lines: new Set(values.flatMap(([value, manifest]) => linesOf(manifests.read(manifest)?.entries ?? [], value))),
  };
}

const linesOf = (entries: readonly ManifestEntry[], nonce: string): readonly string[] =>
  entries.flatMap(({ changes = [] }, index) => changes.flatMap((change) => (change.way === 'marked' ? [nonceLine(change.form, nonceMark(nonce, index))] : [])));

export const finderOf = ({ manifests }: Sought): NonceFinder => new NonceFinder(manifests);

/** Records what was seen in one source; each revision, file and source once. Answers how many of it were new. */
export function recordIngested(journal: Journal, manifests: KeptManifests, binding: Binding, seen: SeenIn, place: string, sightings: readonly Sighting[], source: string): number {
  const entries = sightings.flatMap(({ manifest, index, line, offset }) => {
    const projection = binding.projections.find((each) => each.manifest === manifest);
    const nonce = projection?.staged.value.revision?.nonce;
    const file = index === undefined ? undefined : manifests.read(manifest)?.entries[index]?.path;
    const value = nonce && ({ manifest, nonce, seen, place, line, offset, ...(file !== undefined && { file }) } satisfies FactValue<'ingested'>);
    if (!value || projection.ingested.some((known) => isSame(known.value, value))) return [];
    return [{ actor: consoleItself, about: projectionRef(binding, manifest), body: { kind: 'observation', fact: 'ingested', value, source } as const }];
  });
  if (entries.length > 0) journal.appendAll(entries);
  return entries.length;
}

const isSame = (one: FactValue<'ingested'>, other: FactValue<'ingested'>): boolean => one.seen === other.seen && one.place === other.place && one.file === other.file;
