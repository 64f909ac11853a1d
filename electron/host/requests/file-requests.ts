import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Requests } from '../../../shared/bridge.ts';
import type { ManifestPage } from '../../../shared/bridge-values.ts';
import type { Binding } from '../../../shared/binding.ts';
import type { Digest } from '../../../shared/ids.ts';
import { deliveryResultSchema, manifestSchema } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Desk } from '../desk.ts';
import { noteReadiness } from '../execution/observe.ts';
import { deliver } from '../projection/deliver.ts';
import { findingRows } from '../projection/findings.ts';
import { stageSources } from '../projection/stage-sources.ts';
import type { ChosenSources } from '../projection/walk-sources.ts';
import { decideFinding } from './decide-finding.ts';
import { withBinding } from './worker-requests.ts';

type Names = 'chooseSources' | 'stageSelection' | 'decideFinding' | 'deliver' | 'readManifest';

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
        return desk.tasks.run({ label: `Staging files for ${found.spec.seat}`, binding, unit: 'files', cancellable: true }, (progress, signal) =>
          stageSources(desk, { binding: found, chosen, class: fileClass, signal, onProgress: ({ files, totalFiles }) => progress(files, totalFiles) }),
        );
      }),

    decideFinding: ({ binding, manifest, finding, way }) => withBinding(desk, binding, (found) => desk.tasks.run({ label: `Deciding a finding for ${found.spec.seat}`, binding, unit: 'steps', cancellable: false }, () => decideFinding(desk, found, manifest, finding, way))),

    deliver: ({ binding, manifest }) =>
      withBinding(desk, binding, async ({ spec }) => {
        const delivered = await desk.tasks.run({ label: `Delivering files to ${spec.seat}`, binding, unit: 'bytes', cancellable: true }, (onProgress, signal) =>
          deliver(desk, binding, manifest, { signal, onProgress }),
        );
        if (!delivered.ok) return delivered;
        noteReadiness(desk, binding);
        return ok(null);
      }),

    readManifest: ({ binding, manifest, offset, limit }) => withBinding(desk, binding, async (found) => manifestPage(desk, found, manifest, { offset, limit })),
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

function manifestPage({ journal }: Desk, binding: Binding, digest: Digest, { offset, limit }: { readonly offset: number; readonly limit: number }): Result<ManifestPage> {
  const projection = binding.projections.findLast(({ manifest }) => manifest === digest);
  const manifest = manifestSchema.safeParse(journal.document(digest));
  if (!projection || !manifest.success) return refused(refusal('not_found', 'This manifest is not kept any more.', 'Its digest and counts are still in the receipts.'));
  const states = projection.delivered && deliveryResultSchema.safeParse(journal.document(projection.delivered.value.result)).data?.states;
  const { entries } = manifest.data;
  const rows = entries.slice(offset, offset + limit).map((entry, index) => {
    const delivery = states?.[offset + index];
    return { entry, ...(delivery && { delivery }) };
  });
  return ok({ total: entries.length, rows, findings: findingRows(binding, manifest.data) });
}
