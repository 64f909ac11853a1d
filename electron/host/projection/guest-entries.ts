import { basename, dirname } from 'node:path/posix';
import type { EngineReader } from '../engine/engine-reader.ts';
import { isTextName } from '../engine/name-text.ts';
import { readIncomingTar, type IncomingBounds, type IncomingEntry, type RefusedEntry } from './incoming-tar.ts';
import { BrokenArchiveError } from './tar-header.ts';

interface GuestPlace {
  readonly reader: EngineReader;
  readonly container: string;
  /** Absolute in the guest. */
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
}

/** Of what lies beside a name that is no text, before it is given up. */
export const mostBytesBeside = 4 * 1024 ** 3;
const mostEntriesBeside = 2_000_000;

/**
 * What an engine’s archive of a path holds: the thing itself, and what lies below it; null where nothing is there. Engines look a
 * last name up as text, so for one that is none the folder around it is read, and gives that thing alone.
 */
export async function entriesAt(place: GuestPlace, bounds: IncomingBounds): Promise<AsyncIterable<IncomingEntry | RefusedEntry> | null> {
  const { reader, container, path, signal } = place;
  const asked = askedFor(path);
  if (asked !== path && (await reader.kindsAt(container, [path], signal))[0] === 'absent') return null;
  const tar = await reader.archive(container, asked, signal);
  if (tar === null) return null;
  return asked === path ? readIncomingTar(tar, bounds) : itself(tar, path.slice(asked.lastIndexOf('/') + 1), bounds);
}

/** Whether an engine gives an archive of just this path. */
export const canBeAskedFor = (path: string): boolean => isTextName(basename(path));

function askedFor(path: string): string {
  let asked = path;
  while (!canBeAskedFor(asked)) asked = dirname(asked);
  return asked;
}

async function* itself(tar: AsyncIterable<Uint8Array>, path: string, { maxEntryBytes }: IncomingBounds): AsyncGenerator<IncomingEntry | RefusedEntry> {
  let beside = 0;
  for await (const entry of readIncomingTar(tar, { maxEntries: mostEntriesBeside, maxEntryBytes })) {
    if (entry.path === path) return void (yield { ...entry, path: basename(path) });
    if ((beside += entry.bytes) > mostBytesBeside) throw tooMuchBeside(path);
  }
  throw new BrokenArchiveError(`${path} is there, and is not in the archive of the folder around it`);
}

export const tooMuchBeside = (path: string): BrokenArchiveError => new BrokenArchiveError(`${path} cannot be asked for by itself, and too much lies beside it`);
