import type { Readable } from 'node:stream';
import { isUp, type ContainerReading } from '../../../shared/engine-readings.ts';
import { guestPathSchema } from '../../../shared/ids.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { guest } from '../../../shared/worker-spec.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { foldersOnTheWay } from '../projection/guest-files.ts';
import { printable } from '../projection/safe-path.ts';

export interface GuestFileQuestion {
  readonly reader: EngineReader;
  readonly container: ContainerReading;
  /** Absolute in the guest, below the workspace. */
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
}

/** Nothing of the file was read, or nothing that was read counts. */
export type NotReached = { readonly kind: 'refused'; readonly says: string } | { readonly kind: 'absent' };

/** Why a path is not asked for at all. */
export function refusalOfPath(path: string): Refusal | null {
  const allowed = guestPathSchema.safeParse(path).success && path.startsWith(`${guest.work}/`);
  return allowed ? null : refusal('bad_input', `“${printable(path)}” is not the path of a file below ${guest.work}.`, `Results leave from below ${guest.work} only.`);
}

/**
 * Reads the archive of exactly one path. The engine follows links in the folders on the way, so these are looked at, and
 * again where a worker that runs could have swapped one.
 */
export async function readGuestFile<Value>(question: GuestFileQuestion, read: (tar: Readable) => Promise<Value>): Promise<Value | NotReached> {
  const { reader, container, path, signal } = question;
  const before = await whyNotThrough(question);
  if (before) return before;
  const tar = await reader.archive(container.id, path, signal);
  if (tar === null) return { kind: 'absent' };
  const value = await read(tar);
  return (mayStillWrite(container) && (await whyNotThrough(question))) || value;
}

async function whyNotThrough({ reader, container, path, signal }: GuestFileQuestion): Promise<NotReached | null> {
  const folders = foldersOnTheWay(guest.work, [path]);
  const kinds = await reader.kindsAt(container.id, folders, signal);
  for (const [index, folder] of folders.entries()) {
    const kind = kinds[index] ?? 'absent';
    if (kind === 'absent') return { kind };
    if (kind !== 'folder') return { kind: 'refused', says: `${folder} is not a folder but a ${kind === 'other' ? 'pipe, a socket or a device' : kind}` };
  }
  return null;
}

export const mayStillWrite = ({ state }: ContainerReading): boolean => isUp(state);
