import { isUp, type ContainerReading } from '../../../shared/engine-readings.ts';
import { guestPathSchema } from '../../../shared/ids.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { guest } from '../../../shared/worker-spec.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { nameBytes, nameText } from '../engine/name-text.ts';
import { entriesAt } from '../projection/guest-entries.ts';
import { foldersOnTheWay } from '../projection/guest-files.ts';
import type { IncomingEntry, RefusedEntry } from '../projection/incoming-tar.ts';
import { printable } from '../projection/safe-path.ts';

export interface GuestFileQuestion {
  readonly reader: EngineReader;
  readonly container: ContainerReading;
  /** Absolute in the guest, below the workspace. */
  readonly path: string;
  /** A larger one is refused by its size. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Nothing of the file was read, or nothing that was read counts. */
export type NotReached = { readonly kind: 'refused'; readonly says: string } | { readonly kind: 'absent' };

/** Why a path is not asked for at all. */
export function refusalOfPath(path: string): Refusal | null {
  const allowed = guestPathSchema.safeParse(path).success && path.startsWith(`${guest.work}/`);
  if (!allowed) return refusal('bad_input', `“${printable(path)}” is not the path of a file below ${guest.work}.`, `Results leave from below ${guest.work} only.`);
  const spelt = nameText(nameBytes(path));
  return spelt === path ? null : refusal('bad_input', `“${printable(path)}” is not how that file’s name is spelt.`, `Write “${printable(spelt)}”: only a byte that is no text is spelt with \\x.`);
}

/** What an archive of one path holds: one entry, or it is not that of a file. */
export type GuestFileEntries = AsyncIterable<IncomingEntry | RefusedEntry>;

/**
 * Reads the archive of exactly one path. The engine follows links in the folders on the way, so these are looked at, and
 * again where a worker that runs could have swapped one.
 */
export async function readGuestFile<Value>(question: GuestFileQuestion, read: (entries: GuestFileEntries) => Promise<Value>): Promise<Value | NotReached> {
  const { reader, container, path, maxBytes = Number.MAX_SAFE_INTEGER, signal } = question;
  const before = await whyNotThrough(question);
  if (before) return before;
  const entries = await entriesAt({ reader, container: container.id, path, signal }, { maxEntries: 1, maxEntryBytes: maxBytes });
  if (entries === null) return { kind: 'absent' };
  const value = await read(entries);
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
