import { randomBytes } from 'node:crypto';
import { canonicalText } from '../../shared/canonical.ts';
import { attemptIdSchema } from '../../shared/ids.ts';
import type { Json } from '../../shared/json.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { leafHash } from '../../electron/host/ledger/digest.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { insertReceipt, rowOf, type Ledger } from '../../electron/host/ledger/ledger.ts';
import { openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { fillingSubtrees } from '../../electron/host/ledger/subtrees.ts';
import { aboutBinding, aboutInstallation, aboutResource, aBindingId, anEffect, anObservation, aRequest, theInstallation } from '../../test/support/builders.ts';

const usualWorkers = 20;
const secondsApart = 7;

/**
 * Writes a ledger of so many receipts in the proportions of workers' ways. Straight into its table: a million appends with
 * all their checks would take longer than what is measured with them.
 */
export function writeLongLedger(folder: string, receipts: number, workers = usualWorkers): void {
  const { ledger, close } = openLedger(folder);
  ledger.db.transaction(() => {
    insertAll(ledger, receipts, workers);
    fillingSubtrees(ledger.db)();
  })();
  close();
}

function insertAll({ db }: Ledger, receipts: number, workers: number): void {
  const insert = db.prepare(insertReceipt);
  const start = Date.now() - receipts * secondsApart * 1000;
  let seq = 0;
  for (const entry of entriesOf(receipts, workers)) {
    seq += 1;
    const receipt = { v: 1, seq, id: randomBytes(16).toString('hex'), at: new Date(start + seq * secondsApart * 1000).toISOString(), ...entry } as Receipt;
    const bytes = Buffer.from(canonicalText(receipt as unknown as Json), 'utf8');
    insert.run(rowOf({ receipt, bytes, leaf: leafHash(bytes) }));
  }
}

function* entriesOf(receipts: number, workers: number): Generator<Entry> {
  yield anObservation('epoch', { epoch: 1, installation: theInstallation }, aboutInstallation);
  for (let number = 0; number < workers; number += 1) yield aRequest(aBindingId(number));
  let left = receipts - workers - 1;
  for (let number = 0; left > 0; number += 1) {
    const story = storyOf(number, workers).slice(0, left);
    yield* story;
    left -= story.length;
  }
}

/** An effect, and what was seen of it. */
function storyOf(number: number, workers: number): readonly Entry[] {
  const binding = aBindingId(number % workers);
  const about = aboutResource('work', binding);
  return [
    ...anEffect('create_volume', about, attemptIdSchema.parse(randomBytes(16).toString('hex')), number % 40 === 0 ? 'refused' : 'applied'),
    anObservation('present', { id: 'bw-work', created: '2026-01-01T00:00:00Z', driver: 'local' }, about),
    anObservation('readiness', { rung: 'process_started', state: 'seen', says: `the engine shows start ${number}` }, aboutBinding(binding)),
  ];
}
