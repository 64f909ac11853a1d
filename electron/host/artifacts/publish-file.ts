import { createReadStream, createWriteStream } from 'node:fs';
import { link, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { endedByConsole } from '../../../shared/attempt.ts';
import { codeOf, faultText } from '../../../shared/error-code.ts';
import type { Answer } from '../attempts/answer.ts';
import type { Operation } from '../../../shared/operations.ts';
import { spendToken, type EffectToken } from '../attempts/effect-token.ts';
import type { FileMutations, Mutations } from '../attempts/mutations.ts';
import { copyName } from './published-goal.ts';
import { openCheckedParent, UnsafePlaceError, type CheckedParent } from './checked-parent.ts';

/** What lets a file out of the data folder. */
const publications = ['publish_file', 'back_up', 'export_bundle', 'write_release'] as const satisfies readonly Operation[];
export type Publication = (typeof publications)[number];

export const isPublication = (operation: Operation): boolean => publications.some((publication) => publication === operation);

/** Publishes below a folder that the operator chose, by a link: it fails where something is, and it appears all at once. */
export class FilePublisher implements FileMutations {
  readonly #operation: Publication;
  readonly #folderOf: (destination: string) => string;
  #cut = new AbortController();

  constructor(operation: Publication, folderOf: (destination: string) => string) {
    this.#operation = operation;
    this.#folderOf = folderOf;
  }

  async publish(token: EffectToken, { staged, destination }: { readonly staged: string; readonly destination: string }, signal?: AbortSignal): Promise<Answer> {
    spendToken(token, this.#operation);
    const ended = AbortSignal.any([this.#cut.signal, ...(signal ? [signal] : [])]);
    try {
      const parent = await openCheckedParent(this.#folderOf(destination), destination);
      try {
        return await publishInto(parent, staged, copyName(token.attempt), ended);
      } finally {
        await parent.handle.close();
      }
    } catch (error) {
      return ended.aborted ? endedBefore : answerOfFault(error);
    }
  }

  /** Ends what is under way, before its file appears: afterwards none does. */
  cut(): void {
    this.#cut.abort();
    this.#cut = new AbortController();
  }
}

interface Publishers {
  readonly ways: Pick<Mutations, 'files' | 'backups' | 'bundles' | 'releases'>;
  cut(): void;
}

/** One for each way out. Exports go below the folder that is set for them; the rest straight into a folder that is chosen each time. */
export function publishers(exportFolder: () => string): Publishers {
  const ways = {
    files: new FilePublisher('publish_file', exportFolder),
    backups: new FilePublisher('back_up', dirname),
    bundles: new FilePublisher('export_bundle', dirname),
    releases: new FilePublisher('write_release', dirname),
  };
  return { ways, cut: () => Object.values(ways).forEach((way) => way.cut()) };
}

async function publishInto(parent: CheckedParent, staged: string, copyOfIt: string, signal: AbortSignal): Promise<Answer> {
  const destination = parent.pathOf(parent.name);
  const copy = parent.pathOf(copyOfIt);
  try {
    signal.throwIfAborted();
    await link(staged, destination);
  } catch (error) {
    if (!needsCopy(error)) throw error;
    await linkCopy(staged, destination, copy, signal);
  }
  return afterLink(parent, staged, copy);
}

/** Across file systems: the whole copy is made beside the destination first, then linked there. */
async function linkCopy(staged: string, destination: string, copy: string, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(createReadStream(staged, { highWaterMark: chunkBytes }), createWriteStream(copy, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: chunkBytes }), { signal });
    signal.throwIfAborted();
    await link(copy, destination);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

const chunkBytes = 1024 * 1024;

/** It is there, so whatever fails from here on is no refusal. The copy goes last: until then it tells whose file is there. */
async function afterLink(parent: CheckedParent, staged: string, copy: string): Promise<Answer> {
  try {
    await parent.handle.sync();
    await unlink(staged);
    await rm(copy, { force: true });
    return { kind: 'applied', status: 201 };
  } catch (error) {
    return { kind: 'unclear', says: `it appeared there, and then: ${faultText(error)}` };
  }
}

const endedBefore: Answer = { kind: 'refused', status: 403, says: endedByConsole };

/** Another file system, or one that has no second names. */
const needsCopy = (error: unknown): boolean => ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(codeOf(error));

const plainRefusals: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EROFS: 'the file system there is read-only',
  ENOSPC: 'there is no room left',
  EDQUOT: 'there is no room left for this account',
  ENAMETOOLONG: 'the name is too long there',
  EPERM: 'the file system there cannot publish without the risk of overwriting',
  ENOTSUP: 'the file system there cannot publish without the risk of overwriting',
  ENOSYS: 'the file system there cannot publish without the risk of overwriting',
  ELOOP: 'a folder on the way is a link',
  ENOTDIR: 'a folder on the way is not a folder',
};

function answerOfFault(error: unknown): Answer {
  if (error instanceof UnsafePlaceError) return { kind: 'refused', status: 403, says: error.message };
  const code = codeOf(error);
  // Linking is all or nothing, so a refusal of it left no trace; whose bytes are there, the hashes say.
  if (code === 'EEXIST') return { kind: 'ambiguous', status: 409, says: 'something is at the destination already' };
  const says = plainRefusals[code];
  if (says !== undefined) return { kind: 'refused', status: 403, says };
  return { kind: 'unclear', says: faultText(error) };
}
