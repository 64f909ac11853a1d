import type { Binding } from '../../shared/binding.ts';
import type { Endpoint, EngineId } from '../../shared/ids.ts';
import { refusal } from '../../shared/refusal.ts';
import { refused, type Result } from '../../shared/result.ts';
import type { Desk } from './desk.ts';
import { followLog } from './execution/follow-log.ts';
import { OpenStreams } from './open-streams.ts';

const mostOpenLogs = 20;

interface Followed {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  readonly container: string;
}

/** The logs that are being shown. */
export class LogDesk {
  readonly #desk: Desk;
  readonly #streams: OpenStreams;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#streams = new OpenStreams(desk, mostOpenLogs);
  }

  openOf(binding: Binding, log: string, tail: number): Promise<Result<null>> {
    const container = binding.resources.container.present?.value.id;
    if (container === undefined) return Promise.resolve(refused(refusal('not_found', 'This worker has no container, so it has no log.', 'Go on with its preparation first.')));
    return this.open({ ...binding.spec, container }, log, tail);
  }

  open({ container, ...place }: Followed, log: string, tail: number): Promise<Result<null>> {
    return this.#streams.open(log, place, (reader, signal) => followLog(reader, { log, container, tail, signal }, (lines) => this.#desk.notify('logLines', lines)));
  }

  close(log: string): Result<null> {
    return this.#streams.close(log);
  }
}
