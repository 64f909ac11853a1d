import { randomBytes } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Entry } from '../electron/host/ledger/journal.ts';
import { openLedger, setPragmas } from '../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../electron/host/ledger/sqlite-journal.ts';
import { attemptIdSchema } from '../shared/ids.ts';
import { aboutResource, aBindingId, anEffect, aRequest } from '../test/support/builders.ts';
import { atLeast, type Bench, type BenchRow } from './table.ts';
import { roundsOf, type Pair } from './support/pairs.ts';

const workers = 100;
/** What a million receipts are about. */
const manyWorkers = 25_000;
const effectsInARound = 200;
/** So many commits fill a write-ahead log to the length at which it is used again from its start. */
const commitsInALog = 1000;

const bench: Bench = async ({ folder }) => [await againstBare(folder), await withManyWorkers(folder)];

async function againstBare(folder: string): Promise<BenchRow> {
  const ours = openWith(path.join(folder, 'few'), workers);
  const stored = ours.ledger.db.prepare('SELECT bytes FROM receipts WHERE seq = ?').pluck();
  const bare = openBare(path.join(folder, 'bare.sqlite'));
  /** The bytes are read before their insertion is measured. */
  const insertionOfLast = () => {
    const bytes = stored.get(ours.ledger.size) as Buffer;
    return () => bare.insert(bytes);
  };
  // Both as in use for a while: compiled, and with a log that does not grow any more.
  inHaste([ours.ledger.db, bare.db], () => {
    for (let commit = 0; commit < commitsInALog; commit += 1) {
      for (const entry of anEffectOf(commit % workers)) {
        ours.write(entry);
        insertionOfLast()();
      }
    }
  });

  const samples = await roundsOf(() => inTurn(ours.write, insertionOfLast));
  bare.db.close();
  ours.close();
  return atLeast({ name: 'durable append, with its tree / a bare commit of the same bytes', unit: 'receipts/s', ...samples, minRatio: 0.9 });
}

async function withManyWorkers(folder: string): Promise<BenchRow> {
  const few = openWith(path.join(folder, 'again-few'), workers);
  const many = openWith(path.join(folder, 'many'), manyWorkers);
  const samples = await roundsOf(() => inTurn(many.append, (entry) => () => few.append(entry)));
  few.close();
  many.close();
  return atLeast({ name: `durable append with tree and fold, with ${manyWorkers} workers / with ${workers}`, unit: 'receipts/s', ...samples, minRatio: 0.9 });
}

/** Commit by commit in turn: on a shared disk one takes ten times as long as the next. */
function inTurn(ours: (entry: Entry) => unknown, referenceTo: (entry: Entry) => () => unknown): Pair {
  const spent = { ours: 0, reference: 0 };
  const entries = Array.from({ length: effectsInARound }, (_, index) => anEffectOf(index % workers)).flat();
  for (const entry of entries) {
    spent.ours += millisecondsOf(() => ours(entry));
    spent.reference += millisecondsOf(referenceTo(entry));
  }
  return perSecond(entries.length, spent);
}

/** A ledger with so many workers asked for. */
function openWith(folder: string, count: number) {
  const { ledger, close } = openLedger(folder);
  const journal = new SqliteJournal(ledger);
  inHaste([ledger.db], () => journal.appendAll(Array.from({ length: count }, (_, worker) => aRequest(aBindingId(worker)))));
  return { ledger, close, write: (entry: Entry) => ledger.append(entry), append: (entry: Entry) => journal.append(entry) };
}

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
