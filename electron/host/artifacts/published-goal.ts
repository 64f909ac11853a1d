import { lstat, stat } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../shared/error-code.ts';
import { digestSchema, executionIdSchema, instantOf, type AttemptId } from '../../../shared/ids.ts';
import type { Evidence } from '../../../shared/receipt.ts';
import type { GoalReader, GoalReading } from '../attempts/goal.ts';
import { digestOfFile } from '../ledger/digest-of-file.ts';

/** The document of a publication. `folder` is the one that the operator chose, where that was there when it was asked for. */
export const publishParamsSchema = z.object({ destination: z.string(), staged: z.string(), digest: digestSchema, bytes: z.number(), execution: executionIdSchema.exactOptional(), ran: z.literal(true).exactOptional(), folder: z.string().exactOptional() });

/** Reads whether a file was published: by the bytes at its destination. */
export const publishedGoal: GoalReader = async ({ id }, params) => {
  const parsed = publishParamsSchema.safeParse(params);
  if (!parsed.success) return { kind: 'unreadable', says: 'the document that says what was to be published is gone', blocker: 'request_forgotten' };
  const { destination, staged, digest, folder } = parsed.data;
  const there = await lookAt(destination);
  if (there === null) return folder === undefined || (await isThere(folder)) ? { kind: 'not_shown', says: `nothing is at ${destination}` } : { kind: 'unreadable', says: `the folder ${folder} is not there, so whether the file is in it cannot be read`, blocker: 'file_unreadable' };
  if (!there.isFile()) return shown('refused', reading(destination, 'not a regular file'), 'something that is not a regular file is there already');
  const found = await digestOfFile(destination);
  const bytes: Evidence = { kind: 'bytes', of: destination, digest: found, bytes: Number(there.size) };
  if (found !== digest) return shown('refused', bytes, 'other bytes are there already');
  const isOwn = (await isSameOrGone(staged, there)) || (await isSame(join(dirname(destination), copyName(id)), there));
  return isOwn ? shown('applied', bytes, 'the bytes are there') : shown('no_op', bytes, 'the same bytes were there already');
};

/** Its part of an attempt's document: a folder that goes away later, with its disk, takes what shows the publication along. */
export const folderIfThere = async (folder: string): Promise<{ readonly folder?: string }> => ((await isThere(folder).catch(() => false)) ? { folder } : {});

async function isThere(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

/** The copy that is made beside the destination across file systems. A process that dies may leave it there, whole or not. */
export const copyName = (attempt: AttemptId): string => `.${attempt}.part`;

/** A staged file that is still there as a file of its own was not what became the destination. */
async function isSameOrGone(staged: string, there: BigIntStats): Promise<boolean> {
  return (await lookAt(staged)) === null || isSame(staged, there);
}

async function isSame(file: string, there: BigIntStats): Promise<boolean> {
  const found = await lookAt(file);
  return found !== null && found.ino === there.ino && found.dev === there.dev;
}

const shown = (disposition: 'applied' | 'no_op' | 'refused', evidence: Evidence, says: string): GoalReading => ({ kind: 'shown', disposition, evidence: [evidence], says });

const reading = (of: string, found: string): Evidence => ({ kind: 'reading', of: of.slice(0, 300), found, at: instantOf(Date.now()) });

export async function lookAt(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
