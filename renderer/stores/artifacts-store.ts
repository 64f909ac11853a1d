import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { ArtifactPreview, GuestListing, GuestPreview } from '../../shared/guest-files.ts';
import type { BindingId, ExecutionId } from '../../shared/ids.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';

/** A refusal belongs to the path it is about. */
export type ArtifactsPlace = 'folder' | `export ${string}` | `waive ${string}` | `check ${string}`;

export interface ArtifactsStore extends Asking<ArtifactsPlace> {
  /** Absent until a person asks to look. */
  readonly guestFiles: Loaded<GuestListing> | null;
  /** What the last export of each path answered. */
  readonly answers: ReadonlyMap<string, ArtifactPreview>;
  /** The file that is looked into, if one is. */
  readonly preview: { readonly path: string; readonly shown: Loaded<GuestPreview> } | null;
  readonly browse: () => Promise<void>;
  readonly openPreview: (path: string) => Promise<void>;
  readonly closePreview: () => void;
  readonly exportPath: (path: string) => Promise<void>;
  /** Looks anew at what is where a result went. */
  readonly checkAgain: (path: string) => Promise<void>;
  /** Signs, as its owner, that a declared result is given up. */
  readonly waive: (path: string, execution: ExecutionId | null) => Promise<void>;
  readonly chooseFolder: () => Promise<void>;
}

export function createArtifactsStore(bridge: Bridge, binding: BindingId) {
  return createStore<ArtifactsStore>()((set, get) => {
    const ask = askingIn<ArtifactsPlace>((change) => { set(change); });
    return {
      guestFiles: null,
      answers: new Map(),
      preview: null,
      ...nothingAsked,
      async browse() {
        set({ guestFiles: loading });
        set({ guestFiles: await loadedFrom(bridge.listGuestFiles({ binding })) });
      },
      async openPreview(path) {
        set({ preview: { path, shown: loading } });
        const shown = await loadedFrom(bridge.previewGuestFile({ binding, path }));
        // Another file may have been opened meanwhile, or none any more.
        if (get().preview?.path === path) set({ preview: { path, shown } });
      },
      closePreview() { set({ preview: null }); },
      async exportPath(path) {
        const answer = await ask(`export ${path}`, () => bridge.exportArtifact({ binding, path }));
        if (answer) set(({ answers }) => ({ answers: new Map(answers).set(path, answer) }));
      },
      async checkAgain(path) { await ask(`check ${path}`, () => bridge.checkPublished({ binding, path })); },
      async waive(path, execution) { await ask(`waive ${path}`, () => bridge.waiveArtifact({ binding, path, execution })); },
      async chooseFolder() { await ask('folder', () => bridge.chooseExportFolder({})); },
    };
  });
}
