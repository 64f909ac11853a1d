import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the running test's own, gone when it ends. */
export function aTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bailiwick-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
