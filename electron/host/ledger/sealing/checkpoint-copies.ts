import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../../../shared/error-code.ts';
import { parseCheckpoint } from '../checkpoint.ts';

/** A file of that name is there and holds something else. */
export class CopyDiffersError extends Error {
  override name = 'CopyDiffersError';
}

/** Names begin with the ledger and end with the size, so that a folder of them tells the ledger's growth and none is replaced. */
export function copyNameOf(note: string): string {
  const { origin, size } = parseCheckpoint(note);
  return `${origin.slice(origin.lastIndexOf('/') + 1)}-${String(size).padStart(12, '0')}.checkpoint`;
}

/** Puts a checkpoint into a folder of the operator's choice, where only files are added. Nothing is done where it is there. */
export async function copyCheckpoint(folder: string, note: string): Promise<void> {
  const file = path.join(folder, copyNameOf(note));
  await mkdir(folder, { recursive: true });
  try {
    await write(file, 'wx', note);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const there = await readFile(file, 'utf8');
    if (!note.startsWith(there)) throw new CopyDiffersError(`${file} holds another checkpoint of that size`, { cause: error });
    // A process that was killed may have left the beginning of it.
    if (there !== note) await write(file, 'r+', note);
  }
}

async function write(file: string, flags: 'wx' | 'r+', note: string): Promise<void> {
  const handle = await open(file, flags, 0o644);
  try {
    await handle.writeFile(note);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
