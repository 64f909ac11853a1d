import { setTimeout as sleep } from 'node:timers/promises';
import { faultText } from '../../../shared/error-code.ts';
import type { EngineEvent, EngineReader } from './engine-reader.ts';

export interface EngineWatcher {
  /** Earlier events are lost: read everything anew. Called at each connection; later events wait until it is done. */
  onOpen(): void | Promise<void>;
  onChange(event: Extract<EngineEvent, { readonly type: 'changed' }>): void;
  /** No events until the next `onOpen`. Called again only where a later try fails for another reason. */
  onLost(error: unknown): void;
}

export interface WatchPauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

const rememberedEvents = 1000;

/**
 * Follows an engine until the signal aborts, through every loss of the connection. After one it asks for what came meanwhile
 * as well, with an overlap: what comes twice is told once.
 */
export async function watchEngine(reader: EngineReader, watcher: EngineWatcher, signal: AbortSignal, pauses: WatchPauses = { firstMs: 250, longestMs: 10_000 }): Promise<void> {
  let pauseMs = pauses.firstMs;
  let lost: string | undefined;
  let latest: string | undefined;
  const isNew = onlyOnce(rememberedEvents);
  while (!signal.aborted) {
    try {
      for await (const event of reader.events(signal, latest)) {
        if (event.type === 'changed') {
          latest = event.timeNano;
          if (isNew(`${event.timeNano} ${event.id} ${event.action}`)) watcher.onChange(event);
          continue;
        }
        await watcher.onOpen();
        pauseMs = pauses.firstMs;
        lost = undefined;
      }
    } catch (error) {
      // Whoever stopped to watch is told nothing any more.
      if (signal.aborted) return;
      const reason = faultText(error);
      if (reason !== lost) watcher.onLost(error);
      lost = reason;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, pauses.longestMs);
  }
}

/** Says whether a key is seen for the first time, as far back as so many keys. */
export function onlyOnce(remembered: number): (key: string) => boolean {
  const seen = new Set<string>();
  return (key) => {
    if (seen.has(key)) return false;
    seen.add(key);
    const [oldest] = seen;
    if (seen.size > remembered && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
