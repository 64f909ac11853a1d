import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { codeOf } from '../../../shared/error-code.ts';
import type { Binding } from '../../../shared/binding.ts';
import type { FactValue } from '../../../shared/facts.ts';
import type { Digest } from '../../../shared/ids.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { startDigest } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { artifactRef } from '../placement/worker-refs.ts';
import { printable } from '../projection/safe-path.ts';

export interface CheckWatch {
  readonly signal?: AbortSignal;
  /** Told of the bytes read so far. */
  readonly onBytes?: (bytes: number) => void;
}

type Checked = FactValue<'checked'>;

/** Reads what is where a result went, with this account's rights and not from what the export knows, and records that apart from it. */
export async function checkPublished({ journal }: { readonly journal: Journal }, binding: Binding, path: string, watch: CheckWatch = {}): Promise<Result<Checked>> {
  const left = binding.artifacts.find((artifact) => artifact.path === path)?.lastLeft?.value;
  if (!left) return refused(refusal('not_found', `${printable(path)} has not been exported, so there is nothing to check.`, 'Export it first.'));
  const bar = writableBar(journal, 'what is found there could not be recorded');
  if (bar) return refused(bar);
  const looked = await lookWhereItWent(left.destination, left.digest, watch);
  if (!looked.ok) return looked;
  journal.append({ actor: consoleItself, about: artifactRef(binding, path), body: { kind: 'observation', fact: 'checked', value: looked.value, source: 'the bytes at the destination, read afresh' } });
  return looked;
}

/** Compares what is at a destination with what went there. What cannot be read is refused. */
export async function lookWhereItWent(destination: string, expected: Digest, watch: CheckWatch = {}): Promise<Result<Checked>> {
  try {
    // Not through a link at its end, and without waiting where a pipe is there instead.
    const file = await open(destination, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return ok(await comparison(file, destination, expected, watch));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (watch.signal?.aborted) return refused(refusal('cancelled', 'It was cancelled.', 'Nothing was recorded; check again.'));
    return answerOfFault(error, destination);
  }
}

async function comparison(file: FileHandle, destination: string, expected: Digest, { signal, onBytes }: CheckWatch): Promise<Checked> {
  if (!(await file.stat()).isFile()) return { outcome: 'differs', says: 'no regular file is there', destination };
  const hash = startDigest();
  let bytes = 0;
  for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
    signal?.throwIfAborted();
    hash.add(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    onBytes?.(bytes);
  }
  const digest = hash.finish();
  return digest === expected ? { outcome: 'matches', digest, bytes, destination } : { outcome: 'differs', says: `its hash is ${digest} now`, destination };
}

/** Only what shows that it is gone, or something else, is an observation; what cannot be read says nothing. */
function answerOfFault(error: unknown, destination: string): Result<Checked> {
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR': return ok({ outcome: 'gone', destination });
    case 'ELOOP': return ok({ outcome: 'differs', says: 'a link is there', destination });
    case 'ENXIO': return ok({ outcome: 'differs', says: 'no regular file is there', destination });
    case 'EACCES':
    case 'EPERM':
    case 'EIO': return refused(refusal('unsafe_file', `${destination} cannot be read (${code}).`, 'See to it that this account may read it, then check again.'));
    default: throw error;
  }
}
