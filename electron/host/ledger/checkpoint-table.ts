import type { Database } from 'better-sqlite3';
import type { Instant } from '../../../shared/ids.ts';

export interface StoredCheckpoint {
  readonly size: number;
  /** The signed checkpoint, verbatim. */
  readonly note: string;
}

/** When it was signed by this machine's clock: for people, and not part of what is signed. */
export interface DatedCheckpoint extends StoredCheckpoint {
  readonly at: Instant;
}

/** Writes a checkpoint and the public key of its signature, both or none. */
export function keepCheckpoint(db: Database, { size, note, at }: DatedCheckpoint, verifier: string): void {
  db.transaction(() => {
    db.prepare('INSERT INTO verifiers (text) VALUES (?) ON CONFLICT DO NOTHING').run(verifier);
    db.prepare('INSERT INTO checkpoints (size, note, at) VALUES (?, ?, ?)').run(size, note, at);
  }).immediate();
}

export const lastCheckpoint = (db: Database): DatedCheckpoint | undefined =>
  db.prepare('SELECT size, note, at FROM checkpoints ORDER BY size DESC LIMIT 1').get() as DatedCheckpoint | undefined;

export const countCheckpoints = (db: Database): number => Number(db.prepare('SELECT count(*) FROM checkpoints').pluck().get());

export const allCheckpoints = (db: Database): readonly StoredCheckpoint[] => db.prepare('SELECT size, note FROM checkpoints ORDER BY size').all() as StoredCheckpoint[];

/** The newest one that covers no more than so many receipts. */
export const checkpointUpTo = (db: Database, size: number): StoredCheckpoint | undefined =>
  db.prepare('SELECT size, note FROM checkpoints WHERE size <= ? ORDER BY size DESC LIMIT 1').get(size) as StoredCheckpoint | undefined;

export const keptVerifiers = (db: Database): readonly string[] => db.prepare('SELECT text FROM verifiers ORDER BY text').pluck().all() as string[];
