import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { LogLines } from '../../shared/bridge-values.ts';
import type { OfExternal } from '../../shared/external-view.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { watched, type Undo } from './refreshing.ts';

export interface LogLine {
  /** Counted from the first line this view got. */
  readonly number: number;
  readonly stream: 'stdout' | 'stderr';
  readonly at: string;
  readonly text: string;
}

/** The last lines are kept, so many of them and no more characters than this; older ones stay with the engine. */
export const mostLines = 10_000;
export const mostCharacters = 2_000_000;
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
    let pending: readonly SentLine[] = [];
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
      const gathered = [...pending, ...notice.lines];
      pending = lastThatFit(gathered);
      passed += gathered.length - pending.length;
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

type SentLine = LogLines['lines'][number];
type Kept = Pick<LogStore, 'lines' | 'received'>;

/** `unseen` came before those that are added, and is not kept. */
export function withLines({ lines, received }: Kept, added: readonly SentLine[], unseen = 0): Kept {
  const total = received + unseen + added.length;
  const numbered = added.map((line, index) => ({ ...line, number: total - added.length + index + 1 }));
  return { lines: lastThatFit(unseen > 0 ? numbered : [...lines, ...numbered]), received: total };
}

function lastThatFit<Line extends { readonly text: string }>(lines: readonly Line[]): readonly Line[] {
  const oldest = Math.max(0, lines.length - mostLines);
  let characters = 0;
  for (let index = lines.length - 1; index >= oldest; index -= 1) {
    characters += lines[index]?.text.length ?? 0;
    if (characters > mostCharacters) return lines.slice(index + 1);
  }
  return oldest > 0 ? lines.slice(oldest) : lines;
}

export function foundLines(lines: readonly LogLine[], search: string): readonly LogLine[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted));
}
