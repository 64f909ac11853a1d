import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { sha256 } from '../electron/host/ledger/digest.ts';
import type { Entry } from '../electron/host/ledger/journal.ts';
import type { Ledger } from '../electron/host/ledger/ledger.ts';
import { ledgerFile, openLedger } from '../electron/host/ledger/open-ledger.ts';
import { spawnThreads } from '../electron/host/ledger/threads/spawn-threads.ts';
import { verifyInThread } from '../electron/host/ledger/verify/verify-in-thread.ts';
import { attemptIdSchema } from '../shared/ids.ts';
import { aboutBinding, aboutResource, aBindingId, anEffect, anObservation } from '../test/support/builders.ts';
import { against, type Bench } from './table.ts';
import { millisecondsOf, pairsOf } from './support/pairs.ts';

const receipts = 1_000_000;

/** As the built console verifies: on a thread of its own, with helpers, and all of it counted from its start. */
const builtThreads = spawnThreads({ folder: path.resolve(import.meta.dirname, '../out/main'), ending: '.js' });

const bench: Bench = async ({ folder }) => {
  const { ledger, close } = openLedger(folder);
  fill(ledger);
  const samples = await pairsOf(
    () => millisecondsOf(() => verify(ledgerFile(folder))),
    () => millisecondsOf(() => readAndHash(ledger.db)),
  );
  close();
  return [against({ name: `verify ${receipts.toLocaleString('en')} receipts / read and hash the same bytes`, unit: 'ms', ...samples, maxRatio: 1.5 })];
};

export default bench;

function fill(ledger: Ledger): void {
  ledger.db.transaction(() => {
    while (ledger.size < receipts) ledger.appendAll(storyOf(ledger.size));
  })();
}

/** Four receipts in the proportions of a worker's way. */
function storyOf(number: number): readonly Entry[] {
  const binding = aBindingId(number % 1000);
  const about = aboutResource('work', binding);
  return [
    ...anEffect('create_volume', about, attemptIdSchema.parse(randomBytes(16).toString('hex'))),
    anObservation('present', { id: 'bw-work', created: '2026-01-01T00:00:00Z', driver: 'local' }, about),
    anObservation('readiness', { rung: 'process_started', state: 'seen', says: 'the engine shows a start at 2026-01-01T00:00:00Z' }, aboutBinding(binding)),
  ];
}

async function verify(file: string): Promise<void> {
  const { report } = await verifyInThread(builtThreads, { file, trust: { keys: [], kept: [] } });
  if (report.verdict !== 'consistent' || report.receipts !== receipts) throw new TypeError('the ledger does not verify');
}

function readAndHash(db: Database): void {
  for (const bytes of db.prepare('SELECT bytes FROM receipts ORDER BY seq').pluck().iterate()) sha256(bytes as Buffer);
}
