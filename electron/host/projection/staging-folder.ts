import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../shared/error-code.ts';
import type { BindingId, Digest } from '../../../shared/ids.ts';

const unfinished = '.new-';
/** What this process has not finished: nobody's leftover. */
const ownUnfinished = `${unfinished}${randomBytes(4).toString('hex')}-`;

/** All staged copies of one worker. */
export const stagingOf = (dataFolder: string, binding: BindingId): string => join(dataFolder, 'staging', binding);

/** Where the staged files of a manifest lie: its digest is the folder's name, so that it can be found again. */
export const stagingFolder = (dataFolder: string, binding: BindingId, manifest: Digest): string =>
  join(stagingOf(dataFolder, binding), manifest.slice('sha256:'.length));

/** A staged file is called after its place in the manifest: nothing here is named by what it holds. */
export const stagedFile = (folder: string, index: number): string => join(folder, String(index).padStart(5, '0'));

export async function newStaging(dataFolder: string, binding: BindingId): Promise<string> {
  const parent = stagingOf(dataFolder, binding);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return mkdtemp(join(parent, ownUnfinished));
}

/** Makes a finished staging findable; an earlier one of the same manifest gives way. */
export async function finishStaging(staging: string, dataFolder: string, binding: BindingId, manifest: Digest): Promise<void> {
  const place = stagingFolder(dataFolder, binding, manifest);
  await rm(place, { recursive: true, force: true });
  await rename(staging, place);
}

export const dropStaging = (staging: string): Promise<void> => rm(staging, { recursive: true, force: true });

/** Forgets every staged copy of a worker; what was recorded about them stays. */
export const forgetStaging = (dataFolder: string, binding: BindingId): Promise<void> => dropStaging(stagingOf(dataFolder, binding));

/** Removes what a console left that ended while it was staging; what is being staged meanwhile stays. */
export async function sweepUnfinishedStaging(dataFolder: string): Promise<void> {
  const root = join(dataFolder, 'staging');
  for (const binding of await namesIn(root)) {
    for (const name of await namesIn(join(root, binding))) {
      if (name.startsWith(unfinished) && !name.startsWith(ownUnfinished)) await dropStaging(join(root, binding, name));
    }
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}
