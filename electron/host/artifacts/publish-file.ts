import { constants } from 'node:fs';
import { copyFile, link, open, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, faultText } from '../../../shared/error-code.ts';
import type { Answer } from '../attempts/answer.ts';
import type { Operation } from '../../../shared/operations.ts';
import { spendToken, type EffectToken } from '../attempts/effect-token.ts';
import type { FileMutations, Mutations } from '../attempts/mutations.ts';
import { copyName } from './published-goal.ts';
import { openCheckedParent, UnsafePlaceError, type CheckedParent } from './checked-parent.ts';

/** What lets a file out of the data folder. */
export type Publication = Extract<Operation, 'publish_file' | 'back_up' | 'export_bundle' | 'write_release'>;

/** Publishes below a folder that the operator chose, by a link: it fails where something is, and it appears all at once. */
export class FilePublisher implements FileMutations {
  readonly #operation: Publication;
  readonly #folderOf: (destination: string) => string;

  constructor(operation: Publication, folderOf: (destination: string) => string) {
    this.#operation = operation;
    this.#folderOf = folderOf;
  }

  async publish(token: EffectToken, { staged, destination }: { readonly staged: string; readonly destination: string }): Promise<Answer> {
    spendToken(token, this.#operation);
    try {
      const parent = await openCheckedParent(this.#folderOf(destination), destination);
      try {
        return await publishInto(parent, staged, copyName(token.attempt));
      } finally {
        await parent.handle.close();
      }
    } catch (error) {
      return answerOfFault(error);
    }
  }
}

/** One for each way out. Exports go below the folder that is set for them; the rest straight into a folder that is chosen each time. */
export const publishers = (exportFolder: () => string): Pick<Mutations, 'files' | 'backups' | 'bundles' | 'releases'> => ({
  files: new FilePublisher('publish_file', exportFolder),
  backups: new FilePublisher('back_up', dirname),
  bundles: new FilePublisher('export_bundle', dirname),
  releases: new FilePublisher('write_release', dirname),
});

async function publishInto(parent: CheckedParent, staged: string, temporary: string): Promise<Answer> {
  const destination = parent.pathOf(parent.name);
  try {
    await link(staged, destination);
  } catch (error) {
    if (!needsCopy(error)) throw error;
    await publishCopy(staged, destination, parent.pathOf(temporary));
  }
  await parent.handle.sync();
  await unlink(staged);
  return { kind: 'applied', status: 201 };
}

/** Across file systems: the whole copy is made beside the destination first, then linked there. */
async function publishCopy(staged: string, destination: string, temporary: string): Promise<void> {
  try {
    await copyFile(staged, temporary, constants.COPYFILE_EXCL);
    const copy = await open(temporary, 'r+');
    await copy.sync().finally(() => copy.close());
    await link(temporary, destination);
  } finally {
    await rm(temporary, { force: true });
  }
}

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
