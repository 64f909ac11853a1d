import { randomBytes } from 'node:crypto';
import type { Task } from '../../shared/bridge-values.ts';
import { faultText } from '../../shared/error-code.ts';
import type { BindingId } from '../../shared/ids.ts';
import { refusal, type Refusal } from '../../shared/refusal.ts';
import { refused, type Result } from '../../shared/result.ts';
import { whenWritten } from './ledger/writable-bar.ts';

export type TaskKind = Pick<Task, 'label' | 'unit' | 'cancellable'> & Pick<Partial<Task>, 'binding'>;

/** What a worker's things are for meanwhile: `held` by work that would be cut without them, being `removed`, or being `given` away. Never two of these at once. */
export type Use = 'held' | 'removed' | 'given';

export type Work = TaskKind & { readonly use?: Use };
export type Progress = (done: number, total: number, detail?: string) => void;

const announceEveryMilliseconds = 100;

/** Long work with its progress. It goes on when the window is closed and is shown again when it is opened. */
export class Tasks {
  readonly #announce: (task: Task) => void;
  readonly #running = new Map<string, { task: Task; readonly stop: AbortController; readonly use: Use | undefined; announcedAt: number }>();

  constructor(announce: (task: Task) => void) {
    this.#announce = announce;
  }

  get running(): readonly Task[] {
    return [...this.#running.values()].map(({ task }) => task);
  }

  async run<Value>({ use, ...kind }: Work, work: (progress: Progress, signal: AbortSignal) => Promise<Result<Value>>): Promise<Result<Value>> {
    const bar = this.barOf(use, kind.binding);
    if (bar) return refused(bar);
    const id = randomBytes(8).toString('hex');
    const stop = new AbortController();
    this.#running.set(id, { task: { ...kind, id, done: 0, total: 0, state: 'running', detail: '' }, stop, use, announcedAt: 0 });
    this.#change(id, {}, true);
    try {
      const result = await whenWritten(() => work((done, total, detail = '') => this.#change(id, { done, total, detail }, false), stop.signal));
      this.#end(id, result.ok ? { state: 'done' } : { state: 'refused', refusal: result.refusal });
      return result;
    } catch (fault) {
      const says = faultText(fault);
      this.#end(id, { state: 'refused', refusal: refusal('engine_failed', `${kind.label}: ${says}.`, 'Look at the receipts to see how far it came.') });
      throw fault;
    }
  }

  cancel(id: string): Result<null> {
    const entry = this.#running.get(id);
    if (!entry) return refused(refusal('not_found', 'This work has ended already.', 'There is nothing to cancel.'));
    if (!entry.task.cancellable) return refused(refusal('unsupported', `“${entry.task.label}” cannot be cancelled.`, 'Wait until it has ended.'));
    entry.stop.abort();
    return { ok: true, value: null };
  }

  /** Why such work cannot begin now, for whoever asks a person something before it. */
  barOf(use: Use | undefined, binding: BindingId | undefined): Refusal | undefined {
    if (use === undefined) return undefined;
    for (const { task, use: other } of this.#running.values()) {
      if (other === undefined || other === use || task.binding !== binding) continue;
      return refusal('blocked', `“${task.label}” is under way, ${whyNotBeside(use, other)}.`, task.cancellable ? 'Wait until it has ended, or cancel it.' : 'Wait until it has ended.');
    }
    return undefined;
  }

  #change(id: string, change: Partial<Task>, always: boolean): void {
    const entry = this.#running.get(id);
    if (!entry) return;
    entry.task = { ...entry.task, ...change };
    const now = performance.now();
    if (!always && now - entry.announcedAt < announceEveryMilliseconds) return;
    entry.announcedAt = now;
    this.#announce(entry.task);
  }

  /** What has ended is not running any more by the time that it is announced. */
  #end(id: string, change: Partial<Task>): void {
    const entry = this.#running.get(id);
    this.#running.delete(id);
    if (entry) this.#announce({ ...entry.task, ...change });
  }
}

function whyNotBeside(use: Use, other: Use): string {
  switch (other) {
    case 'held': return `and needs what would be ${use === 'given' ? 'given away' : 'removed'}`;
    case 'removed': return 'and may remove what this needs';
    case 'given': return 'and gives away what this needs';
  }
}
