import type { Bridge } from '../../shared/bridge.ts';
import type { EarlierSelection, ManifestPage, ManifestRow, StagedSelection } from '../../shared/bridge-values.ts';
import type { BindingId, Digest } from '../../shared/ids.ts';
import type { FindingRow, FindingWay } from '../../shared/finding.ts';
import type { FileClass } from '../../shared/manifest.ts';
import type { IngestionLook } from '../../shared/ingestion.ts';
import type { Refusal } from '../../shared/refusal.ts';
import type { FileComparison } from '../../shared/revision.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { noPages, pagedRowAt, pageReader, pageSize, pagesOf, withPage, type Paged } from './paged.ts';
import { coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export type SourceKind = StagedSelection['kind'];
export type ProjectionPlace = 'choose' | 'stage' | 'deliver' | `decide ${string}` | 'compare' | 'ingestion';

export interface ProjectionStore extends Asking<ProjectionPlace> {
  readonly selection: StagedSelection | null;
  readonly fileClass: FileClass;
  /** The manifest shown; until one is picked the view shows the newest. */
  readonly manifest: Digest | null;
  readonly rows: Paged<ManifestRow>;
  /** Of the manifest shown. */
  readonly findings: readonly FindingRow[];
  /** How the manifest shown stands to the last delivery to the same places; null where there was none. */
  readonly against: ManifestPage['against'];
  /** Only what is not as it was delivered before is shown. */
  readonly differing: boolean;
  /** The text of one file against what was delivered before. */
  readonly comparison: { readonly destination: string; readonly shown: FileComparison } | null;
  /** What the last look for nonces from here went through. */
  readonly looked: IngestionLook | null;
  readonly reading: Refusal | null;
  readonly watch: () => Undo;
  readonly choose: (kind: SourceKind) => Promise<void>;
  readonly chooseAgain: (selection: EarlierSelection) => void;
  readonly dropSelection: () => void;
  readonly setClass: (fileClass: FileClass) => void;
  readonly stage: () => Promise<void>;
  readonly show: (manifest: Digest) => void;
  readonly need: (first: number, last: number) => void;
  readonly decide: (finding: Digest, way: FindingWay) => Promise<void>;
  readonly setDiffering: (differing: boolean) => void;
  readonly compare: (destination: string) => Promise<void>;
  readonly closeComparison: () => void;
  readonly lookForIngestion: () => Promise<void>;
  readonly deliver: (manifest: Digest) => Promise<void>;
}

const nothingChosen = {
  selection: null,
  fileClass: 'context',
  manifest: null,
  rows: noPages,
  findings: [],
  against: null,
  differing: false,
  comparison: null,
  looked: null,
  reading: null,
  ...nothingAsked,
} as const satisfies Partial<ProjectionStore>;

export function createProjectionStore(bridge: Bridge, binding: BindingId) {
  return createSteadyStore<ProjectionStore>()((set, get) => {
    const ask = askingIn<ProjectionPlace>((change) => { set(change); });
    let inSight: readonly number[] = [0];

    const readPage = async (page: number): Promise<void> => {
      const { manifest, differing } = get();
      if (!manifest) return;
      const result = await bridge.readManifest({ binding, manifest, offset: page * pageSize, limit: pageSize, ...(differing && { differing }) });
      if (get().manifest !== manifest || get().differing !== differing) return;
      if (result.ok) set(({ rows }) => ({ rows: withPage(rows, page, result.value.rows, result.value.total), findings: result.value.findings, against: result.value.against, reading: null }));
      else set({ reading: result.refusal });
    };
    const reader = pageReader(readPage);
    const refresh = coalesced(() => Promise.all(inSight.map(readPage)).then(() => undefined));
    // What is out of sight is read again when it comes into sight.
    const reload = (): void => {
      set(({ rows }) => ({ rows: { ...rows, pages: new Map([...rows.pages].filter(([page]) => inSight.includes(page))) } }));
      void refresh();
    };

    const open = (manifest: Digest, findings: readonly FindingRow[]): void => {
      if (get().manifest === manifest) return;
      reader.restart();
      inSight = [0];
      set({ manifest, rows: noPages, findings, against: null, differing: false, comparison: null, reading: null });
      void reader.need([0]);
    };

    return {
      ...nothingChosen,
      watch: watched(() => bridge.on('ledgerGrew', reload)),
      async choose(kind) {
        const selection = await ask('choose', () => bridge.chooseSources({ kind }));
        if (selection) set({ selection });
      },
      chooseAgain(selection) { set({ selection, fileClass: selection.class }); },
      dropSelection() { set({ selection: null }); },
      setClass(fileClass) { set({ fileClass }); },
      async stage() {
        const { selection, fileClass } = get();
        if (!selection) return;
        const manifest = await ask('stage', () => bridge.stageSelection({ binding, selection: selection.selection, class: fileClass }));
        if (!manifest) return;
        set({ selection: null });
        get().show(manifest);
      },
      show(manifest) { open(manifest, []); },
      need(first, last) {
        inSight = pagesOf(first, last);
        const { pages } = get().rows;
        void reader.need(inSight.filter((page) => !pages.has(page)));
      },
      async decide(finding, way) {
        const { manifest } = get();
        if (!manifest) return;
        const next = await ask(`decide ${finding}`, () => bridge.decideFinding({ binding, manifest, finding, way }));
        // The others stay in sight until they are read anew: they are the same in the next manifest.
        if (next && get().manifest === manifest) open(next, get().findings.filter(({ id }) => id !== finding));
      },
      setDiffering(differing) {
        reader.restart();
        inSight = [0];
        set({ differing, rows: noPages });
        void reader.need([0]);
      },
      async compare(destination) {
        const { manifest } = get();
        if (!manifest) return;
        const shown = await ask('compare', () => bridge.compareStaged({ binding, manifest, destination }));
        if (shown && get().manifest === manifest) set({ comparison: { destination, shown } });
      },
      closeComparison() { set({ comparison: null }); },
      async lookForIngestion() {
        set({ looked: null });
        const looked = await ask('ingestion', () => bridge.lookForIngestion({ binding }));
        if (looked) set({ looked });
      },
      async deliver(manifest) { await ask('deliver', () => bridge.deliver({ binding, manifest })); },
    };
  });
}

export const manifestRowAt = pagedRowAt<ManifestRow>;
