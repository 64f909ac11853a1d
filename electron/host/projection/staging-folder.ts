import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../shared/error-code.ts';
import type { BindingId, Digest } from '../../../shared/ids.ts';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { refused, type Result } from '../../../shared/result.ts';
import { digestOfFile } from '../ledger/digest-of-file.ts';

const unfinished = '.new-';
/** What this process has not finished: nobody's leftover. */
const ownUnfinished = `${unfinished}${randomBytes(4).toString('hex')}-`;

/** What is being staged now, until it is finished and told of. */
const underWay = new Set<string>();

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

/** Gives a new staging to fill, and drops what of it is not finished. A full disk is a refusal, wherever on the way it is met. */
export async function withStaging<Value>(dataFolder: string, binding: BindingId, work: (staging: string) => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    const staging = await newStaging(dataFolder, binding);
    underWay.add(staging);
    try {
      return await work(staging);
    } finally {
      underWay.delete(staging);
      await dropStaging(staging);
    }
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) return refused(refusal('too_large', 'There is no room left for the staged copies.', 'Make room where the console keeps its data, then stage again.'));
    throw error;
  }
}

/** Makes a finished staging findable. One of the same manifest stays where it is whole: it may be on its way to a guest now. */
export async function finishStaging(staging: string, dataFolder: string, binding: BindingId, manifest: Digest, entries: readonly StagedBytes[]): Promise<void> {
  const place = stagingFolder(dataFolder, binding, manifest);
  if (await isWhole(place, entries)) return;
  await rm(place, { recursive: true, force: true });
  await rename(staging, place);
}

type StagedBytes = Pick<ManifestEntry, 'bytes' | 'stagedDigest'>;

async function isWhole(place: string, entries: readonly StagedBytes[]): Promise<boolean> {
  try {
    for (const [index, { bytes, stagedDigest }] of entries.entries()) {
      const file = stagedFile(place, index);
      if ((await stat(file)).size !== bytes || (await digestOfFile(file)) !== stagedDigest) return false;
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
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

const isFinished = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/**
 * Removes finished copies that no receipt tells of: their console ended before it wrote one, and no step would take them
 * back. `told` has the manifests of a worker, where it is known at all.
 */
export async function sweepUntoldStaging(dataFolder: string, told: (binding: string) => ReadonlySet<Digest> | undefined): Promise<void> {
  const root = join(dataFolder, 'staging');
  for (const binding of await namesIn(root)) {
    const parent = join(root, binding);
    for (const name of (await namesIn(parent)).filter(isFinished)) {
      const isStaging = [...underWay].some((staging) => dirname(staging) === parent);
      if (isStaging || told(binding)?.has(`sha256:${name}` as Digest) !== false) continue;
      // Out of the way at once: whoever stages the same files meanwhile must not find a part of them.
      const aside = join(parent, `${unfinished}untold-${randomBytes(4).toString('hex')}`);
      renameSync(join(parent, name), aside);
      await dropStaging(aside);
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
