import type { Bridge } from '../../shared/bridge.ts';
import type { FrameState, Task } from '../../shared/bridge-values.ts';
import type { BindingId } from '../../shared/ids.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export interface FrameStore {
  readonly frame: FrameState | null;
  /** Refused tasks stay until they are put away; finished ones show in what they changed. */
  readonly refusedTasks: readonly Task[];
  /** What ended last, for a screen reader. */
  readonly lastFinished: string;
  readonly watch: () => Undo;
  readonly cancelTask: (task: string) => Promise<void>;
  readonly dismissTask: (task: string) => void;
}

export function createFrameStore(bridge: Bridge) {
  return createSteadyStore<FrameStore>()((set, get) => {
    let announced = 0;
    const load = coalesced(async () => {
      const before = announced;
      const frame = await bridge.frame({});
      // A notice that came meanwhile is newer than this answer.
      if (before === announced) set({ frame });
    });

    const start = (): Undo => {
      const undo = all([
        bridge.on('frameChanged', (frame) => {
          announced += 1;
          set({ frame });
        }),
        bridge.on('ledgerGrew', ({ size }) => { set(({ frame }) => ({ frame: frame && withLedgerSize(frame, size) })); }),
        bridge.on('taskChanged', (task) => {
          set(({ frame, refusedTasks, lastFinished }) => ({
            frame: frame && withTask(frame, task),
            refusedTasks: withRefused(refusedTasks, task),
            lastFinished: finishedText(task) ?? lastFinished,
          }));
        }),
      ]);
      void load();
      return undo;
    };

    return {
      frame: null,
      refusedTasks: [],
      lastFinished: '',
      watch: watched(start),
      async cancelTask(task) {
        const result = await bridge.cancelTask({ task });
        const shown = get().frame?.tasks.find(({ id }) => id === task);
        if (!result.ok && shown) set(({ refusedTasks }) => ({ refusedTasks: withRefused(refusedTasks, { ...shown, state: 'refused', refusal: result.refusal }) }));
      },
      dismissTask(task) {
        set(({ refusedTasks }) => ({ refusedTasks: refusedTasks.filter(({ id }) => id !== task) }));
      },
    };
  });
}

/** What is sealed is announced when it is: until then, what comes is not. */
function withLedgerSize(frame: FrameState, size: number): FrameState {
  const { sealing } = frame.ledger;
  return { ...frame, ledger: { ...frame.ledger, size, sealing: { ...sealing, unsealed: Math.max(0, size - sealing.sealed) } } };
}

/** Only what still runs is a task of the frame. */
export function withTask(frame: FrameState, task: Task): FrameState {
  const known = frame.tasks.some(({ id }) => id === task.id);
  if (task.state !== 'running') return known ? { ...frame, tasks: frame.tasks.filter(({ id }) => id !== task.id) } : frame;
  const tasks = known ? frame.tasks.map((other) => (other.id === task.id ? task : other)) : [...frame.tasks, task];
  return { ...frame, tasks };
}

const mostRefusedTasks = 5;

export function withRefused(refused: readonly Task[], task: Task): readonly Task[] {
  const others = refused.filter(({ id }) => id !== task.id);
  return task.state === 'refused' ? [...others, task].slice(-mostRefusedTasks) : others;
}

function finishedText(task: Task): string | undefined {
  switch (task.state) {
    case 'running': return undefined;
    case 'done': return `Ended: ${task.label}`;
    case 'refused': return `Refused: ${task.label}. ${task.refusal?.says ?? task.detail}`;
  }
}

export const tasksOf = (tasks: readonly Task[], binding: BindingId): readonly Task[] => tasks.filter((task) => task.binding === binding);
