import type { Attempts } from '../attempts/attempts.ts';
import type { Journal } from '../ledger/journal.ts';
import type { EngineReaders } from './engine-reader.ts';

/** What every step of a worker's way works with. */
export interface Means {
  readonly journal: Journal;
  readonly attempts: Attempts;
  readonly readers: EngineReaders;
}
