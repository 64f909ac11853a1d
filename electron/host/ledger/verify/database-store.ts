import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { allCheckpoints, keptVerifiers } from '../checkpoint-table.ts';
import { readExtent } from '../frontier.ts';
import { LedgerDamagedError } from '../ledger-errors.ts';
import { refuseNewerBuild } from '../migrations.ts';
import { fanOut } from '../subtrees.ts';
import { numberAt, skipNumber } from './canonical-bytes.ts';
import { subtreeName, type Store, type StoredRow } from './store.ts';

/** The version from which on checkpoints, their keys and subtrees are kept. */
const keepsProofs = 2;

/**
 * A ledger's database, as a store to verify. It is only read, and what is appended meanwhile is not part of it. Throws
 * LedgerFromNewerBuildError, LedgerDamagedError.
 */
export function databaseStore(db: Database): Store {
  const hasProofs = refuseNewerBuild(db) >= keepsProofs;
  if (db.pragma('encoding', { simple: true }) !== 'UTF-8') throw new LedgerDamagedError('The database is not in UTF-8, as a ledger is.');
  return {
    // One look, so that the tree and its checkpoints are of one moment.
    ...db.transaction(() => ({
      extent: readExtent(db),
      checkpoints: hasProofs ? allCheckpoints(db) : [],
      verifiers: hasProofs ? keptVerifiers(db) : [],
      subtrees: hasProofs ? keptSubtrees(db) : null,
    }))(),
    rows() {
      return rowsOf(db, this.extent.last);
    },
  };
}

function keptSubtrees(db: Database): ReadonlyMap<string, Uint8Array> {
  const rows = db.prepare('SELECT level, position, hash FROM subtrees').all() as { level: number; position: number; hash: Uint8Array }[];
  return new Map(rows.map(({ level, position, hash }) => [subtreeName(level, position), hash]));
}

const columns = "kind || ' ' || coalesce(attempt, '-') || ' '  || coalesce(approval, '-')";

async function* rowsOf(db: Database, size: number): AsyncGenerator<readonly StoredRow[]> {
  const readBlock = readingBlocks(db);
  for (let after = 0; after < size; after += fanOut) {
    const upTo = Math.min(after + fanOut, size);
    const rows = readBlock(after, upTo);
    yield rows;
    // One is missing: what comes after it stands on nothing.
    if (rows.length < upTo - after) return;
    await setImmediate();
  }
}

/**
 * Reads many rows as one value: taking each out of the database by itself costs more than hashing it. A row is its place and
 * the lengths of what follows: its columns, its leaf and its bytes.
 */
function readingBlocks(db: Database): (after: number, upTo: number) => readonly StoredRow[] {
  const block = db
    .prepare(`
      SELECT CAST(group_concat(
        seq || ' ' || octet_length(${columns}) || ' ' || octet_length(leaf) || ' ' || octet_length(bytes) || ' ' || ${columns} || leaf || bytes, '') AS BLOB)
      FROM receipts WHERE seq > ? AND seq <= ?`)
    .pluck();
  return (after, upTo) => {
    const packed = block.get(after, upTo) as Buffer | null;
    return packed === null ? [] : rowsIn(packed);
  };
}

function rowsIn(packed: Buffer): readonly StoredRow[] {
  const reader = new BlockReader(packed);
  const rows: StoredRow[] = [];
  while (!reader.isAtEnd) {
    const seq = reader.count();
    const columnsLength = reader.count();
    const leafLength = reader.count();
    const bytesLength = reader.count();
    rows.push({ seq, columns: reader.part(columnsLength), leaf: reader.part(leafLength), bytes: reader.part(bytesLength) });
  }
  return rows;
}

class BlockReader {
  readonly #packed: Buffer;
  #at = 0;

  constructor(packed: Buffer) {
    this.#packed = packed;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#packed.length;
  }

  /** A number and the space after it. */
  count(): number {
    const end = skipNumber(this.#packed, this.#at);
    if (this.#packed[end] !== space) throw new LedgerDamagedError('A row of the ledger’s table is not one that a ledger can hold.');
    const count = numberAt(this.#packed, this.#at, end);
    this.#at = end + 1;
    return count;
  }

  part(length: number): Buffer {
    this.#at += length;
    if (length < 0 || this.#at > this.#packed.length) throw new LedgerDamagedError('A row of the ledger’s table is not one that a ledger can hold.');
    return this.#packed.subarray(this.#at - length, this.#at);
  }
}

const space = 0x20;
