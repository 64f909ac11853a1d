import { readFileSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepWorld, keptWorldFile, readKeptWorld, worldText } from '../../electron/host/ledger/kept-world.ts';
import { openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { allReceipts } from '../../electron/host/ledger/receipt-pages.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import { KeptWorldDiffersError, WorldDesk } from '../../electron/host/world-desk.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Binding } from '../../shared/binding.ts';
import { GrowingMap } from '../../shared/growing-map.ts';
import type { BindingId } from '../../shared/ids.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aRequest } from '../support/builders.ts';
import { history } from '../support/histories.ts';
import { aJournal, type OpenedJournal } from '../support/ledgers.ts';
import { recompute, rewrite, withoutGuards } from '../support/tampering.ts';
import { sourceThreads } from '../support/threads.ts';

vi.setConfig({ testTimeout: 60_000 });

let opened: OpenedJournal;

beforeEach(() => {
  opened = aJournal();
  for (let worker = 0; worker < 3; worker += 1) opened.journal.append(aRequest(aBindingId(worker)));
});

const fileOf = ({ folder }: OpenedJournal) => keptWorldFile(folder);
const keep = (one = opened) => keepWorld(fileOf(one), one.journal.world, one.ledger);
const read = (one = opened) => readKeptWorld(fileOf(one), one.ledger);
const change = (edit: (kept: Record<string, unknown>) => object) => writeFileSync(fileOf(opened), JSON.stringify(edit(JSON.parse(readFileSync(fileOf(opened), 'utf8')) as Record<string, unknown>)));

describe('a world that was kept', () => {
  test('is the fold of the receipts, after any history, and the start of what comes after', () => {
    fc.assert(
      fc.property(history, fc.nat(60), (entries, cut) => {
        const one = aJournal();
        one.ledger.db.pragma('synchronous = OFF');
        for (const entry of entries.slice(0, cut)) one.journal.append(entry);
        keep(one);
        expect(read(one)).toEqual(foldWorld(emptyWorld, allReceipts(one.ledger.db)));
        for (const entry of entries.slice(cut)) one.ledger.append(entry);

        const started = new SqliteJournal(one.ledger, read(one));

        expect(worldText(started.world)).toBe(worldText(foldWorld(emptyWorld, allReceipts(one.ledger.db))));
        one.close();
      }),
      { numRuns: 15 },
    );
  });

  test('is for this account alone', () => {
    keep();

    expect(statSync(fileOf(opened)).mode & 0o777).toBe(0o600);
  });

  test.each<[string, () => void]>([
    ['was never kept', () => undefined],
    ['was cut off', () => writeFileSync(fileOf(opened), readFileSync(fileOf(opened)).subarray(0, 200))],
    ['was changed', () => change((kept) => ({ ...kept, world: String(kept['world']).replace('reviewer', 'attacker') }))],
    ['was folded by another build', () => change((kept) => ({ ...kept, build: 'another' }))],
    ['covers more than there is', () => change((kept) => ({ ...kept, size: 99 }))],
    ['is of receipts that are not there any more', () => {
      const raw = withoutGuards(opened.folder);
      rewrite(raw, 2, (text) => text.replace('"at":"2', '"at":"1'));
      recompute(raw);
    }],
  ])('is not used where it %s', (name, damage) => {
    if (name !== 'was never kept') keep();
    damage();

    expect(read()).toBe(emptyWorld);
  });
});

describe('a console that starts from a kept world', () => {
  /** The text and its digest were changed together, as somebody with the rights to the file can. */
  function forge(): void {
    const forged = { ...opened.journal.world, bindings: GrowingMap.of<BindingId, Binding>() };
    keepWorld(fileOf(opened), forged, opened.ledger);
  }

  function restarted() {
    opened.close();
    const { ledger, close } = openLedger(opened.folder);
    const faults: unknown[] = [];
    return { desk: new WorldDesk({ dataFolder: opened.folder, ledger, spawn: sourceThreads, onFault: (fault) => faults.push(fault) }), ledger, close, faults };
  }

  test('finds it as the receipts say, and keeps it again at its end', async () => {
    keep();
    const { desk, ledger, close } = restarted();

    await desk.check();
    desk.close();

    expect(readKeptWorld(keptWorldFile(opened.folder), ledger).size).toBe(ledger.size);
    close();
  });

  test('notices that it was changed: then what the receipts say counts', async () => {
    forge();
    const { desk, ledger, close } = restarted();
    expect(desk.journal.world.bindings.size).toBe(0);

    await expect(desk.check()).rejects.toThrow(KeptWorldDiffersError);

    expect(worldText(desk.journal.world)).toBe(worldText(foldWorld(emptyWorld, allReceipts(ledger.db))));
    desk.close();
    close();
  });
});
