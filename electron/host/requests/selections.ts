import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { EarlierSelection, StagedSelection } from '../../../shared/bridge-values.ts';
import type { ChosenSources } from '../projection/walk-sources.ts';

const mostSelections = 50;

type StagedAs = Omit<EarlierSelection, keyof StagedSelection>;

interface Selection {
  readonly chosen: ChosenSources;
  readonly staged?: StagedAs;
}

/** What the operator chose in the system's chooser, by an id: a page can name a choice, never a path. */
export class Selections {
  readonly #byId = new Map<string, Selection>();

  add(chosen: ChosenSources): StagedSelection {
    const id = randomBytes(16).toString('hex');
    this.#keep(id, { chosen });
    return toSelection(id, chosen);
  }

  chosen(id: string): ChosenSources | undefined {
    return this.#byId.get(id)?.chosen;
  }

  /** It is the latest now, and takes the place of an earlier choice of the same. */
  noteStaged(id: string, staged: StagedAs): void {
    const chosen = this.chosen(id);
    if (!chosen) return;
    const same = placesOf(chosen);
    for (const [other, selection] of this.#byId) if (selection.staged && placesOf(selection.chosen) === same) this.#byId.delete(other);
    this.#byId.delete(id);
    this.#keep(id, { chosen, staged });
  }

  /** Those that were staged, latest first. */
  get staged(): readonly EarlierSelection[] {
    return [...this.#byId].flatMap(([id, { chosen, staged }]) => (staged ? [{ ...toSelection(id, chosen), ...staged }] : [])).toReversed();
  }

  #keep(id: string, selection: Selection): void {
    this.#byId.set(id, selection);
    for (const oldest of [...this.#byId.keys()].slice(0, Math.max(0, this.#byId.size - mostSelections))) this.#byId.delete(oldest);
  }
}

const toSelection = (selection: string, chosen: ChosenSources): StagedSelection => ({ selection, kind: chosen.kind, names: pathsOf(chosen).map((file) => path.basename(file)) });

const pathsOf = (chosen: ChosenSources): readonly string[] => (chosen.kind === 'folder' ? [chosen.path] : chosen.paths);

const placesOf = (chosen: ChosenSources): string => JSON.stringify([chosen.kind, ...pathsOf(chosen)]);
