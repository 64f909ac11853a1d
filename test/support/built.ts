import path from 'node:path';

const folder = process.env['BAILIWICK_BUILT_THREADS'];

/** A thread's file. A test run builds them once from the sources as they are, because to load one takes longer than most of what it is asked. */
export const threadFile = (name: string): string => (folder ? path.join(folder, `${name}-thread.js`) : path.join(import.meta.dirname, `${name}-thread.mjs`));

/** A program of these tests for a process of its own, and what Node has to be told to run it. Built with the threads. */
export const programOf = (name: 'host-child' | 'ledger-process-main'): { readonly file: string; readonly execArgv: readonly string[] } =>
  folder ? { file: path.join(folder, `${name}.js`), execArgv: [] } : { file: path.join(import.meta.dirname, `${name}.ts`), execArgv: ['--import', 'tsx'] };
