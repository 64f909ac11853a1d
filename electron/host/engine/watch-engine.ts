import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineEvent, EngineReader } from './engine-reader.ts';

export interface EngineWatcher {
  /** Earlier events are lost: read everything anew. Called at each connection; later events wait until it is done. */
  onOpen(): void | Promise<void>;
  onChange(event: Extract<EngineEvent, { readonly type: 'changed' }>): void;
  /** No events until the next `onOpen`. Called once per loss, not per try. */
  onLost(error: unknown): void;
}

export interface WatchPauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Follows an engine until the signal aborts, through every loss of the connection. */
export async function watchEngine(reader: EngineReader, watcher: EngineWatcher, signal: AbortSignal, pauses: WatchPauses = { firstMs: 250, longestMs: 10_000 }): Promise<void> {
  let pauseMs = pauses.firstMs;
  let lost = false;
  while (!signal.aborted) {
    try {
      for await (const event of reader.events(signal)) {
        if (event.type === 'changed') {
          watcher.onChange(event);
          continue;
        }
        await watcher.onOpen();
        pauseMs = pauses.firstMs;
        lost = false;
      }
    } catch (error) {
      // Whoever stopped to watch is told nothing any more.
      if (signal.aborted) return;
      if (!lost) watcher.onLost(error);
      lost = true;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, pauses.longestMs);
  }
}
