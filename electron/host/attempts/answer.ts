/** What came back from one effect, in no engine's own words. */
export type Answer =
  /** A success that fits its schema. `id` is the engine's immutable id where it gives one. */
  | { readonly kind: 'applied'; readonly status: number; readonly id?: string }
  /** The engine says that it was so already (304). */
  | { readonly kind: 'already'; readonly status: number }
  /** A refusal that names our request (4xx). */
  | { readonly kind: 'refused'; readonly status: number; readonly says: string }
  /** A refusal that may hide an effect of ours (404, 409): the thing itself has to be read. */
  | { readonly kind: 'ambiguous'; readonly status: number; readonly says: string }
  /** No byte of the request left the console. */
  | { readonly kind: 'not_sent'; readonly says: string }
  /** Cut, timed out, 5xx, or of the wrong shape: it may or may not have happened. */
  | { readonly kind: 'unclear'; readonly says: string };
