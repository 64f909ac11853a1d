import { describe, expect, test } from 'vitest';
import { countOf, indexOfSeq, lineAt, mostRows, totalOf } from '../../renderer/stores/receipt-lines.ts';
import { createReceiptStore } from '../../renderer/stores/receipt-store.ts';
import { createReceiptsStore } from '../../renderer/stores/receipts-store.ts';
import { createFakeBridge, type FakeBridge } from '../support/fake-bridge.ts';

const settle = (milliseconds = 20): Promise<void> => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const asked = (bridge: FakeBridge): number => bridge.calls.filter(({ method }) => method === 'listReceipts').length;

async function opened(scene: 'ordinary' | 'far-too-much', filter: Parameters<typeof createReceiptsStore>[1] = {}) {
  const bridge = createFakeBridge(scene);
  const store = createReceiptsStore(bridge, filter);
  store.getState().watch();
  await settle(40);
  const seqAt = (index: number): number | undefined => lineAt(store.getState().lines, index)?.receipt.seq;
  return { bridge, store, seqAt };
}

describe('a ledger of 100,000 receipts', () => {
  test('shows the newest first, and any part of it after one more page', async () => {
    const { bridge, store, seqAt } = await opened('far-too-much');
    expect(countOf(store.getState().lines)).toBe(100_000);
    expect(seqAt(0)).toBe(100_000);
    const before = asked(bridge);

    store.getState().need(50_000, 50_040);
    await settle();

    expect(seqAt(50_000)).toBe(50_000);
    expect(seqAt(50_040)).toBe(49_960);
    expect(asked(bridge) - before).toBe(1);
  });

  test('shows its very first receipt', async () => {
    const { store, seqAt } = await opened('far-too-much');

    store.getState().need(99_960, 99_999);
    await settle();

    expect(seqAt(99_999)).toBe(1);
    expect(indexOfSeq(store.getState().lines, 1)).toBe(99_999);
  });

  test('keeps only so many pages', async () => {
    const { store } = await opened('far-too-much');

    for (let index = 0; index < 90_000; index += 900) store.getState().need(index, index + 30);
    await settle(200);

    const { lines } = store.getState();
    expect(lines.kind === 'all' ? lines.paged.pages.size : 0).toBeLessThanOrEqual(50);
  });

  test('puts what is written meanwhile on top, in its order', async () => {
    const { bridge, store, seqAt } = await opened('far-too-much');

    bridge.scene.ledger.size += 450;
    bridge.announce('ledgerGrew', { size: bridge.scene.ledger.size });
    await settle(200);
    store.getState().need(0, 60);
    await settle(60);

    expect(totalOf(store.getState().lines)).toBe(100_450);
    expect([0, 1, 2, 50].map(seqAt)).toEqual([100_450, 100_449, 100_448, 100_400]);
  });
});

describe('receipts of one kind', () => {
  test('are read on from where the last page ended', async () => {
    const { store } = await opened('far-too-much', { body: 'intent' });
    const { lines } = store.getState();
    expect(lines.kind === 'filtered' && lines.lines).toHaveLength(50);

    store.getState().need(40, countOf(lines) - 1);
    await settle(60);

    const after = store.getState().lines;
    const seqs = after.kind === 'filtered' ? after.lines.map(({ receipt }) => receipt.seq) : [];
    expect(seqs).toHaveLength(100);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => b - a));
  });

  test('end where there are no more', async () => {
    const { store } = await opened('ordinary', { body: 'intent' });
    const { lines } = store.getState();

    expect(countOf(lines)).toBe(lines.kind === 'filtered' ? lines.lines.length : -1);
  });

  test('forget an answer about another kind that comes too late', async () => {
    const { store } = await opened('far-too-much');

    store.getState().setFilter({ body: 'intent' });
    store.getState().setFilter({ body: 'decision' });
    await settle(200);

    const { lines } = store.getState();
    expect(lines.kind === 'filtered' && lines.lines.every(({ receipt }) => receipt.body.kind === 'decision')).toBe(true);
  });
});

describe('a list longer than a browser can lay out', () => {
  test('shows its newest rows', () => {
    expect(countOf({ kind: 'all', paged: { total: 3_000_000, pages: new Map() } })).toBe(mostRows);
  });
});

