import { randomBytes } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Entry } from '../electron/host/ledger/journal.ts';
import { openLedger, setPragmas } from '../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../electron/host/ledger/sqlite-journal.ts';
import { attemptIdSchema } from '../shared/ids.ts';
import { aboutResource, aBindingId, anEffect, aRequest } from '../test/support/builders.ts';
import { atLeast, type Bench } from './table.ts';
import { roundsOf, type Pair } from './support/pairs.ts';

const workers = 100;
const effectsInARound = 200;
/** So many commits fill a write-ahead log to the length at which it is used again from its start. */
const commitsInALog = 1000;

const bench: Bench = async ({ folder }) => {
  const { ledger, close } = openLedger(folder);
  const journal = new SqliteJournal(ledger);
  for (let worker = 0; worker < workers; worker += 1) journal.append(aRequest(aBindingId(worker)));
  const stored = ledger.db.prepare('SELECT bytes FROM receipts WHERE seq = ?').pluck();
  const bare = openBare(path.join(folder, 'bare.sqlite'));
  // Both as in use for a while: compiled, and with a log that does not grow any more.
  inHaste([ledger.db, bare.db], () => {
    for (let commit = 0; commit < commitsInALog; commit += 1) {
      for (const entry of anEffectOf(commit % workers)) journal.append(entry);
      bare.insert(stored.get(ledger.size) as Buffer);
    }
  });

  // Commit by commit in turn: on a shared disk one takes ten times as long as the next.
  const samples = await roundsOf(() => {
    const spent = { ours: 0, reference: 0 };
    const entries = Array.from({ length: effectsInARound }, (_, index) => anEffectOf(index % workers)).flat();
    for (const entry of entries) {
      spent.ours += millisecondsOf(() => journal.append(entry));
      const bytes = stored.get(ledger.size) as Buffer;
      spent.reference += millisecondsOf(() => bare.insert(bytes));
    }
    return perSecond(entries.length, spent);
  });
  bare.db.close();
  close();
  return [atLeast({ name: 'durable append, with tree and fold / a bare commit of the same bytes', unit: 'receipts/s', ...samples, minRatio: 0.9 })];
};

export default bench;

const anEffectOf = (worker: number): readonly Entry[] =>
  anEffect('deliver', aboutResource('work', aBindingId(worker)), attemptIdSchema.parse(randomBytes(16).toString('hex')));

function openBare(file: string): { readonly db: Database.Database; readonly insert: (bytes: Buffer) => unknown } {
  const db = new Database(file);
  setPragmas(db);
  db.exec('CREATE TABLE receipts (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO receipts (bytes) VALUES (?)');
  return { db, insert: (bytes) => insert.run(bytes) };
}

function inHaste(databases: readonly Database.Database[], work: () => void): void {
  for (const db of databases) db.pragma('synchronous = OFF');
  work();
  for (const db of databases) db.pragma('synchronous = FULL');
}

function millisecondsOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

const perSecond = (count: number, { ours, reference }: Pair): Pair => ({ ours: (count / ours) * 1000, reference: (count / reference) * 1000 });
