import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { codeOf } from '../../../shared/error-code.ts';
import { nameBytes, nameText } from '../engine/name-text.ts';
import { placeOf } from '../projection/source-look.ts';

/** A place that must not be written to. */
export class UnsafePlaceError extends Error {
  override name = 'UnsafePlaceError';
}

/** The folder of a destination, held open, and the destination's path through it. */
export interface CheckedParent {
  readonly handle: FileHandle;
  readonly pathOf: (name: string) => string;
  readonly name: string;
}

/**
 * Makes the folders between the export folder and a destination, and holds the last one open. The export folder may be
 * reached through a link, since the operator chose it; nothing below it may be one.
 */
export async function openCheckedParent(exportFolder: string, destination: string): Promise<CheckedParent> {
  const between = relative(exportFolder, dirname(destination));
  if (isAbsolute(between) || between.split(sep).includes('..')) throw new UnsafePlaceError(`${destination} does not lie below the export folder`);
  await mkdir(exportFolder, { recursive: true });
  // Spelt, as what it is compared with is: a link may lead to a folder whose name is no text.
  let folder = nameText(await realpath(exportFolder, { encoding: 'buffer' }));
  for (const part of between.split(sep).filter((name) => name !== '')) {
    folder = join(folder, nameText(Buffer.from(part)));
    await makeFolder(folder);
  }
  const handle = await open(nameBytes(folder), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    if ((await placeOf(handle, folder)) !== folder) throw new UnsafePlaceError(`${folder} was replaced while it was looked at`);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { handle, name: basename(destination), pathOf: (name) => join(anchorOf(handle, folder), name) };
}

/** Through the open folder itself where the system allows it, so that a later swap of its path changes nothing. */
const anchorOf = (handle: FileHandle, folder: string): string => (process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : nameBytes(folder).toString());

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(nameBytes(folder));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const found = await lstat(nameBytes(folder));
    if (!found.isDirectory()) throw new UnsafePlaceError(`${folder} is ${found.isSymbolicLink() ? 'a link' : 'a file'}, not a folder`);
  }
}
