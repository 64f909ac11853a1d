import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf } from '../../../shared/error-code.ts';
import { instantOf, type EngineId } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { describeReleaseProblem, releaseFileSchema, releaseProblem, type ReleaseFile } from '../../../shared/release.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { isSignedBy } from '../approvals/signing-key.ts';
import { fingerprintOf } from '../ledger/approval-signature.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { asJson } from './release.ts';

const mostBytes = 256 * 1024;

/** Reads a release, whoever wrote it: nothing of it is believed yet. */
export async function readReleaseFile(path: string): Promise<Result<ReleaseFile>> {
  const text = await readBounded(path);
  if (!text.ok) return text;
  const parsed = releaseFileSchema.safeParse(jsonIn(text.value));
  return parsed.success ? ok(parsed.data) : refused(refusal('bad_input', 'This file is no release of a console.', 'Choose the file that the other console wrote.'));
}

async function readBounded(path: string): Promise<Result<string>> {
  try {
    // A pipe would keep the console waiting.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const about = await file.stat();
      if (!about.isFile() || about.size > mostBytes) return refused(refusal('bad_input', 'This is no plain file of the size of a release.', 'Choose the file that the other console wrote.'));
      return ok(await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    return refused(refusal('not_found', `The file cannot be read (${code}).`, 'Choose a file that this account may read.'));
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Holds a release against this ledger, this engine and the clock. */
export function checkRelease({ world }: Pick<Journal, 'world'>, engine: EngineId, file: ReleaseFile): Result<null> {
  const { installation } = world;
  if (installation === null) return refused(refusal('blocked', 'This console has no ledger yet.', 'Start it on a data folder that it may write to.'));
  const isSigned = fingerprintOf(file.publicKey) === file.approval.approver && isSignedBy(file.approval, file.publicKey);
  const problem = releaseProblem(file, {
    installation, engine, now: instantOf(Date.now()), subject: digestOf(asJson(file.statement)), isSigned, isTaken: (nonce) => world.takenReleases.has(nonce),
  });
  return problem ? refused(refusal('blocked', `This release is not taken up: ${describeReleaseProblem(problem)}.`, 'Ask for a release of what is there now, for this console.')) : ok(null);
}
