import type { ImageRow } from './engine-readings.ts';
import type { Digest, Instant } from './ids.ts';
import type { Refusal } from './refusal.ts';
import type { ImageChoice } from './worker-spec.ts';

/** An image as the engine lists it, and the build of this console that made it, if one did. */
export interface EngineImage extends ImageRow {
  readonly built?: { readonly at: Instant; readonly seq: number };
}

/** One image as it is now, and why it may not be removed, if it may not. */
export interface ImageRemoval extends ImageRow {
  readonly stays?: Refusal;
}

/** An image that an engine fetched, and what its registry calls it. */
export interface PulledImage extends ImageChoice {
  readonly digest?: Digest;
  /** False where the very same was there before. */
  readonly isNew: boolean;
}
