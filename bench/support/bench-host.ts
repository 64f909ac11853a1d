import path from 'node:path';
import { createHost } from '../../electron/host/host.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { Notices } from '../../shared/bridge.ts';
import type { Task } from '../../shared/bridge-values.ts';
import { RefusedError } from '../../test/support/sample-worker.ts';
import { sourceThreads } from '../../test/support/threads.ts';
import type { TestHost } from '../../test/support/test-host.ts';

/** The host of the tests, which also tells when something ended: to the moment, not when somebody looked. */
export interface BenchHost extends TestHost {
  /** When the worker's task whose label begins so ended, on the clock of `performance.now()`. Throws if it was refused. */
  ended(binding: BindingId, label: string): Promise<number>;
  /** When each receipt became durable. */
  readonly appends: readonly number[];
}

interface Ended {
  readonly task: Task;
  readonly at: number;
}

export function openBenchHost(folder: string): BenchHost {
  const notices: { notice: keyof Notices; payload: unknown }[] = [];
  const appends: number[] = [];
  const ends = new Ends();
  const faults: unknown[] = [];
  const answers: TestHost['answers'] = { files: null, folder: null };
  const host = createHost({
    dataFolder: folder,
    stateFolder: path.join(folder, 'state'),
    spawn: sourceThreads,
    notify: (notice, payload) => {
      if (notice === 'ledgerGrew') appends.push(performance.now());
      if (notice !== 'taskChanged') return;
      notices.push({ notice, payload });
      ends.note(payload as Task);
    },
    surroundings: {
      chooseFiles: async () => answers.files,
      openElsewhere: () => undefined,
      chooseFolder: async () => answers.folder,
      copyText: () => undefined,
      memoryBytes: () => process.memoryUsage.rss(),
      runtime: `Node ${process.versions.node}`,
      version: '0.0.0',
      examplesFolder: path.resolve(import.meta.dirname, '../../examples'),
    },
    onFault: (fault) => void faults.push(fault),
  });
  return { requests: host.requests, folder, answers, notices, faults, appends, ended: (binding, label) => ends.of(binding, label), close: () => host.close() };
}

class Ends {
  readonly #ended: Ended[] = [];
  readonly #waiting = new Set<(ended: Ended) => void>();

  note(task: Task): void {
    if (task.state === 'running') return;
    const ended = { task, at: performance.now() };
    this.#ended.push(ended);
    for (const tell of this.#waiting) tell(ended);
  }

  async of(binding: BindingId, label: string): Promise<number> {
    const isMeant = ({ task }: Ended): boolean => task.binding === binding && task.label.startsWith(label);
    const { task, at } = this.#ended.find(isMeant) ?? (await this.#next(isMeant));
    if (task.refusal) throw new RefusedError(task.refusal);
    return at;
  }

  #next(isMeant: (ended: Ended) => boolean): Promise<Ended> {
    return new Promise((resolve) => {
      const tell = (ended: Ended): void => {
        if (!isMeant(ended)) return;
        this.#waiting.delete(tell);
        resolve(ended);
      };
      this.#waiting.add(tell);
    });
  }
}
