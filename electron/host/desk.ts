import type { FrameState } from '../../shared/bridge-values.ts';
import type { Notices } from '../../shared/bridge.ts';
import type { AttemptId } from '../../shared/ids.ts';
import type { InboxItem } from '../../shared/inbox.ts';
import { inboxItems, type BlockerReading } from '../../shared/inbox-items.ts';
import type { LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { labelOf } from '../../shared/operations.ts';
import type { CustodyDesk } from './custody-desk.ts';
import type { PrepareMeans } from './placement/create-resource.ts';
import type { PrivateEngine } from './engine/private-engine.ts';
import type { KeyDesk } from './key-desk.ts';
import type { EngineDirectory } from './engine-directory.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { MarkFiles } from './ledger/sealing/mark-files.ts';
import type { Sealer } from './ledger/sealing/sealer.ts';
import type { SpawnThread } from './ledger/threads/spawn-threads.ts';
import type { KeptManifests } from './projection/kept-manifests.ts';
import type { WaitingFindings } from './projection/waiting-findings.ts';
import type { SearchDesk } from './search-desk.ts';
import type { SettingsFile } from './settings-file.ts';
import type { Tasks } from './tasks.ts';
import type { WorldDesk } from './world-desk.ts';

/** Announces something to whoever shows it. */
export type Notify = <N extends keyof Notices>(notice: N, payload: Notices[N]) => void;

export type FolderPurpose = 'source' | 'export' | 'checkpoints' | 'bundle' | 'backup' | 'data' | 'certificates' | 'release';
export type FilePurpose = 'source' | 'backup' | 'release';

/** What only the surroundings can do: ask a person for paths, and put text where it can be pasted. */
export interface Surroundings {
  chooseFiles(purpose: FilePurpose): Promise<readonly string[] | null>;
  chooseFolder(purpose: FolderPurpose): Promise<string | null>;
  copyText(text: string): void;
  /** Ends this console and starts it anew on another data folder. */
  openElsewhere(dataFolder: string): void;
  /** What all processes of this console use of its machine now. */
  memoryBytes(): number;
  /** The runtime's name and version, for people. */
  readonly runtime: string;
  readonly version: string;
  /** Where the files that ship with the console are. */
  readonly examplesFolder: string;
}

/** Everything the answers to requests are made from. */
export interface Desk extends PrepareMeans {
  readonly dataFolder: string;
  readonly spawn: SpawnThread;
  readonly ledger: Ledger;
  /** Why the ledger takes no writes, if it takes none. */
  readonly ledgerTrouble: () => LedgerTrouble | null;
  readonly directory: EngineDirectory;
  readonly privateEngine: PrivateEngine;
  readonly settings: SettingsFile;
  readonly tasks: Tasks;
  readonly search: SearchDesk;
  readonly world: WorldDesk;
  readonly keys: KeyDesk;
  readonly marks: MarkFiles;
  readonly sealer: Sealer;
  readonly custody: CustodyDesk;
  /** Why each open attempt is not settled, as far as the last look told. */
  readonly blockers: ReadonlyMap<AttemptId, BlockerReading>;
  /** What was staged, as it was. */
  readonly manifests: KeptManifests;
  /** What the review of settings found and nobody decided. */
  readonly waitingFindings: WaitingFindings;
  readonly notify: Notify;
  readonly surroundings: Surroundings;
  /** Where a fault goes that no request is waiting for. */
  readonly onFault: (fault: unknown) => void;
}

/** What waits for a person: what bars everything else first, then the oldest. */
export const inboxOf = ({ journal, attempts, blockers, custody, waitingFindings }: Desk): readonly InboxItem[] => [...custody.items(), ...inboxItems(journal.world, attempts.calling, blockers, waitingFindings.items)];

export function frameState(desk: Desk): FrameState {
  const { journal, attempts, directory, ledger, tasks, sealer } = desk;
  const unconfirmed = [...journal.world.open.values()].filter(({ id }) => !attempts.calling.has(id));
  return {
    engines: directory.rows().map(({ endpoint, label, state, facts }) => ({ endpoint, label, state, version: facts?.version ?? '' })),
    ledger: {
      size: ledger.size,
      sealing: sealer.state,
      trouble: desk.ledgerTrouble(),
      isRead: true,
    },
    inbox: inboxOf(desk).length,
    unconfirmed: unconfirmed.map(({ id, operation, about, intent }) => ({ attempt: id, label: labelOf(operation), at: intent.at, ...('binding' in about && { binding: about.binding }) })),
    tasks: tasks.running,
  };
}
