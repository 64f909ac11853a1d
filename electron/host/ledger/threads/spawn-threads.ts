import path from 'node:path';
import { Worker, workerData, type ResourceLimits } from 'node:worker_threads';

/** A thread of ours, as whoever started it sees it. */
export interface RunningThread {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Told once, however it ended; with the fault where there was one. */
  onEnd(listener: (fault?: unknown) => void): void;
  /** Ends it at once, wherever it is. */
  stop(): void;
}

/** What runs off the main thread. */
export type ThreadName = 'verify' | 'block' | 'search' | 'bundle' | 'fold' | 'content';

/** Starts what belongs off the main thread. Filled by the surroundings: where its file is, only they know. */
export type SpawnThread = (name: ThreadName, data: unknown) => RunningThread;

/** Where the files of the threads are: `<folder>/<name>-thread<ending>`. */
export interface ThreadFiles {
  readonly folder: string;
  readonly ending: '.js' | '.mjs';
}

/** What each thread of ours is started with. */
interface Start {
  readonly job: unknown;
  readonly files: ThreadFiles;
}

/** What others made is taken apart in so much memory: a thread that needs more ends, and nothing else does. */
const limits: Partial<Record<ThreadName, ResourceLimits>> = { content: { maxOldGenerationSizeMb: 512 } };

/** Threads of this process, from these files. */
export const spawnThreads =
  (files: ThreadFiles): SpawnThread =>
  (name, job) => {
    const thread = new Worker(path.join(files.folder, `${name}-thread${files.ending}`), { workerData: { job, files } satisfies Start, resourceLimits: limits[name] ?? {} });
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      send: (message) => void thread.postMessage(message),
      onMessage: (listener) => void thread.on('message', listener),
      onEnd: (listener) => {
        let fault: unknown;
        thread.on('error', (error) => (fault = error));
        thread.on('exit', () => listener(fault));
      },
      stop: () => void thread.terminate(),
    };
  };

/** For whoever runs on a thread of ours: what it was started for, and how it starts others. */
export function startedFor<Job>(): { readonly job: Job; readonly spawn: SpawnThread } {
  const { job, files } = workerData as Start;
  return { job: job as Job, spawn: spawnThreads(files) };
}
