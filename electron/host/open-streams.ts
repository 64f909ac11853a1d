import type { Endpoint, EngineId } from '../../shared/ids.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Desk } from './desk.ts';
import type { EngineReader } from './engine/engine-reader.ts';
import { readerAt, whenReachable } from './placement/identity.ts';

type Place = { readonly endpoint: Endpoint; readonly engine: EngineId };

/** What the window follows of its engines, each under an id that the window made. */
export class OpenStreams {
  readonly #desk: Desk;
  readonly #most: number;
  readonly #open = new Map<string, AbortController>();

  constructor(desk: Desk, most: number) {
    this.#desk = desk;
    this.#most = most;
  }

  /** Follows until the end or until it is closed. One too many ends the oldest: a page that was loaded anew closes nothing. */
  open(id: string, place: Place, follow: (reader: EngineReader, signal: AbortSignal) => Promise<void>): Promise<Result<null>> {
    this.close(id);
    const stop = new AbortController();
    this.#open.set(id, stop);
    const [oldest] = this.#open.keys();
    if (this.#open.size > this.#most && oldest !== undefined) this.close(oldest);
    return whenReachable(async () => {
      const reader = await readerAt(this.#desk.readers, place);
      if (!reader.ok) return reader;
      if (!stop.signal.aborted) void follow(reader.value, stop.signal).catch(this.#desk.onFault);
      return ok(null);
    });
  }

  close(id: string): Result<null> {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
    return ok(null);
  }
}
