import type { Binding } from '../../shared/binding.ts';
import type { Endpoint, EngineId } from '../../shared/ids.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import type { Desk } from './desk.ts';
import { followLog } from './execution/follow-log.ts';
import { readerAt, whenReachable } from './placement/identity.ts';

const mostOpenLogs = 20;

interface Followed {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  readonly container: string;
}

/** The logs that are being shown. */
export class LogDesk {
  readonly #desk: Desk;
  readonly #open = new Map<string, AbortController>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  openOf(binding: Binding, log: string, tail: number): Promise<Result<null>> {
    const container = binding.resources.container.present?.value.id;
    if (container === undefined) return Promise.resolve(refused(refusal('not_found', 'This worker has no container, so it has no log.', 'Go on with its preparation first.')));
    return this.open({ ...binding.spec, container }, log, tail);
  }

  async open({ container, ...place }: Followed, log: string, tail: number): Promise<Result<null>> {
    this.close(log);
    if (this.#open.size >= mostOpenLogs) return refused(refusal('too_large', `${mostOpenLogs} logs are open.`, 'Close one first.'));
    return whenReachable(async () => {
      const reader = await readerAt(this.#desk.readers, place);
      if (!reader.ok) return reader;
      const stop = new AbortController();
      this.#open.set(log, stop);
      void followLog(reader.value, { log, container, tail, signal: stop.signal }, (lines) => this.#desk.notify('logLines', lines)).catch(this.#desk.onFault);
      return ok(null);
    });
  }

  close(log: string): Result<null> {
    this.#open.get(log)?.abort();
    this.#open.delete(log);
    return ok(null);
  }
}
