import { Worker } from 'node:worker_threads';

/** A thread of ours, as whoever started it sees it. */
export interface RunningWorker {
  onMessage(listener: (message: unknown) => void): void;
  /** Told once, however it ended; with the fault where there was one. */
  onEnd(listener: (fault?: unknown) => void): void;
  /** Ends it at once, wherever it is. */
  stop(): void;
}

/** Starts what belongs off the main thread. Filled by the surroundings: where its file is, only they know. */
export type SpawnWorker = (worker: 'verify', data: unknown) => RunningWorker;

/** Threads of this process, from these files. */
export const spawnThreads =
  (files: Readonly<Record<'verify', URL>>): SpawnWorker =>
  (worker, data) => {
    const thread = new Worker(files[worker], { workerData: data });
    return {
      onMessage: (listener) => void thread.on('message', listener),
      onEnd: (listener) => {
        let fault: unknown;
        thread.on('error', (error) => (fault = error));
        thread.on('exit', () => listener(fault));
      },
      stop: () => void thread.terminate(),
    };
  };