describe('an opened receipt', () => {
  test('brings its bytes, its leaf and the story of its attempt', async () => {
    const bridge = createFakeBridge('ordinary');
    const intent = (await bridge.listReceipts({ filter: { body: 'intent' }, limit: 1 })).lines[0];
    if (!intent) throw new TypeError('this scene has no intent');
    const store = createReceiptStore(bridge, intent.receipt.seq);
    store.getState().watch();
    await settle();

    const { opened: loaded } = store.getState();
    expect(loaded.phase === 'ready' && JSON.parse(loaded.value.canonical)).toEqual(intent.receipt);
    expect(loaded.phase === 'ready' && loaded.value.attempt?.intent.seq).toBe(intent.receipt.seq);
  });
});

/** A bridge whose answers to listReceipts come when the test says so. */
function withHeldAnswers(scene: 'ordinary' | 'far-too-much' = 'far-too-much') {
  const bridge = createFakeBridge(scene);
  const held: { readonly text: string; readonly answer: () => Promise<void> }[] = [];
  const listReceipts: FakeBridge['listReceipts'] = (input) =>
    new Promise((resolve) => {
      held.push({ text: input.filter.text ?? '', answer: async () => resolve(await bridge.listReceipts(input)) });
    });
  const answer = async (text: string): Promise<void> => {
    for (const each of held.filter((one) => one.text === text)) await each.answer();
    await settle();
  };
  return { store: createReceiptsStore({ ...bridge, listReceipts }, { body: 'settlement' }), answer };
}

describe('what is typed', () => {
  test('shows the answer to the last keystroke, in whatever order answers come', async () => {
    const { store, answer } = withHeldAnswers();
    const { setFilter } = store.getState();
    for (const text of ['r', 're', 'refused']) setFilter({ text });

    await answer('refused');
    const { lines } = store.getState();
    await answer('re');
    await answer('r');

    expect(store.getState().shown).toEqual({ text: 'refused' });
    expect(store.getState().lines).toBe(lines);
    expect(lines.kind === 'filtered' && lines.lines.length > 0 && lines.lines.every(({ says }) => says === 'Settled: refused')).toBe(true);
  });

  test('leaves the lines as they are until its own answer is there', async () => {
    const { store, answer } = withHeldAnswers('ordinary');
    const { setFilter } = store.getState();
    setFilter({ text: 'applied' });
    await answer('applied');
    const { lines } = store.getState();

    setFilter({ text: 'appliedx' });

    expect(store.getState().lines).toBe(lines);
    expect(store.getState()).toMatchObject({ filter: { text: 'appliedx' }, shown: { text: 'applied' } });
    await answer('appliedx');
    expect(totalOf(store.getState().lines)).toBe(0);
  });

  test('does not mix an older page of an earlier filter into the list', async () => {
    const { store, answer } = withHeldAnswers();
    store.getState().setFilter({ text: 'settled' });
    await answer('settled');
    store.getState().need(40, 50);

    store.getState().setFilter({ text: 'refused' });
    await answer('refused');
    await answer('settled');

    const { lines } = store.getState();
    expect(lines.kind === 'filtered' && lines.lines.every(({ says }) => says === 'Settled: refused')).toBe(true);
  });
});

describe('an index that is being filled', () => {
  test('is asked again when it has more, and the list keeps what it has', async () => {
    const { bridge, store } = await opened('ordinary', { body: 'intent' });
    const before = asked(bridge);

    bridge.announce('indexChanged', { state: 'filling', done: 10, total: 20 });
    await settle(100);

    expect(store.getState().index).toEqual({ state: 'whole' });
    expect(asked(bridge) - before).toBe(1);
  });

  test('concerns nobody who reads all receipts', async () => {
    const { bridge, store } = await opened('ordinary');
    const before = asked(bridge);

    bridge.announce('indexChanged', { state: 'filling', done: 10, total: 20 });
    await settle(100);

    expect(store.getState().index).toEqual({ state: 'filling', done: 10, total: 20 });
    expect(asked(bridge)).toBe(before);
  });
});
