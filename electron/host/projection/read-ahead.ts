import { open } from 'node:fs/promises';
import type { ManifestEntry } from '../../../shared/manifest.ts';

/** An entry and the file in staging that holds its bytes. */
export interface StagedEntry {
  readonly entry: ManifestEntry;
  readonly file: string;
}

const smallBytes = 256 * 1024;
const filesAhead = 8;

/** Each entry with the bytes of its file where that is small, read while the ones before it are used; in order. */
export async function* withContents(files: readonly StagedEntry[]): AsyncGenerator<readonly [StagedEntry, Buffer | null]> {
  const ahead: Promise<Buffer | null>[] = [];
  let next = 0;
  for (const staged of files) {
    for (; ahead.length < filesAhead && next < files.length; next += 1) ahead.push(begin(files[next]));
    yield [staged, (await ahead.shift()) ?? null];
  }
}

function begin(staged: StagedEntry | undefined): Promise<Buffer | null> {
  const reading = staged && staged.entry.bytes <= smallBytes ? readSmall(staged) : Promise.resolve(null);
  // Whoever comes to it is told; nobody may, where an earlier file ends it all.
  reading.catch(() => undefined);
  return reading;
}

/** One byte more than there should be, so that a longer file is told from the right one. */
async function readSmall({ file, entry }: StagedEntry): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(entry.bytes + 1), 0, entry.bytes + 1, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
