import type { ContainerChange } from './engine-readings.ts';
import type { Digest } from './ids.ts';

export interface GuestFile {
  /** Absolute in the guest. */
  readonly path: string;
  readonly bytes: number;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly modifiedSeconds: number;
  /** Against what was delivered. Absent of a folder, which is never delivered. */
  readonly change?: FileChange;
}

/** `not_compared`: nobody knows. What is `removed` was delivered and is not there; `partial` is less than a delivery was to put there that nobody saw come whole. */
export type FileChange = 'same' | 'changed' | 'added' | 'removed' | 'partial' | 'not_compared';

export interface GuestListing {
  readonly files: readonly GuestFile[];
  /** False where the listing stopped at its bounds: there is more, and nothing is known to be removed. */
  readonly complete: boolean;
  /** What changed in the container itself, outside its volumes; null where the engine does not tell. */
  readonly container: { readonly changes: readonly ContainerChange[]; readonly total: number } | null;
}

/** What a file of the guest shows. Nothing in it is to be followed, run or sent for. */
export type GuestPreview =
  /** Control characters are spelt out; not complete where the file goes on. */
  | { readonly kind: 'text'; readonly text: string; readonly complete: boolean }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'none'; readonly says: string };

export interface ArtifactPreview {
  readonly digest?: Digest;
  readonly bytes?: number;
  readonly destination?: string;
  readonly outcome: 'published' | 'already_there' | 'nothing' | 'refused';
}
