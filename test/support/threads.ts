import { spawnThreads } from '../../electron/host/ledger/threads/spawn-threads.ts';
import { threadFiles } from './built.ts';

/** The threads of a console, from the sources as they are. */
export const sourceThreads = spawnThreads(threadFiles);
