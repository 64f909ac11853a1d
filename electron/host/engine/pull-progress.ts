import type { PullProgress } from '../attempts/mutations.ts';
import type { PullLine } from './docker-schemas.ts';

const finished: ReadonlySet<string> = new Set(['Download complete', 'Pull complete', 'Verifying Checksum', 'Already exists']);

/** Adds up what an engine tells layer by layer. Unpacking is told in bytes as well and is none of the download's. */
export class PullLayers {
  readonly #layers = new Map<string, { readonly done: number; readonly total: number }>();

  take({ id, status = '', progressDetail }: PullLine): PullProgress {
    if (id !== undefined) this.#note(id, status, progressDetail?.current ?? 0, progressDetail?.total ?? 0);
    const layers = [...this.#layers.values()];
    return {
      done: layers.reduce((sum, { done }) => sum + done, 0),
      total: layers.reduce((sum, { total }) => sum + total, 0),
      says: id === undefined ? status : `${id}: ${status}`,
    };
  }

  #note(id: string, status: string, current: number, total: number): void {
    const known = this.#layers.get(id);
    if (status === 'Downloading') this.#layers.set(id, { done: current, total: Math.max(total, current) });
    else if (known && finished.has(status)) this.#layers.set(id, { done: known.total, total: known.total });
  }
}
