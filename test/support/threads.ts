import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnThreads } from '../../electron/host/ledger/threads/spawn-threads.ts';

const built = process.env['BAILIWICK_BUILT_THREADS'];
const fileOf = (name: string): string => (built ? path.join(built, `${name}-thread.js`) : path.join(import.meta.dirname, `${name}-thread.mjs`));
const threadOf = (name: string): URL => pathToFileURL(fileOf(name));

/** The threads of a console, from the sources as they are: a test run builds them once, because to load one takes longer than most of what it is asked. */
export const sourceThreads = spawnThreads({ bundle: threadOf('bundle'), content: threadOf('content'), fold: threadOf('fold'), search: threadOf('search'), verify: threadOf('verify') });
