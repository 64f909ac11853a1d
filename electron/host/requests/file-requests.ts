import type { Requests } from '../../../shared/bridge.ts';
import { refusal } from '../../../shared/refusal.ts';
import { isStaged } from '../../../shared/manifest.ts';
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
import { Selections } from './selections.ts';
import { withBinding } from './worker-requests.ts';

type Names = 'chooseSources' | 'listSelections' | 'stageSelection' | 'decideFinding' | 'deliver' | 'readManifest' | 'compareStaged' | 'lookForIngestion';

export function fileRequests(desk: Desk): Pick<Requests, Names> {
  const selections = new Selections();
  return {
    async chooseSources({ kind }) {
      const chosen = await choose(desk, kind);
      return ok(chosen && selections.add(chosen));
    },

    listSelections: async () => ok(selections.staged),

    stageSelection: ({ binding, selection, class: fileClass }) =>
      withBinding(desk, binding, async (found) => {
        const chosen = selections.chosen(selection);
        if (!chosen) return refused(refusal('not_found', 'This choice of files is not known any more.', 'Choose the files again.'));
        const staged = await desk.tasks.run({ label: `Staging files for ${found.spec.seat}`, binding, use: 'held', unit: 'files', cancellable: true }, (progress, signal) =>
          stageSources(desk, { binding: found, chosen, class: fileClass, signal, onProgress: ({ files, totalFiles }) => progress(files, totalFiles) }),
        );
        const noted = staged.ok ? desk.journal.world.bindings.get(binding)?.projections.findLast(({ manifest }) => manifest === staged.value)?.staged : undefined;
        if (noted && isStaged(fileClass)) selections.noteStaged(selection, { class: fileClass, seat: found.spec.seat, files: noted.value.files, at: noted.at });
        return staged;
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
        noteReadiness(desk, binding, { isRead: true });
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
