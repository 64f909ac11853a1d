import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Requests } from '../../../shared/bridge.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import type { Desk } from '../desk.ts';
import { noteReadiness } from '../execution/observe.ts';
import { compareStaged } from '../projection/compare-staged.ts';
import { deliver } from '../projection/deliver.ts';
import { lookForIngestion } from '../projection/look-for-ingestion.ts';
import { stageSources } from '../projection/stage-sources.ts';
import type { ChosenSources } from '../projection/walk-sources.ts';
import { decideFinding } from './decide-finding.ts';
import { manifestPage } from './manifest-page.ts';
import { withBinding } from './worker-requests.ts';

type Names = 'chooseSources' | 'stageSelection' | 'decideFinding' | 'deliver' | 'readManifest' | 'compareStaged' | 'lookForIngestion';

const mostSelections = 50;

export function fileRequests(desk: Desk): Pick<Requests, Names> {
  const selections = new Selections();
  return {
    async chooseSources({ kind }) {
      const chosen = await choose(desk, kind);
      return ok(chosen && { selection: selections.add(chosen), names: namesOf(chosen) });
    },

    stageSelection: ({ binding, selection, class: fileClass }) =>
      withBinding(desk, binding, async (found) => {
        const chosen = selections.get(selection);
        if (!chosen) return refused(refusal('not_found', 'This choice of files is not known any more.', 'Choose the files again.'));
        return desk.tasks.run({ label: `Staging files for ${found.spec.seat}`, binding, use: 'held', unit: 'files', cancellable: true }, (progress, signal) =>
          stageSources(desk, { binding: found, chosen, class: fileClass, signal, onProgress: ({ files, totalFiles }) => progress(files, totalFiles) }),
        );
      }),

    decideFinding: ({ binding, manifest, finding, way }) =>
      withBinding(desk, binding, (found) =>
        desk.tasks.run({ label: `Deciding a finding for ${found.spec.seat}`, binding, use: 'held', unit: 'steps', cancellable: false }, () => decideFinding(desk, found, manifest, finding, way)),
      ),

    deliver: ({ binding, manifest }) =>
      withBinding(desk, binding, async ({ spec }) => {
        const delivered = await desk.tasks.run({ label: `Delivering files to ${spec.seat}`, binding, use: 'held', unit: 'bytes', cancellable: true }, (onProgress, signal) =>
          deliver(desk, binding, manifest, { signal, onProgress }),
        );
        if (!delivered.ok) return delivered;
        noteReadiness(desk, binding);
        return ok(null);
      }),

    readManifest: ({ binding, manifest, ...range }) => withBinding(desk, binding, async (found) => manifestPage(desk, found, manifest, range)),

    compareStaged: ({ binding, manifest, destination }) => withBinding(desk, binding, (found) => compareStaged(desk, found, manifest, destination)),

    lookForIngestion: ({ binding }) =>
      withBinding(desk, binding, ({ spec }) =>
        desk.tasks.run({ label: `Looking what ${spec.seat} ingested`, binding, unit: 'steps', cancellable: true }, (_progress, signal) => lookForIngestion(desk, binding, signal)),
      ),
  };
}

async function choose({ surroundings }: Desk, kind: 'files' | 'folder'): Promise<ChosenSources | null> {
  if (kind === 'folder') {
    const folder = await surroundings.chooseFolder('source');
    return folder === null ? null : { kind, path: folder };
  }
  const paths = await surroundings.chooseFiles('source');
  return paths === null ? null : { kind, paths };
}

const namesOf = (chosen: ChosenSources): readonly string[] => (chosen.kind === 'folder' ? [path.basename(chosen.path)] : chosen.paths.map((file) => path.basename(file)));

/** What the operator chose in the system's chooser, by an id: a page can name a choice, never a path. */
class Selections {
  readonly #chosen = new Map<string, ChosenSources>();

  add(chosen: ChosenSources): string {
    const id = randomBytes(16).toString('hex');
    this.#chosen.set(id, chosen);
    for (const oldest of [...this.#chosen.keys()].slice(0, Math.max(0, this.#chosen.size - mostSelections))) this.#chosen.delete(oldest);
    return id;
  }

  get(id: string): ChosenSources | undefined {
    return this.#chosen.get(id);
  }
}
