import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { LogLines } from '../../shared/bridge-values.ts';
import type { OfExternal } from '../../shared/external-view.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { plainLine } from '../words/plain-line.ts';
import { watched, type Undo } from './refreshing.ts';

export interface LogLine {
  /** Counted from the first line this view got. */
  readonly number: number;
  readonly stream: 'stdout' | 'stderr';
  readonly at: string;
  readonly text: string;
}

/** So many of the last lines are kept; older ones stay with the engine. */
export const mostLines = 10_000;
const firstLines = 1_000;
const flushMilliseconds = 80;

export interface LogStore {
  readonly phase: 'closed' | 'open' | 'ended';
  readonly lines: readonly LogLine[];
  /** How many ever came, kept or not. */
  readonly received: number;
  /** While a person reads, these stay; new lines are kept meanwhile. */
  readonly held: readonly LogLine[] | null;
  readonly search: string;
  readonly ended: string | null;
  readonly refusal: Refusal | null;
  readonly watch: () => Undo;
  readonly reopen: () => void;
  readonly follow: () => void;
  readonly pause: () => void;
  readonly find: (search: string) => void;
}

interface Ports {
  readonly newId: () => string;
  /** Runs once, a little later: many notices become one change. */
  readonly later: (run: () => void) => void;
}

const browserPorts: Ports = { newId: () => crypto.randomUUID(), later: (run) => { setTimeout(run, flushMilliseconds); } };

/** Whose log: a worker’s, or that of a container which is no worker’s. */
export type LogOf = BindingId | OfExternal;

export function createLogStore(bridge: Bridge, of: LogOf, ports: Ports = browserPorts) {
  return createStore<LogStore>()((set) => {
    let log = '';
    let pending: LogLines['lines'][number][] = [];
    /** Came and went before they could be shown. */
    let passed = 0;

    const flush = (): void => {
      const [taken, unseen] = [pending, passed];
      [pending, passed] = [[], 0];
      if (taken.length > 0) set((state) => withLines(state, taken, unseen));
    };
    const open = async (): Promise<void> => {
      log = ports.newId();
      [pending, passed] = [[], 0];
      set({ phase: 'open', lines: [], received: 0, held: null, ended: null, refusal: null });
      const asked = log;
      const result = await bridge.openLog({ ...(typeof of === 'string' ? { binding: of } : of), log: asked, tail: firstLines });
      if (!result.ok && asked === log) set({ phase: 'closed', refusal: result.refusal });
    };
    const close = (): void => {
      void bridge.closeLog({ log });
      log = '';
    };
    const take = (notice: LogLines): void => {
      if (notice.log !== log) return;
      if (pending.length === 0) ports.later(flush);
      pending.push(...notice.lines);
      if (pending.length > 2 * mostLines) passed += pending.splice(0, pending.length - mostLines).length;
      if (notice.ended === undefined) return;
      flush();
      set({ phase: 'ended', ended: notice.ended });
    };

    return {
      phase: 'closed',
      lines: [],
      received: 0,
      held: null,
      search: '',
      ended: null,
      refusal: null,
      watch: watched(() => {
        const undo = bridge.on('logLines', take);
        void open();
        return () => {
          undo();
          close();
        };
      }),
      reopen() {
        close();
        void open();
      },
      follow() { set({ held: null }); },
      pause() { set((state) => ({ held: state.held ?? state.lines })); },
      find(search) { set({ search }); },
    };
  });
}

type Kept = Pick<LogStore, 'lines' | 'received'>;

/** `unseen` came before those that are added, and is not kept. */
export function withLines({ lines, received }: Kept, added: LogLines['lines'], unseen = 0): Kept {
  const total = received + unseen + added.length;
  const newest = added.slice(-mostLines);
  const numbered = newest.map((line, index) => ({ ...line, text: plainLine(line.text), number: total - newest.length + index + 1 }));
  const older = unseen > 0 ? [] : lines.slice(Math.max(0, lines.length + numbered.length - mostLines));
  return { lines: [...older, ...numbered], received: total };
}

export function foundLines(lines: readonly LogLine[], search: string): readonly LogLine[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted));
}
