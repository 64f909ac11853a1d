import type { Database } from 'better-sqlite3';
import { LedgerFromNewerBuildError } from './ledger-errors.ts';
import { fillingSubtrees } from './subtrees.ts';

/** Schema, or schema and what it derives from the receipts that are there already. */
type Migration = string | ((db: Database) => void);

const proofs = `
  -- What the ledger was at one moment, signed. A later one covers all that an earlier one did.
  CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY CHECK (size > 0),
    note TEXT NOT NULL,                                       -- the signed checkpoint, verbatim
    at   TEXT NOT NULL                                        -- this machine's clock, for people
  ) STRICT;
  CREATE TRIGGER checkpoints_never_change BEFORE UPDATE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
  CREATE TRIGGER checkpoints_never_leave BEFORE DELETE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
  CREATE TRIGGER checkpoints_only_grow BEFORE INSERT ON checkpoints
    WHEN NEW.size <= (SELECT coalesce(max(size), 0) FROM checkpoints) OR NEW.size > (SELECT coalesce(max(seq), 0) FROM receipts)
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is larger than those before it, and covers what is there'); END;

  -- The public keys of those signatures, as they are published. Whose they are a reader knows by another road.
  CREATE TABLE verifiers (
    text TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER verifiers_never_change BEFORE UPDATE ON verifiers
    BEGIN SELECT RAISE(ABORT, 'verifiers are append-only'); END;
  CREATE TRIGGER verifiers_never_leave BEFORE DELETE ON verifiers
    BEGIN SELECT RAISE(ABORT, 'verifiers are append-only'); END;

  -- Full subtrees of the Merkle tree, so that its right edge and any proof read hundreds of hashes and not all of them. Derived from the leaves.
  CREATE TABLE subtrees (
    level    INTEGER NOT NULL CHECK (level IN (8, 16, 24)),
    position INTEGER NOT NULL,
    hash     BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (level, position)
  ) STRICT, WITHOUT ROWID;
`;

/** Position is the schema's version. Append only: a shipped entry is never edited. */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE receipts (
    seq         INTEGER PRIMARY KEY,
    bytes       BLOB NOT NULL,                                -- canonical JSON, exactly as hashed: the truth
    leaf        BLOB NOT NULL CHECK (length(leaf) = 32),
    -- Derived from the bytes, for the rules below. What people search by is in a database of its own.
    kind        TEXT NOT NULL CHECK (kind IN ('intent', 'settlement', 'observation', 'decision')),
    attempt     TEXT CHECK ((attempt IS NOT NULL) = (kind IN ('intent', 'settlement'))),
    approval    TEXT
  ) STRICT;

  CREATE UNIQUE INDEX one_intent_per_attempt     ON receipts (attempt)  WHERE kind = 'intent';
  CREATE UNIQUE INDEX one_settlement_per_attempt ON receipts (attempt)  WHERE kind = 'settlement';
  CREATE UNIQUE INDEX one_use_per_approval       ON receipts (approval) WHERE approval IS NOT NULL;

  CREATE TRIGGER receipts_never_change BEFORE UPDATE ON receipts
    BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;
  CREATE TRIGGER receipts_never_leave BEFORE DELETE ON receipts
    BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END;
  CREATE TRIGGER receipts_have_no_gaps BEFORE INSERT ON receipts
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM receipts)
    BEGIN SELECT RAISE(ABORT, 'a receipt must follow the newest one'); END;
  CREATE TRIGGER a_settlement_has_an_intent BEFORE INSERT ON receipts
    WHEN NEW.kind = 'settlement' AND NOT EXISTS (SELECT 1 FROM receipts WHERE attempt = NEW.attempt AND kind = 'intent')
    BEGIN SELECT RAISE(ABORT, 'a settlement needs its intent'); END;
  -- INSERT OR REPLACE would delete what stands in the way of a unique index, and no delete trigger would see it.
  CREATE TRIGGER an_attempt_is_asked_once BEFORE INSERT ON receipts
    WHEN NEW.kind = 'intent' AND EXISTS (SELECT 1 FROM receipts WHERE attempt = NEW.attempt AND kind = 'intent')
    BEGIN SELECT RAISE(ABORT, 'an attempt has one intent'); END;
  CREATE TRIGGER an_attempt_is_settled_once BEFORE INSERT ON receipts
    WHEN NEW.kind = 'settlement' AND EXISTS (SELECT 1 FROM receipts WHERE attempt = NEW.attempt AND kind = 'settlement')
    BEGIN SELECT RAISE(ABORT, 'an attempt has at most one settlement'); END;
  CREATE TRIGGER an_approval_is_used_once BEFORE INSERT ON receipts
    WHEN EXISTS (SELECT 1 FROM receipts WHERE approval = NEW.approval)
    BEGIN SELECT RAISE(ABORT, 'an approval is used once'); END;

  -- What receipts name by digest. May be forgotten without breaking a proof.
  CREATE TABLE documents (
    digest TEXT PRIMARY KEY CHECK (length(digest) = 71),
    text   TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  (db) => {
    db.exec(proofs);
    fillingSubtrees(db)();
  },
];

/** Brings a database to this build's version in one transaction, or refuses one that is ahead of it. */
export function migrate(db: Database): void {
  const version = refuseNewerBuild(db);
  if (version === migrations.length) return;
  db.transaction(() => {
    for (const migration of migrations.slice(version)) {
      if (typeof migration === 'string') db.exec(migration);
      else migration(db);
    }
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
}

/** It holds something that a migration would change. */
export function needsMigration(db: Database): boolean {
  const version = refuseNewerBuild(db);
  return version > 0 && version < migrations.length;
}

/** The database's version, if this build knows it. */
export function refuseNewerBuild(db: Database): number {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version <= migrations.length) return version;
  throw new LedgerFromNewerBuildError(`The ledger has version ${version}; this build knows ${migrations.length}. Open it with the newer build.`);
}
