import path from 'node:path';
import type { Requests } from '../../../shared/bridge.ts';
import { ok } from '../../../shared/result.ts';
import { checkPublished } from '../artifacts/check-published.ts';
import { exportArtifact } from '../artifacts/export-artifact.ts';
import { lookInArtifact } from '../artifacts/look-in-artifact.ts';
import { listGuestFiles } from '../artifacts/list-guest-files.ts';
import { previewGuestFile } from '../artifacts/preview-guest-file.ts';
import type { Desk } from '../desk.ts';
import { withBinding } from './worker-requests.ts';

type Names = 'listGuestFiles' | 'previewGuestFile' | 'exportArtifact' | 'checkPublished';

/** A file that was not declared may have this many bytes. */
const undeclaredMaxBytes = 2 * 1024 ** 3;

export function artifactRequests(desk: Desk): Pick<Requests, Names> {
  return {
    listGuestFiles: ({ binding }) =>
      withBinding(desk, binding, ({ spec }) =>
        desk.tasks.run({ label: `Reading the workspace of ${spec.seat}`, binding, unit: 'bytes', cancellable: true }, (progress, signal) => listGuestFiles(desk, binding, { signal, onBytes: (bytes) => progress(bytes, 0) })),
      ),

    previewGuestFile: ({ binding, path: guestPath }) => withBinding(desk, binding, () => previewGuestFile(desk, binding, guestPath)),

    exportArtifact: ({ binding, path: guestPath }) =>
      withBinding(desk, binding, async (found) => {
        const { spec } = found;
        const declared = spec.artifacts.find(({ path: place }) => place === guestPath);
        const maxBytes = declared?.maxBytes ?? undeclaredMaxBytes;
        const exported = await desk.tasks.run({ label: `Exporting ${path.posix.basename(guestPath)}`, binding, use: 'held', unit: 'bytes', cancellable: true }, (progress, signal) =>
          exportArtifact(desk, binding, { path: guestPath, maxBytes, ...(declared && { expected: declared }), exportFolder: desk.settings.current.exportFolder, signal, onBytes: (bytes) => progress(bytes, 0) }),
        );
        if (!exported.ok) return exported;
        if ('destination' in exported.value) await lookInArtifact(desk, found, { path: guestPath, ...exported.value }).catch(desk.onFault);
        return ok(exported.value);
      }),

    checkPublished: ({ binding, path: guestPath }) =>
      withBinding(desk, binding, async (found) => {
        const label = `Checking ${path.posix.basename(guestPath)}`;
        const checked = await desk.tasks.run({ label, binding, unit: 'bytes', cancellable: true }, (progress, signal) => checkPublished(desk, found, guestPath, { signal, onBytes: (bytes) => progress(bytes, 0) }));
        return checked.ok ? ok(null) : checked;
      }),
  };
}
