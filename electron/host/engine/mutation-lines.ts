import type { EngineId } from '../../../shared/ids.ts';
import type { Answer } from '../attempts/answer.ts';
import type { Deadlines } from './deadlines.ts';
import { MutationLine, type Change } from './mutation-line.ts';
import type { Way } from './way.ts';

/** The lines to one engine: the kept one, and further ones only while several changes are under way at the same time. */
export class MutationLines {
  readonly #open: () => MutationLine;
  readonly #busy = new Set<MutationLine>();
  #idle: MutationLine | undefined;

  constructor(way: Way, expected: EngineId, deadlines: Deadlines) {
    this.#open = () => new MutationLine(way, expected, deadlines);
  }

  async change(change: Change): Promise<Answer> {
    const line = this.#idle ?? this.#open();
    this.#idle = undefined;
    this.#busy.add(line);
    try {
      return await line.change(change);
    } finally {
      this.#busy.delete(line);
      if (this.#idle === undefined) this.#idle = line;
      else line.close();
    }
  }

  close(): void {
    this.#idle?.close();
    for (const line of this.#busy) line.close();
  }
}
