import type { Binding } from '../../../shared/binding.ts';
import type { BindingId, Digest } from '../../../shared/ids.ts';
import { manifestSchema, type Manifest } from '../../../shared/manifest.ts';
import { countRevisions, revisionOf, type Delivered, type RevisedFile, type RevisionCounts } from '../../../shared/revision.ts';
import type { Journal } from '../ledger/journal.ts';

/** Files against what was delivered to the same places before. */
export interface Revised {
  readonly against: Digest;
  readonly counts: RevisionCounts;
  readonly files: readonly RevisedFile[];
  /** Those that are not as they were delivered. */
  readonly differing: readonly RevisedFile[];
}

const mostKept = 6;

/** Manifests as they were staged. They never change, so the last few that were asked for are not read again. */
export class KeptManifests {
  readonly #journal: Pick<Journal, 'document'>;
  readonly #manifests = new Map<Digest, Manifest | undefined>();
  readonly #revised = new Map<string, Revised | null>();

  constructor(journal: Pick<Journal, 'document'>) {
    this.#journal = journal;
  }

  read(digest: Digest): Manifest | undefined {
    return remembered(this.#manifests, digest, () => manifestSchema.safeParse(this.#journal.document(digest)).data);
  }

  /** Null where nothing was delivered to the places of these files before. */
  revised(binding: Binding, digest: Digest): Revised | null {
    const earlier = deliveredBefore(binding, digest);
    return remembered(this.#revised, keyOf(binding.id, digest, earlier), () => this.#revise(digest, earlier));
  }

  #revise(digest: Digest, earlier: readonly Digest[]): Revised | null {
    const manifest = this.read(digest);
    // What is not kept any more cannot be compared with.
    const known = earlier.flatMap((before): readonly Delivered[] => {
      const kept = this.read(before);
      return kept ? [{ digest: before, manifest: kept }] : [];
    });
    const revision = manifest && revisionOf(manifest, known);
    return revision ? { ...revision, counts: countRevisions(revision.files), differing: revision.files.filter((file) => file.revision !== 'unchanged') } : null;
  }
}

/** In the order in which they took effect: everything before this one did, or will. */
function deliveredBefore({ projections }: Binding, digest: Digest): readonly Digest[] {
  const deliveries = projections
    .flatMap(({ manifest, deliveries: attempts }) => attempts.flatMap(({ settlement }) => (settlement?.disposition === 'applied' ? [{ manifest, seq: settlement.seq }] : [])))
    .toSorted((one, other) => one.seq - other.seq);
  const own = deliveries.find(({ manifest }) => manifest === digest)?.seq ?? Number.POSITIVE_INFINITY;
  return [...new Set(deliveries.filter(({ seq }) => seq < own).map(({ manifest }) => manifest).toReversed())].toReversed();
}

const keyOf = (binding: BindingId, digest: Digest, earlier: readonly Digest[]): string => [binding, digest, ...earlier].join(' ');

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, read: () => Value): Value {
  const value = known.has(key) ? (known.get(key) as Value) : read();
  known.delete(key);
  known.set(key, value);
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - mostKept))) known.delete(oldest);
  return value;
}
