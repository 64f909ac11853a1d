import { mkdirSync } from 'node:fs';
import type { Requests } from '../../shared/bridge.ts';
import type { Notify, Surroundings } from './desk.ts';
import { openLedger } from './ledger/open-ledger.ts';
import type { SpawnWorker } from './ledger/verify/spawn-worker.ts';
import { workingHost } from './working-host.ts';

export interface HostPorts {
  /** Holds the ledger, staging and the private engine; made when it is not there. */
  readonly dataFolder: string;
  /** Holds the second mark of each ledger: never inside a data folder, and not copied with one. */
  readonly stateFolder: string;
  readonly spawn: SpawnWorker;
  readonly notify: Notify;
  readonly surroundings: Surroundings;
  readonly onFault: (fault: unknown) => void;
}

export interface Host {
  readonly requests: Requests;
  /** Ends every watch, seals what is left and closes the ledger. Effects under way stay open in it, for the next start to settle. */
  close(): void;
}

/** Everything the console does, put together. Throws when the data folder's ledger cannot be opened. */
export function createHost(ports: HostPorts): Host {
  mkdirSync(ports.dataFolder, { recursive: true, mode: 0o700 });
  return workingHost(ports, openLedger(ports.dataFolder));
}
