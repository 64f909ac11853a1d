import { randomBytes } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Digest } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import { nonceEnding, nonceFormOf, nonceLine, nonceMark, type NonceForm, type UnmarkedReason } from '../../../shared/nonce-line.ts';
import { digestOf, digestText, sha256 } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';

/** Of one revision of context: no secret, but nobody guesses it from the ledger, which knows the digest of its document alone. */
export interface Nonce {
  readonly value: string;
  readonly document: Json;
  readonly digest: Digest;
}

const documentSchema = z.strictObject({ contextNonce: z.string().regex(/^[0-9a-f]{32}$/) });

export function newNonce(): Nonce {
  const value = randomBytes(16).toString('hex');
  const document = { contextNonce: value };
  return { value, document, digest: digestOf(document) };
}

/** Nothing where it is not kept any more. */
export function nonceValue(journal: Pick<Journal, 'document'>, digest: Digest): string | undefined {
  return documentSchema.safeParse(journal.document(digest)).data?.contextNonce;
}

const mostMarkedBytes = 4 * 1024 * 1024;

/** Puts the revision's line at the end of a staged context file, where its type has one. The source stays as it is. */
export async function markedEntry(file: string, entry: ManifestEntry, index: number, nonce: Nonce): Promise<ManifestEntry> {
  const form = nonceFormOf(entry.path);
  if (form === null) return unmarked(entry, 'no_comment');
  if (entry.bytes > mostMarkedBytes) return unmarked(entry, 'too_large');
  const bytes = await readFile(file);
  const text = textOf(bytes);
  if (text === null) return unmarked(entry, 'not_text');
  const ending = Buffer.from(nonceEnding(text, nonceLine(form, nonceMark(nonce.value, index))));
  await appendFile(file, ending);
  return marked(entry, Buffer.concat([bytes, ending]), form, nonce);
}

const unmarked = (entry: ManifestEntry, reason: UnmarkedReason): ManifestEntry => ({ ...entry, unmarked: reason });

const marked = (entry: ManifestEntry, bytes: Buffer, form: NonceForm, { digest }: Nonce): ManifestEntry => ({
  ...entry,
  bytes: bytes.length,
  stagedDigest: digestText(sha256(bytes)),
  changes: [...(entry.changes ?? []), { way: 'marked', form, nonce: digest }],
});

function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
