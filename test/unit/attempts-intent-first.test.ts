import { describe, expect, test, vi } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import { anAttemptRun, createVolume } from '../support/attempt-runs.ts';
import { aLedgerProcess } from '../support/ledger-process.ts';
import { aJournal, aLedger, aRawConnection } from '../support/ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { applied } from '../support/fake-mutations.ts';

// A process of its own takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const bodiesIn = (folder: string): { kind: string; params?: string }[] =>
  aRawConnection(folder, { readonly: true })
    .prepare('SELECT bytes FROM receipts WHERE attempt IS NOT NULL ORDER BY seq')
    .pluck()
    .all()
    .map((bytes) => (JSON.parse(String(bytes)) as { body: { kind: string } }).body);

describe('Law 1: intent first', () => {
  test('the intent is in the database, for any other connection, before the effect is called', async () => {
    const run = anAttemptRun();
    const seen: unknown[] = [];

    await run.ask({}, (mutations, token) => {
      seen.push(...bodiesIn(run.folder));
      return createVolume(mutations, token);
    });

    expect(seen).toMatchObject([{ kind: 'intent', operation: 'create_volume', epoch: 1 }]);
  });

  test('what is asked is kept before the effect is called, under the digest that the intent names', async () => {
    const run = anAttemptRun();
    const kept: unknown[] = [];

    await run.ask({ params: { name: 'bw-work' } }, (mutations, token) => {
      kept.push(...aRawConnection(run.folder, { readonly: true }).prepare('SELECT digest, text FROM documents').all());
      return createVolume(mutations, token);
    });

    const digest = digestOf({ name: 'bw-work' });
    expect(kept).toEqual([{ digest, text: '{"name":"bw-work"}' }]);
    expect(bodiesIn(run.folder)[0]?.params).toBe(digest);
  });

  test('an intent names its deadline, by the console’s clock', async () => {
    const run = anAttemptRun();
    const before = Date.now();

    await run.ask({ deadlineSeconds: 30 });

    const [intent] = bodiesIn(run.folder) as { deadline?: string }[];
    expect(Date.parse(intent?.deadline ?? '')).toBeGreaterThanOrEqual(before + 30_000);
    expect(Date.parse(intent?.deadline ?? '')).toBeLessThan(before + 60_000);
  });

  test('the intent of an effect that a kill cut off is there after the restart, open', async () => {
    const folder = aTemporaryFolder();

    const killed = await aLedgerProcess('ask', folder);
    await killed.kill();
    const { journal } = aJournal(folder);

    expect(killed.says).toBe('the effect is called');
    expect([...journal.world.open.values()]).toMatchObject([{ operation: 'create_volume', intent: { epoch: 1 } }]);
    expect(journal.epoch).toBe(2);
  });

  test('no effect is called where the intent cannot be written', async () => {
    const run = anAttemptRun();
    run.ledger.db.pragma('query_only = ON');

    const outcome = await run.ask();

    expect(outcome).toMatchObject({ kind: 'not_started', refusal: { code: 'ledger_not_writable' } });
    expect(run.mutations.calls).toEqual([]);
    expect(run.attempts.calling.size).toBe(0);
  });

  test('no effect is called after any append failed, though the ledger could be written again', async () => {
    const run = anAttemptRun();
    run.ledger.db.pragma('query_only = ON');
    await run.ask();
    run.ledger.db.pragma('query_only = OFF');

    const outcome = await run.ask();

    expect(outcome).toMatchObject({ kind: 'not_started', refusal: { code: 'ledger_not_writable' } });
    expect(run.mutations.calls).toEqual([]);
  });

  test('no effect is called for what cannot be written down', async () => {
    const run = anAttemptRun();

    await expect(run.ask({ params: { share: 0.5 } })).rejects.toThrow('$.share: 0.5 is not a safe integer');

    expect(run.mutations.calls).toEqual([]);
    expect(run.attempts.calling.size).toBe(0);
    expect(run.journal.world.open.size).toBe(0);
  });

  test('the effect is called once', async () => {
    const run = anAttemptRun();

    await run.ask();

    expect(run.mutations.calls).toEqual(['create_volume']);
  });
});

describe('an attempt whose call is under way', () => {
  test('is calling from before its intent is announced until its settlement was', async () => {
    const run = anAttemptRun();
    const calling: unknown[] = [];
    run.journal.onAppend(({ body }) => calling.push([body.kind, run.attempts.calling.size]));

    await run.ask();

    expect(calling).toEqual([['intent', 1], ['settlement', 1]]);
    expect(run.attempts.calling.size).toBe(0);
  });

  test('is announced when its call starts and when it ends', async () => {
    const sizes: number[] = [];
    const run = anAttemptRun({ onCalling: () => sizes.push(run.attempts.calling.size) });

    await run.ask();

    expect(sizes).toEqual([1, 0]);
  });

  test('is no longer calling when its call ended without an answer', async () => {
    const run = anAttemptRun({ answer: () => new Promise<Answer>(() => undefined) });

    await run.ask({ deadlineSeconds: 0.03 });

    expect(run.attempts.calling.size).toBe(0);
    expect(run.journal.world.open.size).toBe(1);
  });
});

describe('a ledger with a settled attempt, opened again', () => {
  test('knows it as settled', async () => {
    const run = anAttemptRun({ answer: () => applied });
    await run.ask();
    run.close();

    const { ledger } = aLedger(run.folder);

    expect(ledger.size).toBe(3);
    expect(aRawConnection(run.folder).prepare('SELECT kind FROM receipts ORDER BY seq').pluck().all()).toEqual(['observation', 'intent', 'settlement']);
  });
});
