/** Of an exported result: what lies behind is not looked through. */
export const mostSearchedBytes = 256 * 1024 * 1024;

/** How much of a source was looked through; not complete where it goes on. */
export interface LookedThrough {
  readonly files: number;
  readonly bytes: number;
  readonly complete: boolean;
}

/** What a look for nonces went through, and how many sightings were new. */
export interface IngestionLook {
  readonly log: LookedThrough;
  readonly home: LookedThrough;
  readonly found: number;
}
