import { open } from 'node:fs/promises';
import type { Finding, FindingWay } from '../../../shared/finding.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { changeSettings } from './settings/change-settings.ts';
import { mostSettingsBytes, reviewSettings } from './settings/review-settings.ts';

/** A staged settings file, and what it is called in its manifest. */
export interface StagedSettings {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
}

/** What is done with files that others made, away from everything else: they may be made to take for ever. */
export type ProjectionJob =
  /** Answers the findings of each file, in their order. */
  | { readonly kind: 'review'; readonly files: readonly StagedSettings[] }
  /** Answers a `Result<ChangedSettings>`. */
  | { readonly kind: 'change'; readonly bytes: Uint8Array; readonly finding: Finding; readonly way: Exclude<FindingWay, { way: 'accept' }> };

export interface ChangedSettings {
  readonly bytes: Uint8Array;
  /** Of the changed file, looked through anew. */
  readonly findings: readonly Finding[];
}

export async function answerProjectionJob(job: ProjectionJob): Promise<unknown> {
  switch (job.kind) {
    case 'review': return reviewFiles(job.files);
    case 'change': return changed(job);
  }
}

async function reviewFiles(files: readonly StagedSettings[]): Promise<readonly (readonly Finding[])[]> {
  const findings: (readonly Finding[])[] = [];
  for (const { file, path, bytes } of files) findings.push(reviewSettings(path, await readBounded(file, Math.min(bytes, mostSettingsBytes + 1))));
  return findings;
}

function changed({ bytes, finding, way }: Extract<ProjectionJob, { kind: 'change' }>): Result<ChangedSettings> {
  const settings = changeSettings(bytes, finding, way);
  return settings.ok ? ok({ bytes: settings.value, findings: reviewSettings(finding.file, settings.value) }) : settings;
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
