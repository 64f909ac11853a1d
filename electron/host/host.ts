import { mkdirSync } from 'node:fs';
import type { FrameState } from '../../shared/bridge-values.ts';
import type { Requests } from '../../shared/bridge.ts';
import type { Doubt } from '../../shared/custody.ts';
import type { LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { refusal } from '../../shared/refusal.ts';
import { requestNames } from '../../shared/request-names.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import type { Notify, Surroundings } from './desk.ts';
import type { EnginePlaces } from './engine/usual-sockets.ts';
import { ledgerFile } from './ledger/ledger-file.ts';
import { tryToOpen, type Opening } from './ledger/opening.ts';
import { troubleOf } from './ledger/trouble-of.ts';
import { refuseDamaged } from './ledger/verify/find-damage.ts';
import type { SpawnThread } from './ledger/threads/spawn-threads.ts';
import { shutHost } from './shut-host.ts';
import { fileOfBackup, refuseWhatDoesNotHold, restoreInPlace, type WaysOn } from './ways-on.ts';
import { workingHost } from './working-host.ts';

export interface HostPorts {
  /** Holds the ledger, staging and the private engine; made when it is not there. */
  readonly dataFolder: string;
  /** Holds the second mark of each ledger: never inside a data folder, and not copied with one. */
  readonly stateFolder: string;
  readonly spawn: SpawnThread;
  readonly notify: Notify;
  readonly surroundings: Surroundings;
  /** Where this session's engines are looked for; its own places when left out. */
  readonly enginePlaces?: EnginePlaces;
  readonly onFault: (fault: unknown) => void;
}

export interface Host {
  readonly requests: Requests;
  /** Why the ledger cannot be used as it should be, if it cannot. */
  readonly trouble: LedgerTrouble | null;
  /** Why it is not shown to be the whole of what was sealed, if it can be used and is not. */
  readonly doubt: Doubt;
  frame(): FrameState;
  /** Ends every watch, seals what is left and closes the ledger. Effects under way stay open in it, for the next start to settle. */
  close(): void;
}

/** Everything the console does, put together. Whatever is wrong with the ledger is a state of it, and can be mended while it runs. */
export function createHost(ports: HostPorts): Host {
  const ways: WaysOn = {
    reopen: () => change(async () => ok(null)),
    async restore(choice) {
      const backup = await fileOfBackup(ports.dataFolder, ports.surroundings, choice);
      if (!backup.ok) return backup;
      const file = backup.value;
      if (file === null) return ok(null);
      const holds = await refuseWhatDoesNotHold(ports.spawn, file);
      return holds.ok ? change(async (trouble) => restoreInPlace(ports.dataFolder, trouble, file), unprovenOf(ports, current.doubt)) : holds;
    },
  };
  let current = hostOver(ports, opened(ports.dataFolder), ways);

  /** One at a time: while it is under way nothing can be asked but what it is. */
  const change = async (mend: (trouble: LedgerTrouble) => Promise<Result<null>>, otherwise: LedgerTrouble | null = null): Promise<Result<null>> => {
    const trouble = current.trouble ?? otherwise;
    if (!trouble) return refused(refusal('already_so', 'The ledger can be used.', 'There is nothing to mend.'));
    current.close();
    current = shutHost(ports, trouble, { reopen: underWay, restore: underWay });
    try {
      const mended = await mend(trouble);
      current = hostOver(ports, await verified(ports, opened(ports.dataFolder)), ways);
      return mended.ok && current.trouble ? refused(refusal('ledger_not_writable', current.trouble.says, 'It is still so. Mend it, then try again.')) : mended;
    } catch (fault) {
      // It must stay possible to try again.
      current = shutHost(ports, trouble, ways);
      throw fault;
    } finally {
      ports.notify('frameChanged', current.frame());
      ports.notify('ledgerGrew', { size: current.frame().ledger.size });
    }
  };

  return {
    requests: forwarded(() => current.requests),
    get trouble() { return current.trouble; },
    get doubt() { return current.doubt; },
    frame: () => current.frame(),
    close: () => current.close(),
  };
}

const unprovenOf = ({ dataFolder }: HostPorts, doubt: Doubt): LedgerTrouble | null => doubt && { kind: 'unproven', folder: dataFolder, says: doubt.says };

const underWay = async (): Promise<Result<null>> => refused(refusal('blocked', 'The ledger is being opened.', 'Wait until that has ended.'));

function opened(folder: string): Opening {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return tryToOpen(folder);
  } catch (error) {
    return { kind: 'shut', trouble: troubleOf(folder, error) };
  }
}

/** What was in trouble before is read through before anything is written to it again. */
async function verified({ spawn, dataFolder }: HostPorts, opening: Opening): Promise<Opening> {
  if (opening.kind === 'shut' || opening.trouble) return opening;
  try {
    await refuseDamaged(spawn, ledgerFile(dataFolder));
    return opening;
  } catch (error) {
    opening.close();
    if (!(error instanceof Error)) throw error;
    return { kind: 'shut', trouble: { kind: 'damaged', folder: dataFolder, says: error.message } };
  }
}

function hostOver(ports: HostPorts, opening: Opening, ways: WaysOn): Host {
  if (opening.kind === 'shut') return shutHost(ports, opening.trouble, ways);
  try {
    return workingHost(ports, opening, ways);
  } catch (error) {
    opening.close();
    return shutHost(ports, troubleOf(ports.dataFolder, error), ways);
  }
}

/** The requests of whichever host there is when they are asked. */
function forwarded(requests: () => Requests): Requests {
  return Object.fromEntries(requestNames.map((name) => [name, (input: never) => (requests()[name] as (input: never) => unknown)(input)])) as unknown as Requests;
}
