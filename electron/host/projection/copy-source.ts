import { open, type FileHandle } from 'node:fs/promises';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Digest } from '../../../shared/ids.ts';
import { startDigest } from '../ledger/digest.ts';
import { credentialSignOf, mostCredentialBytes, refusalOfCredential, refusalOfUnread } from './credential-files.ts';
import { printable } from './safe-path.ts';
import { changedSince, lookOf, openSource, placeOf, refusalOfFileError, sameLook, whyNotRegular } from './source-look.ts';
import { onTarget, refusalOfTargetError, StagedTargetError } from './staged-target.ts';
import { cancelled, type SourceFile } from './walk-sources.ts';

export interface CopyWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onBytes: (bytes: number) => void;
}

/** Copies one file into staging, once through, and gives the digest of exactly the bytes that were written. */
export async function copySource(file: SourceFile, target: string, buffer: Buffer, watch: CopyWatch): Promise<Result<Digest>> {
  try {
    const source = await openSource(file.source);
    try {
      const why = (await whyNotAsSeen(source, file)) ?? (await whyCredential(source, file));
      if (why !== null) return refused(why);
      const digest = await copyBytes(source, file, target, buffer, watch);
      if (digest === null) return refused(watch.signal?.aborted ? cancelled : changedSince(file.path));
      const after = await source.stat({ bigint: true });
      return sameLook(lookOf(after), file.look) ? ok(digest) : refused(changedSince(file.path));
    } finally {
      await source.close();
    }
  } catch (error) {
    const why = error instanceof StagedTargetError ? refusalOfTargetError(error, file.path) : refusalOfFileError(error, file.path);
    if (why === null) throw error;
    return refused(why);
  }
}

/** The open file must be the one that the walk saw, and its path must still lead to it without a link. */
async function whyNotAsSeen(source: FileHandle, file: SourceFile): Promise<Refusal | null> {
  const opened = await source.stat({ bigint: true });
  const why = whyNotRegular(opened, file.path);
  if (why !== null) return why;
  if (!sameLook(lookOf(opened), file.look)) return changedSince(file.path);
  if ((await placeOf(source, file.source)) === file.source) return null;
  return refusal('unsafe_file', `“${printable(file.path)}” lies elsewhere: a folder on the way to it was replaced by a link.`, 'Look at who else writes there before you stage again.');
}

/** A name that may be a credential's is judged by what the file holds, before any of it is copied. */
async function whyCredential(source: FileHandle, { path, source: place, look }: SourceFile): Promise<Refusal | null> {
  const sign = credentialSignOf(place);
  if (sign === null) return null;
  if (sign.certain) return refusalOfCredential(path, sign.kind);
  if (look.size > mostCredentialBytes) return refusalOfUnread(path);
  const bytes = Buffer.alloc(Number(look.size));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await source.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) return changedSince(path);
    filled += bytesRead;
  }
  return sign.holds(legible(bytes)) ? refusalOfCredential(path, sign.kind) : null;
}

/** Whatever its encoding: the marks at its beginning and the zeros between letters are no part of what it says. */
const legible = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '').replace(/^[\uFEFF\uFFFD]+/, '');

/** `null` when it was cancelled or the file is shorter than it was. */
async function copyBytes(source: FileHandle, file: SourceFile, target: string, buffer: Buffer, { signal, onBytes }: CopyWatch): Promise<Digest | null> {
  const digest = startDigest();
  const copy = await onTarget(() => open(target, 'wx', 0o600));
  try {
    for (let left = Number(file.look.size); left > 0;) {
      if (signal?.aborted) return null;
      const { bytesRead } = await source.read(buffer, 0, Math.min(left, buffer.length), null);
      if (bytesRead === 0) return null;
      const chunk = buffer.subarray(0, bytesRead);
      digest.add(chunk);
      await onTarget(() => writeWhole(copy, chunk));
      left -= bytesRead;
      onBytes(bytesRead);
    }
    return digest.finish();
  } finally {
    await onTarget(() => copy.close());
  }
}

async function writeWhole(copy: FileHandle, chunk: Buffer): Promise<void> {
  for (let rest = chunk; rest.length > 0;) {
    const { bytesWritten } = await copy.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}
