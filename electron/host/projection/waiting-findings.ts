import { isHeld, type Binding, type Projection } from '../../../shared/binding.ts';
import { placeText, type Finding } from '../../../shared/finding.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { InboxItem } from '../../../shared/inbox.ts';
import { workerOf } from '../../../shared/inbox-items.ts';
import { manifestSchema, type Manifest } from '../../../shared/manifest.ts';
import { countText } from '../../../shared/quantities.ts';
import type { Journal } from '../ledger/journal.ts';
import { findingRows, isAccepted } from './findings.ts';

/** One finding of a staged file, by what an acceptance of it binds. */
interface Found {
  readonly id: Digest;
  readonly finding: Finding;
  readonly destination: string;
}

/** What the review of staged files found and nobody decided yet. A manifest never changes, so each is read once. */
export class WaitingFindings {
  readonly #journal: Journal;
  readonly #found = new Map<string, readonly Found[]>();
  readonly #destinations = new Map<Digest, ReadonlySet<string>>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get items(): readonly InboxItem[] {
    return [...this.#journal.world.bindings.values()].flatMap((binding) => this.#ofBinding(binding));
  }

  /** What was delivered had nothing undecided; without a container there is nothing to deliver to. */
  #ofBinding(binding: Binding): readonly InboxItem[] {
    const { projections } = binding;
    if (!isHeld(binding.resources.container) || !projections.some(hasFindings)) return [];
    return projections.flatMap((projection, index) => {
      const again = projections.slice(index + 1).map(({ manifest }) => manifest);
      const undecided = hasFindings(projection) ? this.#undecided(binding, projection.manifest, again) : [];
      return undecided.length > 0 ? [itemOf(binding, projection, undecided)] : [];
    });
  }

  /** A file that was staged again for the same place, changed or not, is decided on there. */
  #undecided(binding: Binding, manifest: Digest, again: readonly Digest[]): readonly Found[] {
    return this.#foundIn(binding, manifest).filter(({ id, finding, destination }) => !isAccepted(binding, id, finding) && !again.some((later) => this.#destinationsOf(later).has(destination)));
  }

  #foundIn(binding: Binding, manifest: Digest): readonly Found[] {
    return remembered(this.#found, `${binding.id} ${manifest}`, () => {
      const read = this.#read(manifest);
      const places = new Map(read?.entries.map(({ path, destination }) => [path, destination]));
      return read ? findingRows(binding, read).map(({ id, finding }) => ({ id, finding, destination: places.get(finding.file) ?? '' })) : [];
    });
  }

  #destinationsOf(manifest: Digest): ReadonlySet<string> {
    return remembered(this.#destinations, manifest, () => new Set(this.#read(manifest)?.entries.map(({ destination }) => destination)));
  }

  #read(manifest: Digest): Manifest | undefined {
    return manifestSchema.safeParse(this.#journal.document(manifest)).data;
  }
}

const hasFindings = ({ staged, deliveries }: Projection): boolean => (staged.value.findings ?? 0) > 0 && deliveries.length === 0;

function itemOf(binding: Binding, { manifest, staged }: Projection, undecided: readonly Found[]): InboxItem {
  const [first] = undecided;
  const where = first ? `: “${first.finding.file}”, ${placeText(first.finding.place)}: ${first.finding.text}` : '';
  return {
    kind: 'findings', id: `findings ${binding.id} ${manifest} ${staged.seq}`, manifest, count: undecided.length, seq: staged.seq, since: staged.at, worker: workerOf(binding),
    says: `${countText(undecided.length, 'finding in the staged files is', 'findings in the staged files are')} undecided${undecided.length > 1 ? ', the first' : ''}${where}`,
  };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, read: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = read();
  known.set(key, value);
  return value;
}
