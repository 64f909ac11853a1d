import { constants, type BigIntStats } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { codeOf } from '../../../shared/error-code.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { nameBytes, nameText } from '../engine/name-text.ts';
import { printable } from './safe-path.ts';

/** A file as it looked at one moment. Two equal looks mean that nothing was changed in between. */
export interface FileLook {
  readonly device: bigint;
  readonly inode: bigint;
  readonly size: bigint;
  readonly modifiedNs: bigint;
  readonly changedNs: bigint;
}

export const lookOf = (stats: BigIntStats): FileLook => ({
  device: stats.dev,
  inode: stats.ino,
  size: stats.size,
  modifiedNs: stats.mtimeNs,
  changedNs: stats.ctimeNs,
});

export const sameLook = (one: FileLook, other: FileLook): boolean =>
  one.device === other.device && one.inode === other.inode && one.size === other.size && one.modifiedNs === other.modifiedNs && one.changedNs === other.changedNs;

/** What keeps a thing from being staged, if it is not a regular file. */
export function whyNotRegular(stats: BigIntStats, path: string): Refusal | null {
  if (stats.isFile()) return null;
  if (stats.isSymbolicLink()) return refusal('unsafe_file', `“${printable(path)}” is a link, and links are not followed: what it points to may lie elsewhere.`, 'Put the file itself in its place, or choose without it.');
  const kind = stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : stats.isDirectory() ? 'a folder' : 'a device';
  return refusal('unsafe_file', `“${printable(path)}” is ${kind}, not a regular file.`, 'Choose without it.');
}

export const changedSince = (path: string): Refusal =>
  refusal('changed_since', `“${printable(path)}” was changed while it was being staged.`, 'Stage again when nothing writes there.');

/** Opens without following a last link and without waiting for the other end of a pipe. */
export const openSource = (path: string): Promise<FileHandle> => open(nameBytes(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);

/** Where an open file really lies, whatever its path goes through now; elsewhere than on Linux, where its path leads to now. */
export async function placeOf(handle: FileHandle, path: string): Promise<string> {
  const bytes = { encoding: 'buffer' } as const;
  return nameText(await (process.platform === 'linux' ? readlink(`/proc/self/fd/${handle.fd}`, bytes) : realpath(nameBytes(path), bytes)));
}

/** What the file system's answer means for the person who chose; `null` for what is a fault of ours. */
export function refusalOfFileError(error: unknown, path: string): Refusal | null {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM': return refusal('unsafe_file', `“${printable(path)}” cannot be read by this account.`, 'Allow it to be read, or choose without it.');
    case 'ELOOP':
    case 'ENXIO':
    case 'ENOENT':
    case 'ENOTDIR': return changedSince(path);
    case 'ENAMETOOLONG': return refusal('unsafe_file', `“${printable(path)}” has too long a name.`, 'Shorten it, or choose without it.');
    default: return null;
  }
}
