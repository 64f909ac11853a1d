import { Worker, type ResourceLimits } from 'node:worker_threads';

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
export type ThreadName = 'verify' | 'search' | 'bundle' | 'fold' | 'content';

/** Starts what belongs off the main thread. Filled by the surroundings: where its file is, only they know. */
export type SpawnThread = (name: ThreadName, data: unknown) => RunningThread;

/** What others made is taken apart in so much memory: a thread that needs more ends, and nothing else does. */
const limits: Partial<Record<ThreadName, ResourceLimits>> = { content: { maxOldGenerationSizeMb: 512 } };

/** Threads of this process, from these files. */
export const spawnThreads =
  (files: Readonly<Record<ThreadName, URL>>): SpawnThread =>
  (name, data) => {
    const thread = new Worker(files[name], { workerData: data, resourceLimits: limits[name] ?? {} });
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
