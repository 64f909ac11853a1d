import { readFileSync } from 'node:fs';
import path from 'node:path';

/** For people: who has the lock beside it. The lock itself is what counts. */
export const writerNote = (folder: string): string => path.join(folder, 'writer.json');

export const writerLock = (folder: string): string => path.join(folder, 'writer.lock');

/** As in “process 12, since …”; empty where the note cannot be read. */
export function holderIn(folder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(writerNote(folder), 'utf8')) as { pid?: unknown; since?: unknown };
    return `process ${String(pid)}, since ${String(since)}`;
  } catch {
    return '';
  }
}
