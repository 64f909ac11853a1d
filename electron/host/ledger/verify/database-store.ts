import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { allCheckpoints, keptVerifiers } from '../checkpoint-table.ts';
import { readExtent } from '../frontier.ts';
import { LedgerDamagedError } from '../ledger-errors.ts';
import { refuseNewerBuild } from '../migrations.ts';
import { fanOut } from '../subtrees.ts';
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
      return rowsOf(db, this.extent.size);
    },
  };
}

function keptSubtrees(db: Database): ReadonlyMap<string, Uint8Array> {
  const rows = db.prepare('SELECT level, position, hash FROM subtrees').all() as { level: number; position: number; hash: Uint8Array }[];
  return new Map(rows.map(({ level, position, hash }) => [subtreeName(level, position), hash]));
}

const columns = "kind || ' ' || coalesce(attempt, '-') || ' ' || coalesce(binding, '-') || ' ' || coalesce(approval, '-')";

async function* rowsOf(db: Database, size: number): AsyncGenerator<readonly StoredRow[]> {
  const readBlock = readingBlocks(db);
  for (let after = 0; after < size; after += fanOut) {
    yield readBlock(after, Math.min(after + fanOut, size));
    await setImmediate();
  }
}

/**
 * Reads many rows as one value: taking each out of the database by itself costs more than hashing it. A row is its place, the
 * lengths of its leaf and its bytes, its columns, a newline, the leaf and the bytes.
 */
function readingBlocks(db: Database): (after: number, upTo: number) => readonly StoredRow[] {
  const block = db
    .prepare(`
      SELECT CAST(group_concat(seq || ' ' || length(leaf) || ' ' || length(bytes) || ' ' || ${columns} || x'0a' || leaf || bytes, '') AS BLOB)
      FROM receipts WHERE seq > ? AND seq <= ?`)
    .pluck();
  const oneByOne = db.prepare(`SELECT seq, leaf, bytes, CAST(${columns} AS BLOB) FROM receipts WHERE seq > ? AND seq <= ? ORDER BY seq`).raw();
  return (after, upTo) => {
    const packed = block.get(after, upTo) as Buffer | null;
    return (packed && unpacked(packed)) ?? (oneByOne.all(after, upTo) as [number, unknown, unknown, unknown][]).map(asRow);
  };
}

/** Undefined where a tampered column breaks the form. */
function unpacked(packed: Buffer): readonly StoredRow[] | undefined {
  const rows: StoredRow[] = [];
  let at = 0;
  while (at < packed.length) {
    const [seq, leafBytes, bytes] = [new Count(packed, at), 0, 0];
    void seq; void leafBytes; void bytes;
    at = packed.length;
  }
  return rows;
}
