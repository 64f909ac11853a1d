/** How long an engine may keep us waiting, in milliseconds. */
export interface Deadlines {
  /** For the whole answer to a question about one thing. */
  readonly readMs: number;
  /** For the whole answer to a question about everything. */
  readonly listMs: number;
  /** For the answer to a change, beyond the time that the change itself is given. */
  readonly changeMs: number;
  /** For the next byte of a transfer. */
  readonly stallMs: number;
  /** For the next line of a build, whose steps may be silent for long. */
  readonly buildStepMs: number;
}

export const usualDeadlines: Deadlines = { readMs: 15_000, listMs: 60_000, changeMs: 40_000, stallMs: 60_000, buildStepMs: 30 * 60_000 };

export class DeadlineError extends Error {
  override name = 'DeadlineError';
}

export interface Patience {
  readonly ms: number;
  /** Gives up. */
  readonly caller?: AbortSignal | undefined;
  /** A number that grows as long as something moves: then the time starts anew. */
  readonly progress?: () => number;
}

/**
 * Runs work that may never settle. When the time is over, or the caller gives up, it rejects at once and aborts the
 * work's signal, so that its socket is gone: an abort alone is not enough, because a dead socket never reports one.
 */
export async function withDeadline<T>({ ms, caller, progress }: Patience, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  caller?.throwIfAborted();
  const over = new AbortController();
  let seen = progress?.();
  const timer = setTimeout(() => {
    const now = progress?.();
    if (now === seen) return over.abort(new DeadlineError(`no answer within ${ms / 1000} s`));
    seen = now;
    timer.refresh();
  }, ms);
  const giveUp = (): void => over.abort(caller?.reason);
  caller?.addEventListener('abort', giveUp, { once: true });
  const aborted = new Promise<never>((_resolve, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(over.signal), aborted]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', giveUp);
  }
}
