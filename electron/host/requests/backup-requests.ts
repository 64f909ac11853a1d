import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Requests } from '../../../shared/bridge.ts';
import type { Json } from '../../../shared/json.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { digestOfFile, lookAt } from '../artifacts/published-goal.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { Desk } from '../desk.ts';
import { backUpOnline, type StagedBackup } from '../ledger/online-backup.ts';
import { JobFailedError } from '../ledger/threads/run-in-thread.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';

const deadlineSeconds = 3600;

/** A copy of the ledger where the operator wants it. Made and verified in the data folder first: what leaves that is an effect. */
export function backupRequests(desk: Desk, spawn: SpawnThread): Pick<Requests, 'backUpLedger'> {
  return {
    async backUpLedger() {
      const folder = await desk.surroundings.chooseFolder('backup');
      if (folder === null) return ok(null);
      return desk.tasks.run({ label: 'Backing up the ledger', unit: 'bytes', cancellable: false }, async (progress) => {
        const staged = await stage(desk, spawn, progress);
        return staged.ok ? publish(desk, staged.value, folder) : staged;
      });
    },
  };
}

async function stage({ ledger, dataFolder }: Desk, spawn: SpawnThread, onBytes: (done: number, total: number) => void): Promise<Result<StagedBackup>> {
  try {
    return ok(await backUpOnline(spawn, ledger.db, dataFolder, onBytes));
  } catch (error) {
    if (!(error instanceof JobFailedError) && !hasCode(error)) throw error;
    return refused(refusal('blocked', `The ledger could not be copied: ${error.message}.`, 'Mend what stands in the way, then try again. Nothing was left behind.'));
  }
}

async function publish({ attempts }: Desk, { file, name }: StagedBackup, folder: string): Promise<Result<{ readonly file: string }>> {
  const destination = path.join(folder, name);
  const params: Json = { destination, staged: file, digest: await digestOfFile(file), bytes: Number((await lookAt(file))?.size ?? 0) };
  const outcome = await attempts.run({ operation: 'back_up', about: { kind: 'installation' }, params, actor: operator, deadlineSeconds }, (mutations, token) =>
    mutations.backups.publish(token, { staged: file, destination }),
  );
  // An open attempt may still need what is staged as evidence.
  if (outcome.kind !== 'unconfirmed') await rm(file, { force: true });
  const result = resultOf(outcome);
  return result.ok ? ok({ file: destination }) : result;
}

/** SQLite's faults and the file system's. */
const hasCode = (error: unknown): error is Error => error instanceof Error && 'code' in error;
