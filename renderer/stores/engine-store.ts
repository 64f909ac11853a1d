import type { Bridge } from '../../shared/bridge.ts';
import type { EngineView } from '../../shared/bridge-values.ts';
import type { ImageRemoval, PulledImage } from '../../shared/engine-images.ts';
import type { Endpoint } from '../../shared/ids.ts';
import type { Headroom } from '../../shared/headroom.ts';
import type { ReleaseOffer } from '../../shared/release.ts';
import type { ImageChoice } from '../../shared/worker-spec.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export type EnginePlace = 'headroom' | 'buildSample' | 'pull' | 'readCommand' | 'planRemoval' | 'removeImage' | 'chooseRelease' | 'takeOver';

export interface EngineStore extends Asking<EnginePlace> {
  readonly engine: Loaded<EngineView>;
  readonly watch: () => Undo;
  /** What is left for another worker, as it was when that was last read. */
  readonly headroom: Headroom | null;
  readonly readHeadroom: () => Promise<void>;
  /** Answers the image built, or nothing after a refusal. */
  readonly buildSample: () => Promise<ImageChoice | undefined>;
  /** What the last pull from here brought. */
  readonly pulled: PulledImage | null;
  readonly pull: (reference: string) => Promise<void>;
  /** Answers what removing it would mean, or nothing after a refusal. */
  readonly planRemoval: (image: string) => Promise<ImageRemoval | undefined>;
  readonly removeImage: (image: string) => Promise<void>;
  /** Answers what this image itself would run, or nothing after a refusal. */
  readonly readCommand: (image: string) => Promise<readonly string[] | undefined>;
  /** A release of another console that is being looked at. */
  readonly offer: ReleaseOffer | null;
  readonly chooseRelease: () => Promise<void>;
  readonly dropRelease: () => void;
  readonly takeOver: (fingerprint: string) => Promise<void>;
}

export function createEngineStore(bridge: Bridge, endpoint: Endpoint) {
  return createSteadyStore<EngineStore>()((set, get) => {
    const ask = askingIn<EnginePlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ engine: await loadedFrom(bridge.openEngine({ endpoint })) });
    });
    const reload = (): void => { void load(); };

    const start = (): Undo => {
      const undo = all([
        // Nothing of an engine itself, or of its images, is a container's.
        bridge.on('engineChanged', ({ endpoint: where, container }) => { if (where === endpoint && container === undefined) reload(); }),
        bridge.on('frameChanged', reload),
      ]);
      reload();
      return undo;
    };

    return {
      engine: loading,
      headroom: null,
      pulled: null,
      ...nothingAsked,
      async readHeadroom() {
        const headroom = await ask('headroom', () => bridge.readHeadroom({ endpoint }));
        if (headroom) set({ headroom });
      },
      watch: watched(start),
      offer: null,
      async chooseRelease() {
        const offer = await ask('chooseRelease', () => bridge.chooseRelease({ endpoint }));
        if (offer) set({ offer });
      },
      dropRelease() { set({ offer: null }); },
      async takeOver(fingerprint) {
        const { offer } = get();
        if (!offer) return;
        const taken = await ask('takeOver', () => bridge.takeOver({ offer: offer.offer, fingerprint }));
        if (taken !== undefined) set({ offer: null });
      },
      readCommand: (image) => ask('readCommand', () => bridge.readImageCommand({ endpoint, image })),
      async pull(reference) {
        set({ pulled: null });
        const pulled = await ask('pull', () => bridge.pullImage({ endpoint, reference }));
        if (pulled) set({ pulled });
        await load();
      },
      planRemoval: (image) => ask('planRemoval', () => bridge.planImageRemoval({ endpoint, image })),
      async removeImage(image) {
        await ask('removeImage', () => bridge.removeImage({ endpoint, image }));
        await load();
      },
      async buildSample() {
        const image = await ask('buildSample', () => bridge.buildSampleImage({ endpoint }));
        await load();
        return image;
      },
    };
  });
}
