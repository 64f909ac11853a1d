import type { Digest } from './ids.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';

/** What a file is against what was delivered to its place before. `gone`: of the last delivery, and not of these files; no delivery takes it out of the guest. */
export type FileRevision = 'added' | 'changed' | 'unchanged' | 'gone';

/** What was delivered to a place before. */
export interface Before {
  readonly manifest: Digest;
  readonly entry: ManifestEntry;
}

export interface RevisedFile {
  readonly entry: ManifestEntry;
  readonly revision: FileRevision;
  /** Absent of what was added. */
  readonly before?: Before;
}

export interface Delivered {
  readonly digest: Digest;
  readonly manifest: Manifest;
}

/** Files against the deliveries before them, oldest first; null where none of these had a place in common with them. */
export function revisionOf({ entries }: Manifest, earlier: readonly Delivered[]): { readonly against: Digest; readonly files: readonly RevisedFile[] } | null {
  const places = new Set(entries.map(({ destination }) => destination));
  const last = earlier.findLast(({ manifest }) => manifest.entries.some(({ destination }) => places.has(destination)));
  if (!last) return null;
  const latest = new Map(earlier.flatMap(({ digest, manifest }) => manifest.entries.map((entry): [string, Before] => [entry.destination, { manifest: digest, entry }])));
  const files = entries.map((entry): RevisedFile => {
    const before = latest.get(entry.destination);
    return before ? { entry, revision: isSame(entry, before.entry) ? 'unchanged' : 'changed', before } : { entry, revision: 'added' };
  });
  const gone = last.manifest.entries
    .filter(({ destination }) => !places.has(destination))
    .map((entry): RevisedFile => ({ entry, revision: 'gone', before: { manifest: last.digest, entry } }));
  return { against: last.digest, files: [...files, ...gone] };
}

/** The line that each revision puts into a context file is no change of the file. */
function isSame(one: ManifestEntry, other: ManifestEntry): boolean {
  return one.mode === other.mode && (one.stagedDigest === other.stagedDigest || (one.sourceDigest === other.sourceDigest && decided(one) === decided(other)));
}

const decided = ({ changes = [] }: ManifestEntry): string => JSON.stringify(changes.filter(({ way }) => way !== 'marked'));

export type RevisionCounts = Readonly<Record<FileRevision, number>>;

export function countRevisions(files: readonly RevisedFile[]): RevisionCounts {
  const counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };
  for (const { revision } of files) counts[revision] += 1;
  return counts;
}

/** One line of a text against an earlier one; what is the same on both sides is left out where nothing near it changed. */
export type DiffLine = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string } | { readonly kind: 'skipped'; readonly lines: number };

/** What a file shows against what was delivered to its place before. */
export type FileComparison = { readonly kind: 'lines'; readonly lines: readonly DiffLine[] } | { readonly kind: 'none'; readonly says: string };
