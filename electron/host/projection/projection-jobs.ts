import { open, readFile } from 'node:fs/promises';
import { codeOf } from '../../../shared/error-code.ts';
import type { Finding, FindingWay } from '../../../shared/finding.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { FileComparison } from '../../../shared/revision.ts';
import { isReviewed, type ReviewExtent } from './reviewed-files.ts';
import { changeSettings } from './settings/change-settings.ts';
import { mostSettingsBytes, reviewSettings } from './settings/review-settings.ts';
import { textDiff } from './text-diff.ts';
import { visibleText } from './visible-text.ts';

/** A staged file that is settings or may be some, and what it is called in its manifest. */
export interface StagedSettings {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  readonly extent: ReviewExtent;
}

/** What is done with files that others made, away from everything else: they may be made to take for ever. */
export type ProjectionJob =
  /** Answers the findings of each file, in their order. */
  | { readonly kind: 'review'; readonly files: readonly StagedSettings[] }
  /** Answers a `Result<ChangedSettings>`. */
  | { readonly kind: 'change'; readonly bytes: Uint8Array; readonly finding: Finding; readonly way: Exclude<FindingWay, { way: 'accept' }> }
  /** Answers a `FileComparison` of two staged copies. */
  | { readonly kind: 'compare'; readonly before: string; readonly after: string };

export interface ChangedSettings {
  readonly bytes: Uint8Array;
  /** Of the changed file, looked through anew. */
  readonly findings: readonly Finding[];
}

export async function answerProjectionJob(job: ProjectionJob): Promise<unknown> {
  switch (job.kind) {
    case 'review': return reviewFiles(job.files);
    case 'change': return changed(job);
    case 'compare': return compared(job.before, job.after);
  }
}

async function reviewFiles(files: readonly StagedSettings[]): Promise<readonly (readonly Finding[])[]> {
  const findings: (readonly Finding[])[] = [];
  for (const { file, path, bytes, extent } of files) {
    const read = await readBounded(file, Math.min(bytes, mostSettingsBytes + 1));
    findings.push(isReviewed(extent, read) ? reviewSettings(path, read) : []);
  }
  return findings;
}

function changed({ bytes, finding, way }: Extract<ProjectionJob, { kind: 'change' }>): Result<ChangedSettings> {
  const settings = changeSettings(bytes, finding, way);
  return settings.ok ? ok({ bytes: settings.value, findings: reviewSettings(finding.file, settings.value) }) : settings;
}

async function compared(before: string, after: string): Promise<FileComparison> {
  const [one, other] = await Promise.all([before, after].map(readKept));
  if (!one || !other) return { kind: 'none', says: 'a staged copy is not kept any more' };
  const texts = [one, other].map((bytes) => visibleText(bytes, true));
  const [was, is] = texts;
  if (typeof was !== 'string' || typeof is !== 'string') return { kind: 'none', says: 'it is not text in UTF-8' };
  const lines = textDiff(was, is);
  return lines ? { kind: 'lines', lines } : { kind: 'none', says: 'too much of it differs to be told line by line' };
}

async function readKept(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function readBounded(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
