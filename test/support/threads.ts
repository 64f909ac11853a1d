import { pathToFileURL } from 'node:url';
import { spawnThreads } from '../../electron/host/ledger/threads/spawn-threads.ts';
import { threadFile } from './built.ts';

const threadOf = (name: string): URL => pathToFileURL(threadFile(name));

/** The threads of a console, from the sources as they are. */
export const sourceThreads = spawnThreads({ bundle: threadOf('bundle'), content: threadOf('content'), fold: threadOf('fold'), search: threadOf('search'), verify: threadOf('verify') });
