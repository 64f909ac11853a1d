import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allReceipts } from '../../electron/host/ledger/receipt-pages.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aboutInstallation, anObservation, receiptsFrom, theInstallation } from '../support/builders.ts';
import { history } from '../support/histories.ts';
import { aJournal } from '../support/ledgers.ts';

const begin = [anObservation('epoch', { epoch: 1, installation: theInstallation }, aboutInstallation)];

describe('the fold of any history', () => {
  test('is the same in one go, one by one and in two parts', () => {
    fc.assert(
      fc.property(history, fc.nat(60), (entries, cut) => {
        const receipts = receiptsFrom([...begin, ...entries]);

        const whole = foldWorld(emptyWorld, receipts);

        expect(receipts.reduce((world, receipt) => foldWorld(world, [receipt]), emptyWorld)).toEqual(whole);
        expect(foldWorld(foldWorld(emptyWorld, receipts.slice(0, cut)), receipts.slice(cut))).toEqual(whole);
      }),
    );
  });

  test('is the same after the ledger was opened again', () => {
    fc.assert(
      fc.property(history, (entries) => {
        const first = aJournal();
        first.ledger.db.pragma('synchronous = OFF');
        for (const entry of entries) first.journal.append(entry);
        const { world } = first.journal;

        const second = first.reopen();

        const [epoch] = [...allReceipts(second.ledger.db)].slice(world.size);
        expect(second.journal.world).toEqual(foldWorld(world, epoch ? [epoch] : []));
        second.close();
      }),
      { numRuns: 15 },
    );
  });

  test('has each attempt open until it is settled, in the world and in its worker', () => {
    fc.assert(
      fc.property(history, (entries) => {
        const world = foldWorld(emptyWorld, receiptsFrom([...begin, ...entries]));
        const settled = new Set(entries.flatMap(({ body }) => (body.kind === 'settlement' ? [body.attempt] : [])));

        for (const { body } of entries) if (body.kind === 'intent') expect(world.open.has(body.attempt)).toBe(!settled.has(body.attempt));
        for (const { open } of world.bindings.values()) expect(open.every(({ id }) => world.open.has(id))).toBe(true);
      }),
    );
  });
});
