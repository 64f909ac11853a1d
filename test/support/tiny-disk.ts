import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { aTemporaryFolder } from './temporary-folder.ts';

/** A file system of its own that holds so many bytes; undefined where this account may not mount one. */
export function aTinyDisk(bytes: number): string | undefined {
  const folder = aTemporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  return folder;
}
