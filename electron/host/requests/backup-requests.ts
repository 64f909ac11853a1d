import type { Requests } from '../../../shared/bridge.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { letOut, type OutgoingFile } from '../artifacts/let-out.ts';
import { makeOutgoing } from '../artifacts/outgoing-files.ts';
import { digestOfFile } from '../ledger/digest-of-file.ts';
import type { Desk } from '../desk.ts';
import { backUpOnline } from '../ledger/online-backup.ts';
import { JobFailedError } from '../ledger/threads/run-in-thread.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import type { Progress } from '../tasks.ts';
import { inChosenFolder } from './chosen-folder.ts';

/** A copy of the ledger where the operator wants it. Made and verified in the data folder first: what leaves that is an effect. */
export function backupRequests(desk: Desk, spawn: SpawnThread): Pick<Requests, 'backUpLedger'> {
  return {
    backUpLedger: () =>
      inChosenFolder(desk.surroundings, 'backup', (folder) =>
        desk.tasks.run({ label: 'Backing up the ledger', unit: 'bytes', cancellable: false }, async (progress) => {
          const made = await stage(desk, spawn, progress);
          return made.ok ? letOut(desk.attempts, 'back_up', made.value, folder) : made;
        }),
      ),
  };
}

async function stage({ ledger, dataFolder }: Desk, spawn: SpawnThread, progress: Progress): Promise<Result<OutgoingFile>> {
  try {
    return await makeOutgoing(dataFolder, async (staged) => {
      const { name, bytes } = await backUpOnline(spawn, ledger.db, staged, progress);
      return ok({ name, bytes, digest: await digestOfFile(staged) });
    });
  } catch (error) {
    if (!(error instanceof JobFailedError) && !hasCode(error)) throw error;
    return refused(refusal('blocked', `The ledger could not be copied: ${error.message}.`, 'Mend what stands in the way, then try again. Nothing was left behind.'));
  }
}

/** SQLite's faults and the file system's. */
const hasCode = (error: unknown): error is Error => error instanceof Error && 'code' in error;
