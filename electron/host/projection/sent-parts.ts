import { codeOf } from '../../../shared/error-code.ts';
import type { Digest } from '../../../shared/ids.ts';
import { digestOfFile } from '../ledger/digest-of-file.ts';
import type { Managed } from './conflicts.ts';
import type { GuestLook } from './guest-files.ts';

/** A staged file that was sent, and of which nobody knows how much arrived. */
export interface Sent {
  readonly manifest: Digest;
  readonly index: number;
}

/** The files in the guest that are the beginning of what was sent there, byte for byte: a cut delivery leaves those. */
export async function partsOfSent(looks: ReadonlyMap<string, GuestLook>, managed: ReadonlyMap<string, Managed>, fileOf: (sent: Sent) => string): Promise<ReadonlySet<string>> {
  const parts = new Set<string>();
  for (const [destination, { type, bytes, digest }] of looks) {
    const { sent = [] } = managed.get(destination) ?? {};
    if (type !== 'file' || digest === undefined) continue;
    for (const each of sent) if ((await digestOfBeginning(fileOf(each), bytes)) === digest) parts.add(destination);
  }
  return parts;
}

/** Nothing where the staged copy is gone. One that is shorter has another digest. */
async function digestOfBeginning(file: string, bytes: number): Promise<Digest | undefined> {
  try {
    return await digestOfFile(file, bytes);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
