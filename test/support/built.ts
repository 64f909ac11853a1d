import path from 'node:path';
import type { ThreadFiles } from '../../electron/host/ledger/threads/spawn-threads.ts';

const folder = process.env['BAILIWICK_BUILT_THREADS'];

/** The threads' files. A test run builds them once from the sources as they are, because to load one takes longer than most of what it is asked. */
export const threadFiles: ThreadFiles = folder ? { folder, ending: '.js' } : { folder: import.meta.dirname, ending: '.mjs' };

/** A program of these tests for a process of its own, and what Node has to be told to run it. Built with the threads. */
export const programOf = (name: 'host-child' | 'ledger-process-main'): { readonly file: string; readonly execArgv: readonly string[] } =>
  folder ? { file: path.join(folder, `${name}.js`), execArgv: [] } : { file: path.join(import.meta.dirname, `${name}.ts`), execArgv: ['--import', 'tsx'] };
