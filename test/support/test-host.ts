import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Notices, Requests } from '../../shared/bridge.ts';
import { createHost, type Host } from '../../electron/host/host.ts';
import type { EnginePlaces } from '../../electron/host/engine/usual-sockets.ts';
import { sourceThreads } from './threads.ts';
import type { Surroundings } from '../../electron/host/desk.ts';

/** Answers a person would give to the system's dialogs. */
export interface Answers {
  files: readonly string[] | null;
  folder: string | null;
  /** The data folder that the console was to start anew on. */
  elsewhere?: string;
}

export interface TestHost {
  readonly requests: Requests;
  readonly folder: string;
  readonly answers: Answers;
  /** Every notice so far, in order. */
  readonly notices: readonly { readonly notice: keyof Notices; readonly payload: unknown }[];
  readonly faults: readonly unknown[];
  close(): void;
}

export const examplesFolder = path.resolve('examples');

export const temporaryFolder = (): string => mkdtempSync(path.join(tmpdir(), 'bailiwick-'));

/** The real host under plain Node, on a data folder of its own unless one is given. */
export function openTestHost(folder = temporaryFolder(), stateFolder = path.join(folder, 'state'), enginePlaces?: EnginePlaces): TestHost {
  const answers: Answers = { files: null, folder: null };
  const notices: { notice: keyof Notices; payload: unknown }[] = [];
  const faults: unknown[] = [];
  const host: Host = createHost({
    dataFolder: folder,
    stateFolder,
    spawn: sourceThreads,
    notify: (notice, payload) => void notices.push({ notice, payload }),
    surroundings: surroundingsFor(answers),
    onFault: (fault) => void faults.push(fault),
    ...(enginePlaces && { enginePlaces }),
  });
  return { requests: host.requests, folder, answers, notices, faults, close: () => host.close() };
}

function surroundingsFor(answers: Answers): Surroundings {
  return {
    chooseFiles: async () => answers.files,
    openElsewhere: (folder) => void (answers.elsewhere = folder),
    chooseFolder: async () => answers.folder,
    copyText: () => undefined,
    memoryBytes: () => process.memoryUsage.rss(),
    runtime: `Node ${process.versions.node}`,
    version: '0.0.0',
    examplesFolder,
  };
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** The engine that the test run hands out. */
export function testEngine(): string {
  const endpoint = process.env['BAILIWICK_TEST_ENGINE'];
  if (endpoint === undefined) throw new Error('BAILIWICK_TEST_ENGINE names no engine: run the tests through npm test.');
  return endpoint;
}
