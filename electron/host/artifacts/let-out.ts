import path from 'node:path';
import type { Digest } from '../../../shared/ids.ts';
import { operator } from '../../../shared/receipt.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Attempts } from '../attempts/attempts.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import { dropOutgoing, secondsToPublish } from './outgoing-files.ts';
import { folderIfThere, lookAt } from './published-goal.ts';

export interface OutgoingFile {
  /** Whole, in the data folder. Gone afterwards, unless it may still be needed as evidence. */
  readonly staged: string;
  readonly digest: Digest;
  readonly bytes: number;
  /** What it is to be called, if nothing there is called so. */
  readonly name: string;
}

const ways = { back_up: 'backups', export_bundle: 'bundles', write_release: 'releases' } as const;

/** Lets what the installation made for its operator into a folder of their choice, under a name that nothing there has. */
export async function letOut(attempts: Attempts, operation: keyof typeof ways, { staged, digest, bytes, name }: OutgoingFile, folder: string): Promise<Result<{ readonly file: string }>> {
  const file = await freePlace(folder, name);
  const deadlineSeconds = secondsToPublish(bytes);
  const outcome = await attempts.run(
    { operation, about: { kind: 'installation' }, params: { destination: file, staged, digest, bytes, ...(await folderIfThere(folder)) }, actor: operator, deadlineSeconds },
    (mutations, token) => mutations[ways[operation]].publish(token, { staged, destination: file }, AbortSignal.timeout(deadlineSeconds * 1000)),
  );
  if (outcome.kind !== 'unconfirmed') await dropOutgoing(staged);
  const result = resultOf(outcome);
  return result.ok ? ok({ file }) : result;
}

/** `name.zip`, `name-2.zip`, … Nothing is overwritten also where somebody takes the name meanwhile: the attempt is refused then. */
async function freePlace(folder: string, wanted: string): Promise<string> {
  const { name, ext } = path.parse(wanted);
  for (let number = 1; ; number += 1) {
    const place = path.join(folder, number === 1 ? wanted : `${name}-${number}${ext}`);
    if ((await lookAt(place)) === null) return place;
  }
}
