import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { UsageNotice } from '../../shared/bridge-values.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { watched, type Undo } from './refreshing.ts';
import { withPoint, type UsagePoint } from './usage-points.ts';

const tickMilliseconds = 1_000;
const retryMilliseconds = 5_000;

export interface UsageStore {
  /** `down`: the engine says that the container does not run. `broken`: the stream ended, and is asked for again. */
  readonly phase: 'closed' | 'waiting' | 'open' | 'down' | 'broken';
  /** Oldest first, and no more than ten minutes of them. */
  readonly points: readonly UsagePoint[];
  /** The end of what is shown. */
  readonly now: number;
  /** Why it broke. */
  readonly ended: string | null;
  readonly refusal: Refusal | null;
  readonly watch: () => Undo;
}

interface Ports {
  readonly newId: () => string;
  readonly now: () => number;
  /** Both return their own undo. */
  readonly every: (milliseconds: number, run: () => void) => Undo;
  readonly later: (milliseconds: number, run: () => void) => Undo;
}

const browserPorts: Ports = {
  newId: () => crypto.randomUUID(),
  now: () => Date.now(),
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds);
    return () => { clearInterval(timer); };
  },
  later(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => { clearTimeout(timer); };
  },
};

/** What a worker's container uses while somebody looks. What came before stays as far as it is shown, with a gap after it. */
export function createUsageStore(bridge: Bridge, binding: BindingId, ports: Ports = browserPorts) {
  return createStore<UsageStore>()((set) => {
    let usage = '';
    let cancelRetry: Undo = () => undefined;

    const open = async (): Promise<void> => {
      usage = ports.newId();
      const asked = usage;
      set({ phase: 'waiting', ended: null, refusal: null, now: ports.now() });
      const result = await bridge.openUsage({ binding, usage: asked });
      if (!result.ok && asked === usage) breakOff({ refusal: result.refusal });
    };
    const breakOff = (why: Partial<Pick<UsageStore, 'ended' | 'refusal'>>): void => {
      set({ phase: 'broken', ...why });
      cancelRetry = ports.later(retryMilliseconds, () => { void open(); });
    };
    const take = ({ usage: from, reading, ended }: UsageNotice): void => {
      if (from !== usage) return;
      if (ended !== undefined) breakOff({ ended });
      else if (!reading) set({ phase: 'down', now: ports.now() });
      else set(({ points }) => ({ phase: 'open', points: withPoint(points, { at: Date.parse(reading.at), cpuMilli: reading.cpuMilli, memoryBytes: reading.memoryBytes }), now: ports.now() }));
    };

    return {
      phase: 'closed',
      points: [],
      now: ports.now(),
      ended: null,
      refusal: null,
      watch: watched(() => {
        const undos = [bridge.on('usageRead', take), ports.every(tickMilliseconds, () => { set({ now: ports.now() }); })];
        void open();
        return () => {
          for (const undo of [...undos, cancelRetry]) undo();
          void bridge.closeUsage({ usage });
          usage = '';
          set({ phase: 'closed' });
        };
      }),
    };
  });
}
