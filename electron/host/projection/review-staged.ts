import type { Finding } from '../../../shared/finding.ts';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { JobCancelledError } from '../ledger/threads/run-in-thread.ts';
import { runBounded } from '../ledger/threads/run-bounded.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import type { ProjectionJob, StagedSettings } from './projection-jobs.ts';
import { reviewOf } from './reviewed-files.ts';
import { stagedFile } from './staging-folder.ts';
import { cancelled } from './walk-sources.ts';

const mostFindings = 1000;

/** How long a review may take. What it did not come to in time is a finding of its own. */
export interface ReviewPatience {
  /** All files together, when nothing is wrong with any. */
  readonly togetherMs: number;
  /** One file, once one of them kept the others waiting. */
  readonly eachMs: number;
  /** All files one by one. */
  readonly allMs: number;
}

const usualPatience: ReviewPatience = { togetherMs: 20_000, eachMs: 10_000, allMs: 60_000 };

/**
 * Reviews every staged file that is settings or a shell’s, off the main thread. What is reviewed is the staged copy: the bytes that would be
 * delivered.
 */
export async function reviewStaged(spawn: SpawnThread, staging: string, entries: readonly ManifestEntry[], signal?: AbortSignal, patience = usualPatience): Promise<Result<readonly Finding[]>> {
  const files = entries.flatMap((entry, index): readonly StagedSettings[] => {
    const extent = reviewOf(entry);
    return extent ? [{ file: stagedFile(staging, index), path: entry.path, bytes: entry.bytes, extent }] : [];
  });
  if (files.length === 0) return ok([]);
  try {
    const together = await review(spawn, files, patience.togetherMs, signal);
    const findings = together.kind === 'done' ? together.value.flat() : await reviewEach(spawn, files, patience, signal);
    return findings.length > mostFindings ? refused(tooMany) : ok(findings);
  } catch (error) {
    if (error instanceof JobCancelledError) return refused(cancelled);
    throw error;
  }
}

const tooMany = refusal('too_large', `There are more than ${mostFindings} findings in these files.`, 'Choose fewer files at a time, so that each finding can be decided.');

const review = (spawn: SpawnThread, files: readonly StagedSettings[], patienceMs: number, signal?: AbortSignal) =>
  runBounded<readonly (readonly Finding[])[]>(spawn, 'content', { kind: 'review', files } satisfies ProjectionJob, { patienceMs, signal });

/** One thread for each file: one that cannot be looked through keeps nothing from the others. */
async function reviewEach(spawn: SpawnThread, files: readonly StagedSettings[], { eachMs, allMs }: ReviewPatience, signal?: AbortSignal): Promise<readonly Finding[]> {
  const until = performance.now() + allMs;
  const findings: Finding[] = [];
  for (const file of files) {
    const end = performance.now() < until ? await review(spawn, [file], eachMs, signal) : ({ kind: 'late' } as const);
    findings.push(...(end.kind === 'done' ? end.value.flat() : [notReviewed(file, end.kind === 'late' ? 'it took too long' : 'it took too much memory, or its reader failed')]));
  }
  return findings;
}

const notReviewed = ({ path }: StagedSettings, text: string): Finding => ({ file: path, place: { at: 'file' }, kind: 'not_reviewed', text });
