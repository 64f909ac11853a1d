import type { Database } from 'better-sqlite3';
import { nodeHash } from './digest.ts';
import { keptEvery } from './growing-tree.ts';

/** How many hashes of one kept level, or leaves, make one of the next. */
export const fanOut = 2 ** keptEvery;

const keptLevels = [8, 16, 24] as const;

/** Something of the tree that has to be there is not stored. */
export class TreeIncompleteError extends Error {
  override name = 'TreeIncompleteError';
}

/** Keeps every full subtree that is not kept yet. What is missing it finds by itself, so it serves the first filling as well. */
export function fillingSubtrees(db: Database): () => void {
  const covered = db.prepare('SELECT coalesce(max(seq), 0) FROM receipts').pluck();
  const next = db.prepare('SELECT coalesce(max(position) + 1, 0) FROM subtrees WHERE level = ?').pluck();
  const keep = db.prepare('INSERT INTO subtrees (level, position, hash) VALUES (?, ?, ?)');
  const hashesOf = readingHashes(db);
  return () => {
    const size = Number(covered.get());
    for (const level of keptLevels) {
      for (let position = Number(next.get(level)); (position + 1) * 2 ** level <= size; position += 1) {
        keep.run(level, position, rootOfFull(hashesOf(level - keptEvery, position * fanOut, fanOut)));
      }
    }
  };
}

/** Reads up to so many neighbouring hashes of a kept level, or leaves where that is 0. */
export function readingHashes(db: Database): (level: number, from: number, count: number) => readonly Uint8Array[] {
  const leaves = db.prepare('SELECT leaf FROM receipts WHERE seq > @from AND seq <= @from + @count ORDER BY seq').pluck();
  const subtrees = db.prepare('SELECT hash FROM subtrees WHERE level = @level AND position >= @from AND position < @from + @count ORDER BY position').pluck();
  return (level, from, count) => (level === 0 ? leaves.all({ from, count }) : subtrees.all({ level, from, count })) as readonly Uint8Array[];
}

/** Each level of a full subtree, from the hashes it stands on up to its root. */
export function pyramidOf(hashes: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const levels = [hashes];
  for (let below = hashes; below.length > 1; below = levels.at(-1) ?? []) {
    levels.push(Array.from({ length: Math.floor(below.length / 2) }, (_, index) => nodeHash(hashAt(below, 2 * index), hashAt(below, 2 * index + 1))));
  }
  return levels;
}

function rootOfFull(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length !== fanOut) throw new TreeIncompleteError(`of ${fanOut} neighbouring hashes, ${hashes.length} are stored`);
  return hashAt(pyramidOf(hashes).at(-1) ?? [], 0);
}

export function hashAt(hashes: readonly Uint8Array[], index: number): Uint8Array {
  const hash = hashes[index];
  if (!hash) throw new TreeIncompleteError(`hash ${index} of ${hashes.length} is not stored`);
  return hash;
}
