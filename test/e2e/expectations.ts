import { expect } from '@playwright/test';
import type { Operator } from './operator.ts';

/** Each of these was asked of the engine or the file system, newest first, and nothing else was. */
export async function expectIntents({ pages: { worker } }: Operator, effects: readonly string[]): Promise<void> {
  await worker.open('Receipts');
  await worker.receipts.show('Intents');
  await expect(worker.receipts.rows).toContainText(['What', ...effects.map((effect) => `${effect}: asked`)]);
}

/** `already` are the places of those that were so already. */
export async function expectAllSettled({ pages: { worker } }: Operator, effects: readonly string[], already: readonly number[] = []): Promise<void> {
  await worker.receipts.show('Settlements');
  await expect(worker.receipts.rows).toContainText(['What', ...effects.map((_effect, index) => (already.includes(index) ? 'Settled: it was so already' : 'Settled: applied'))]);
}

export async function expectConsistentLedger({ pages: { frame, ledger } }: Operator): Promise<void> {
  await frame.go('Ledger');
  await ledger.verify();
  // Nothing is sealed before its first minute is over, or something was taken back or left.
  await expect(ledger.verdict).toContainText(/The ledger is (whole, and sealed with this console’s own key|consistent, and not sealed yet)\./);
  await expect(frame.unconfirmed).toHaveCount(0);
}
