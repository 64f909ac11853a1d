import { open } from 'node:fs/promises';
import type { Finding } from '../../../shared/finding.ts';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { mostSettingsBytes, reviewSettings } from './settings/review-settings.ts';
import { stagedFile } from './staging-folder.ts';
import { cancelled } from './walk-sources.ts';

const mostFindings = 1000;

/** Reviews every staged settings file. What is reviewed is the staged copy: the bytes that would be delivered. */
export async function reviewStaged(staging: string, entries: readonly ManifestEntry[], signal?: AbortSignal): Promise<Result<readonly Finding[]>> {
  const findings: Finding[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.class !== 'native_settings') continue;
    if (signal?.aborted) return refused(cancelled);
    findings.push(...reviewSettings(entry.path, await readBounded(stagedFile(staging, index), Math.min(entry.bytes, mostSettingsBytes + 1))));
    if (findings.length > mostFindings) return refused(refusal('too_large', `There are more than ${mostFindings} findings in these settings.`, 'Choose fewer files at a time, so that each finding can be decided.'));
  }
  return ok(findings);
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
