import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { StoredCheckpoint } from '../checkpoint-table.ts';
import { readExtent, type Extent } from '../frontier.ts';
import { LedgerDamagedError } from '../ledger-errors.ts';
import { refuseNewerBuild } from '../migrations.ts';
import { readable, readableRows, type ReadRows } from './readable.ts';
import { rowsIn, unpackRows } from './row-block.ts';
import type { ProofTable } from './store-report.ts';
import { subtreeName, type ReadBlock, type Store } from './store.ts';

/** The version from which on checkpoints, their keys and subtrees are kept. */
const keepsProofs = 2;

/**
 * A ledger's database, as a store to verify. It is only read, and what is appended meanwhile is not part of it. Throws
 * LedgerFromNewerBuildError, LedgerDamagedError.
 */
export function databaseStore(db: Database): Store {
  const hasProofs = refuseNewerBuild(db) >= keepsProofs;
  if (db.pragma('encoding', { simple: true }) !== 'UTF-8') throw new LedgerDamagedError('The database is not in UTF-8, as a ledger is.');
  // What the database is made of is read here, all of it: after that a page may be unreadable by itself.
  db.prepare('SELECT seq FROM receipts');
  return {
    // One look, so that the tree and its checkpoints are of one moment.
    ...inOneLook(db, () => ({ extent: readable(() => readExtent(db)) ?? withoutEnd, ...(hasProofs ? proofsIn(db) : noProofs) })),
    blocks() {
      return blocksOf(db, this.extent.last);
    },
  };
}

/** Given up at its end: where a page could not be read SQLite does not let it be committed. */
function inOneLook<Value>(db: Database, look: () => Value): Value {
  db.exec('BEGIN');
  try {
    return look();
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
  }
}

const withoutEnd: Extent = { first: 1, last: Infinity };

type Proofs = Pick<Store, 'checkpoints' | 'verifiers' | 'subtrees' | 'unread'>;

const noProofs: Proofs = { checkpoints: [], verifiers: [], subtrees: null, unread: [] };

/** As far as they can be read; a value of another type than its column's is as good as none. */
function proofsIn(db: Database): Proofs {
  const rowsOfTable = (sql: string): ReadRows<Record<string, unknown>> => readableRows(db.prepare(sql).iterate() as Iterable<Record<string, unknown>>);
  const checkpoints = rowsOfTable('SELECT size, note FROM checkpoints ORDER BY size');
  const verifiers = rowsOfTable('SELECT text FROM verifiers ORDER BY text');
  const subtrees = rowsOfTable('SELECT level, position, hash FROM subtrees');
  return {
    checkpoints: checkpoints.rows.map(({ size, note }): StoredCheckpoint => ({ size: Number(size), note: textOf(note) })),
    verifiers: verifiers.rows.map(({ text }) => textOf(text)),
    subtrees: subtrees.isCutOff ? null : new Map(subtrees.rows.map(({ level, position, hash }) => [subtreeName(Number(level), Number(position)), hash instanceof Uint8Array ? hash : new Uint8Array()])),
    unread: Object.entries({ checkpoints, verifiers, subtrees }).flatMap(([name, { isCutOff }]) => (isCutOff ? [name as ProofTable] : [])),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** As many as fill a page or two of the database, and few enough that others have their turn between them. */
const rowsAtOnce = 256;

const columns = "kind || ' ' || coalesce(attempt, '-') || ' '  || coalesce(approval, '-')";

async function* blocksOf(db: Database, size: number): AsyncGenerator<ReadBlock> {
  const readBlock = readingPacked(db, 'seq > ? AND seq <= ?');
  // By its place alone: a range reads on to the row after it.
  const readRow = readingPacked(db, 'seq = ?');
  for (let after = 0; after < size; after += rowsAtOnce) {
    const upTo = Math.min(after + rowsAtOnce, size);
    const whole = readable(() => unpackRows(readBlock(after, upTo)));
    const read = whole ? { block: whole, isCutOff: false } : oneByOne(readRow, after, upTo);
    yield read;
    // One is missing: what comes after it stands on nothing.
    if (read.isCutOff || rowsIn(read.block) < upTo - after) return;
    await setImmediate();
  }
}

/** Those up to the first that is missing or cannot be read. */
function oneByOne(readRow: (seq: number) => Buffer, after: number, upTo: number): ReadBlock {
  const packed: Buffer[] = [];
  const isWhole = readable(() => {
    for (let seq = after + 1; seq <= upTo; seq += 1) {
      const row = readRow(seq);
      if (row.length === 0) break;
      unpackRows(row);
      packed.push(row);
    }
    return true;
  });
  return { block: unpackRows(Buffer.concat(packed)), isCutOff: !isWhole };
}

/** Reads many rows as one value, as `unpackRows` takes them: taking each out of the database by itself costs more than hashing it. */
function readingPacked(db: Database, which: string): (...places: readonly number[]) => Buffer {
  const packed = db
    .prepare(`
      SELECT CAST(group_concat(
        seq || ' ' || octet_length(${columns}) || ' ' || octet_length(leaf) || ' ' || octet_length(bytes) || ' ' || ${columns} || leaf || bytes, '') AS BLOB)
      FROM receipts WHERE ${which}`)
    .pluck();
  return (...places) => (packed.get(...places) as Buffer | null) ?? Buffer.alloc(0);
}
