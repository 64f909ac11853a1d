import type { Bridge, Given } from '../../shared/bridge.ts';
import type { Receiver } from '../../shared/release.ts';
import type { Result } from '../../shared/result.ts';

export interface Releasing {
  /** Gives away all of it; then its file is written. */
  readonly release: (to: Receiver) => Promise<void>;
  /** Signs it once more, of what is still there; then its file is written. */
  readonly releaseAnew: () => Promise<void>;
  readonly writeAgain: () => Promise<void>;
  /** Where the file of its release went. */
  readonly written: string | null;
}

interface Ports {
  readonly ask: <Value>(place: 'release', request: () => Promise<Result<Value>>) => Promise<Value | undefined>;
  readonly set: (change: Pick<Releasing, 'written'>) => void;
  readonly load: () => Promise<void>;
}

/** Giving away what a store shows, be it a worker’s or something that was given to this console. */
export function releasing(bridge: Pick<Bridge, 'release' | 'releaseAnew' | 'writeRelease'>, of: Given, { ask, set, load }: Ports): Releasing {
  const writing = async (request: () => ReturnType<Bridge['release']>): Promise<void> => {
    const left = await ask('release', request);
    if (left) set({ written: left.file });
    await load();
  };
  return {
    written: null,
    release: (to) => writing(() => bridge.release({ of, to })),
    releaseAnew: () => writing(() => bridge.releaseAnew({ of })),
    writeAgain: () => writing(() => bridge.writeRelease({ of })),
  };
}
