import { rmSync } from 'node:fs';
import type { World } from '../../shared/world.ts';
import type { FoldJob } from './ledger/fold-thread.ts';
import { keepWorld, keptWorldFile, parseWorld, readKeptWorld, worldText } from './ledger/kept-world.ts';
import type { Ledger } from './ledger/ledger.ts';
import { ledgerFile } from './ledger/open-ledger.ts';
import { SqliteJournal } from './ledger/sqlite-journal.ts';
import { runInThread } from './ledger/threads/run-in-thread.ts';
import type { SpawnThread } from './ledger/threads/spawn-threads.ts';

/** The kept fold did not agree with the receipts: somebody changed it, or folding did not do the same twice. */
export class KeptWorldDiffersError extends Error {
  override name = 'KeptWorldDiffersError';
}

interface Ports {
  readonly dataFolder: string;
  readonly ledger: Ledger;
  readonly spawn: SpawnThread;
  readonly onFault: (fault: unknown) => void;
}

/** So many receipts are folded again at most, after an end without a farewell. */
const keepEvery = 5000;
/** The start has the machine to itself until then. */
const checkAfterMilliseconds = 20_000;

/** The journal with its world, started from what was kept of it; that is held against the receipts while the console is used. */
export class WorldDesk {
  readonly journal: SqliteJournal;
  readonly #ports: Ports;
  readonly #file: string;
  readonly #start: World;
  readonly #closing = new AbortController();
  #kept: number;

  constructor(ports: Ports) {
    const { dataFolder, ledger } = ports;
    this.#ports = ports;
    this.#file = keptWorldFile(dataFolder);
    this.#start = readKeptWorld(this.#file, ledger);
    this.#kept = this.#start.size;
    this.journal = new SqliteJournal(ledger, this.#start);
    this.journal.onAppend(({ seq }) => {
      if (seq - this.#kept >= keepEvery) this.#keep();
    });
  }

  /** Later, what was started from is folded anew on a thread; where that differs, the receipts win. */
  checkLater(): void {
    if (this.#start.size === 0) return;
    const { signal } = this.#closing;
    const check = (): void => void this.check().catch((fault: unknown) => {
      if (!signal.aborted) this.#ports.onFault(fault);
    });
    const timer = setTimeout(check, checkAfterMilliseconds).unref();
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** Throws KeptWorldDiffersError after the world was mended. */
  async check(): Promise<void> {
    const { size } = this.#start;
    const { dataFolder, spawn } = this.#ports;
    const job: FoldJob = { file: ledgerFile(dataFolder), size };
    const folded = await runInThread<string>(spawn, 'fold', job, { signal: this.#closing.signal });
    if (folded === worldText(this.#start)) return;
    rmSync(this.#file, { force: true });
    this.#kept = 0;
    this.journal.startFrom(parseWorld(folded));
    throw new KeptWorldDiffersError(`What was kept of the first ${size} receipts is not what they say. It was thrown away, and what is shown is folded from the receipts.`);
  }

  close(): void {
    this.#closing.abort();
    if (this.#ports.ledger.writable) this.#keep();
  }

  #keep(): void {
    this.#kept = this.journal.world.size;
    try {
      keepWorld(this.#file, this.journal.world, this.#ports.ledger);
    } catch (fault) {
      // Nothing is lost by it: the next start folds a little longer.
      this.#ports.onFault(fault);
    }
  }
}
