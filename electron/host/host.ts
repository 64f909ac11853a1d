import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Requests } from '../../shared/bridge.ts';
import type { AttemptId } from '../../shared/ids.ts';
import type { BlockerReading } from '../../shared/inbox-items.ts';
import { RunAttempts } from './attempts/run-attempts.ts';
import { frameState, type Desk, type Notify, type Surroundings } from './desk.ts';
import { EngineDirectory } from './engine-directory.ts';
import { createDockerEngines } from './engine/docker-engines.ts';
import { PrivateEngine } from './engine/private-engine.ts';
import { FilePublisher } from './artifacts/publish-file.ts';
import { KeyDesk } from './key-desk.ts';
import { goalReaders } from './goal-readers.ts';
import { openLedger } from './ledger/open-ledger.ts';
import { SqliteJournal } from './ledger/sqlite-journal.ts';
import { engineChanged, engineReached } from './notice-engine-changes.ts';
import { custodyRequests } from './requests/custody-requests.ts';
import { engineRequests } from './requests/engine-requests.ts';
import { inboxRequests } from './requests/inbox-requests.ts';
import { fileRequests } from './requests/file-requests.ts';
import { ledgerRequests } from './requests/ledger-requests.ts';
import { settingsRequests } from './requests/settings-requests.ts';
import { workerRequests } from './requests/worker-requests.ts';
import { sweepUnfinishedStaging } from './projection/staging-folder.ts';
import { SettingsFile } from './settings-file.ts';
import { Tasks } from './tasks.ts';

export interface HostPorts {
  /** Holds the ledger, staging and the private engine; made when it is not there. */
  readonly dataFolder: string;
  readonly notify: Notify;
  readonly surroundings: Surroundings;
  readonly onFault: (fault: unknown) => void;
}

export interface Host {
  readonly requests: Requests;
  /** Ends every watch and closes the ledger. Effects under way stay open in it, for the next start to settle. */
  close(): void;
}

/** Everything the console does, put together. Throws when the data folder's ledger cannot be opened. */
export function createHost(ports: HostPorts): Host {
  mkdirSync(ports.dataFolder, { recursive: true, mode: 0o700 });
  const { ledger, close } = openLedger(ports.dataFolder);
  const journal = new SqliteJournal(ledger);
  const settings = new SettingsFile(ports.dataFolder);
  const engines = createDockerEngines();
  const privateEngine = new PrivateEngine({ folder: path.join(ports.dataFolder, 'engine') });
  const blockers = new Map<AttemptId, BlockerReading>();
  const attempts = new RunAttempts({
    journal,
    mutations: { engine: engines.mutations, cut: engines.close, files: new FilePublisher(() => settings.current.exportFolder), daemon: privateEngine },
    goals: goalReaders({ journal, readers: engines.readers, privateEngine }),
    onCalling: () => announceFrame(),
    onLeftOpen: (attempt, why) => void blockers.set(attempt, why),
  });
  const tasks = new Tasks((task) => {
    ports.notify('taskChanged', task);
    announceFrame();
  });
  const directory = new EngineDirectory({
    journal, readers: engines.readers, privateEngine, settings,
    onReachable: (endpoint) => void engineReached(desk, endpoint).catch(ports.onFault),
    onChange: (endpoint, change) => void engineChanged(desk, endpoint, change).catch(ports.onFault),
    onFrame: () => announceFrame(),
  });
  const keys = new KeyDesk(ports.dataFolder, journal, () => announceFrame());
  const desk: Desk = { ...ports, journal, keys, blockers, attempts, readers: engines.readers, ledger, directory, privateEngine, settings, tasks };
  const announceFrame = (): void => ports.notify('frameChanged', frameState(desk));
  journal.onAppend(({ body }) => {
    if (body.kind === 'settlement') blockers.delete(body.attempt);
    ports.notify('ledgerGrew', { size: ledger.size });
  });
  void sweepUnfinishedStaging(ports.dataFolder).catch(ports.onFault);
  void keys.start().catch(ports.onFault);
  // Also what no engine has to be reached for, or what no event will tell of.
  void attempts.reconcile().catch(ports.onFault);
  directory.watch();
  return {
    requests: requestsOf(desk),
    close: () => {
      directory.close();
      engines.close();
      close();
    },
  };
}

const requestsOf = (desk: Desk): Requests => ({
  ...engineRequests(desk),
  ...workerRequests(desk),
  ...fileRequests(desk),
  ...custodyRequests(desk),
  ...inboxRequests(desk),
  ...ledgerRequests(desk),
  ...settingsRequests(desk),
});
