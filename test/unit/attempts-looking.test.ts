import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import type { AttemptOutcome, AttemptRequest } from '../../electron/host/attempts/attempts.ts';
import type { GoalReading } from '../../electron/host/attempts/goal.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { describeBlocker, type Blocker } from '../../shared/inbox.ts';
import type { BlockerReading } from '../../shared/inbox-items.ts';
import { consoleItself } from '../../shared/receipt.ts';
import { anAttemptRun, attemptOf, type AttemptRun, type Effect } from '../support/attempt-runs.ts';
import { aBindingId, aboutArtifact, aboutBinding, aboutResource, anAttemptId, aReading } from '../support/builders.ts';
import { applied } from '../support/fake-mutations.ts';
import { inTheWay, memoryGoals, notShown, shown, unreadable } from '../support/memory-goals.ts';

const lost = (): Answer => ({ kind: 'unclear', says: 'cut' });

/** One unconfirmed attempt; `later` is what each look after its own shows. */
async function anUnconfirmed(later: () => GoalReading | Promise<GoalReading>): Promise<{ readonly run: AttemptRun; readonly attempt: AttemptId }> {
  let looks = 0;
  const run = anAttemptRun({ answer: lost, goals: memoryGoals(() => (looks++ === 0 ? notShown() : later())) });
  return { run, attempt: attemptOf(await run.ask()) };
}

describe('Law 3: looking again at an unconfirmed attempt', () => {
  test.each([
    ['is settled by what shows its goal', shown('applied'), 'applied'],
    ['is no_op where what is there is final, and the same', shown('no_op'), 'no_op'],
    ['is refused where what is there is final, and another', shown('refused'), 'refused'],
  ] as const)('it %s', async (_name, reading, disposition) => {
    const { run, attempt } = await anUnconfirmed(() => reading);

    expect(await run.attempts.lookAgain(attempt)).toMatchObject({ kind: 'settled', disposition });

    expect(run.settlementOf(attempt)).toMatchObject({ disposition, evidence: reading.evidence });
  });

  test.each<[string, () => GoalReading | Promise<GoalReading>]>([
    ['its goal is not shown: absence is no evidence', () => notShown()],
    ['another’s stands in the way: its own request may still arrive', () => inTheWay('no_op')],
    ['nothing can be read', () => unreadable()],
    ['reading fails', () => Promise.reject(new TypeError('no'))],
  ])('it stays open however often while %s', async (_name, later) => {
    const { run, attempt } = await anUnconfirmed(later);

    for (let look = 0; look < 3; look += 1) expect(await run.attempts.lookAgain(attempt)).toMatchObject({ kind: 'unconfirmed', attempt });

    expect(run.settlementOf(attempt)).toBeUndefined();
  });

  test.each<[string, Partial<AttemptRequest>, Effect | undefined, Blocker]>([
    ['an engine', {}, undefined, 'engine_unreachable'],
    ['a file', { operation: 'publish_file', about: aboutArtifact() }, (mutations, token) => mutations.files.publish(token, { staged: '/a', destination: '/b' }), 'file_unreadable'],
    ['staged copies', { operation: 'remove_staging', about: aboutBinding() }, (mutations, token) => mutations.staging.remove(token, aBindingId()), 'file_unreadable'],
  ])('what cannot be read of %s is never laid to something else', async (_what, request, effect, blocker) => {
    const left: BlockerReading[] = [];
    const run = anAttemptRun({ answer: lost, goals: memoryGoals(() => Promise.reject(Object.assign(new Error('EIO: i/o error, lstat'), { code: 'EIO' }))), onLeftOpen: (_attempt, why) => left.push(why) });

    await run.ask(request, effect);

    expect(left).toMatchObject([{ blocker, says: expect.stringContaining('EIO') }]);
    expect(describeBlocker(blocker).whoActs.includes('engine')).toBe(blocker === 'engine_unreachable');
  });

  test('nothing is asked of the other side but a reading', async () => {
    const { run, attempt } = await anUnconfirmed(() => notShown());

    await run.attempts.lookAgain(attempt);

    expect(run.mutations.calls).toEqual(['create_volume']);
  });

  test('nothing is written while nothing is settled', async () => {
    const { run, attempt } = await anUnconfirmed(() => notShown());
    const size = run.journal.world.size;

    await run.attempts.lookAgain(attempt);

    expect(run.journal.world.size).toBe(size);
  });

  test.each(['its own call’s look', 'a later look'])('what changes while %s is under way is not missed: it is read once more', async (whose) => {
    const held: ((goal: GoalReading) => void)[] = [];
    const run = anAttemptRun({ answer: lost, goals: memoryGoals(() => new Promise((resolve) => { held.push(resolve); })) });
    const goal = async (number: number, reading: GoalReading): Promise<void> => {
      await expect.poll(() => held.length).toBe(number);
      held[number - 1]?.(reading);
    };
    const asked = run.ask();
    let outcome: Promise<AttemptOutcome> = asked;
    if (whose === 'a later look') {
      await goal(1, notShown());
      outcome = run.attempts.lookAgain(attemptOf(await asked));
    }
    await expect.poll(() => held.length).toBe(whose === 'a later look' ? 2 : 1);

    const reconciled = run.attempts.reconcile();
    await goal(held.length, notShown());
    await goal(held.length + 1, shown());

    expect(await outcome).toMatchObject({ kind: 'settled', disposition: 'applied' });
    await reconciled;
  });

  test('two looks at once are one look', async () => {
    const { run, attempt } = await anUnconfirmed(() => sleep(20, shown()));

    const outcomes = await Promise.all([run.attempts.lookAgain(attempt), run.attempts.lookAgain(attempt)]);

    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(run.goals.looks).toHaveLength(2);
  });

  test('a look after it was settled changes nothing', async () => {
    const { run, attempt } = await anUnconfirmed(() => shown());
    await run.attempts.lookAgain(attempt);
    const size = run.journal.world.size;

    expect(await run.attempts.lookAgain(attempt)).toMatchObject({ kind: 'not_started', refusal: { code: 'not_found' } });
    expect(run.journal.world.size).toBe(size);
  });

  test('one that was closed while its goal state was read stays closed, whatever was read', async () => {
    let answer: (goal: GoalReading) => void = () => undefined;
    const { run, attempt } = await anUnconfirmed(() => new Promise((resolve) => { answer = resolve; }));
    const looking = run.attempts.lookAgain(attempt);

    run.journal.renewEpoch();
    run.journal.append({ actor: consoleItself, about: aboutResource('work'), body: { kind: 'settlement', attempt, authorEpoch: run.journal.epoch, disposition: 'not_applied', evidence: [aReading()] } });
    answer(shown());

    expect(await looking).toMatchObject({ kind: 'not_started', refusal: { code: 'not_found' } });
    expect(run.settlementOf(attempt)).toMatchObject({ disposition: 'not_applied' });
  });

  test('an attempt that was never made is not found', async () => {
    const run = anAttemptRun();

    expect(await run.attempts.lookAgain(anAttemptId(99))).toMatchObject({ kind: 'not_started', refusal: { code: 'not_found' } });
  });

  test('a settlement that cannot be written leaves it open, for a later look', async () => {
    const { run, attempt } = await anUnconfirmed(() => shown());
    run.ledger.db.pragma('query_only = ON');

    expect(await run.attempts.lookAgain(attempt)).toMatchObject({ kind: 'unconfirmed' });

    const later = anAttemptRun({ opened: run.reopen(), goals: memoryGoals(() => shown()) });
    expect(await later.attempts.lookAgain(attempt)).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });

  test('what was asked is not told where its document was forgotten', async () => {
    const { run, attempt } = await anUnconfirmed(() => notShown());
    run.ledger.db.exec('DELETE FROM documents');

    await run.attempts.lookAgain(attempt);

    expect(run.goals.looks.at(-1)?.params).toBeUndefined();
  });
});

describe('looking at an attempt whose call is under way', () => {
  test('leaves it to its own call: nothing is read, and the call settles it', async () => {
    const run = anAttemptRun({ answer: () => sleep(60, applied), goals: memoryGoals(() => shown('no_op')) });
    const asking = run.ask();
    const [attempt] = run.attempts.calling;

    const looked = await run.attempts.lookAgain(attempt ?? anAttemptId());

    expect(looked).toMatchObject({ kind: 'unconfirmed', says: 'its call is still under way' });
    expect(run.goals.looks).toEqual([]);
    expect(await asking).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });
});

describe('reconciling at the start', () => {
  test('looks once at every open attempt of the process before', async () => {
    const before = anAttemptRun({ answer: lost });
    const attempts = [attemptOf(await before.ask()), attemptOf(await before.ask({ about: aboutResource('state') }))];
    const run = anAttemptRun({ opened: before.reopen(), goals: memoryGoals(() => shown()) });

    await run.attempts.reconcile();

    expect(run.goals.looks.map(({ attempt }) => attempt.id)).toEqual(attempts);
    expect(run.journal.world.open.size).toBe(0);
  });

  test('settles under the attempt’s own epoch: the evidence is of its effect', async () => {
    const before = anAttemptRun({ answer: lost });
    const attempt = attemptOf(await before.ask());
    const run = anAttemptRun({ opened: before.reopen(), goals: memoryGoals(() => shown()) });

    await run.attempts.reconcile();

    expect(run.journal.epoch).toBe(2);
    expect(run.settlementOf(attempt)).toMatchObject({ authorEpoch: 1, disposition: 'applied' });
  });

  test('leaves open what nothing shows, and looks at the rest', async () => {
    const before = anAttemptRun({ answer: lost });
    const first = attemptOf(await before.ask());
    const second = attemptOf(await before.ask({ about: aboutResource('state') }));
    const goals = memoryGoals(({ attempt }) => (attempt.id === first ? Promise.reject(new TypeError('no engine')) : shown()));
    const run = anAttemptRun({ opened: before.reopen(), goals });

    await run.attempts.reconcile();

    expect([...run.journal.world.open.keys()]).toEqual([first]);
    expect(run.settlementOf(second)?.disposition).toBe('applied');
  });

  test('looks only at those that are chosen', async () => {
    const before = anAttemptRun({ answer: lost });
    await before.ask();
    const state = attemptOf(await before.ask({ about: aboutResource('state') }));
    const run = anAttemptRun({ opened: before.reopen() });

    await run.attempts.reconcile(({ id }) => id === state);

    expect(run.goals.looks.map(({ attempt }) => attempt.id)).toEqual([state]);
  });

  test('does not look at attempts whose call is under way', async () => {
    const run = anAttemptRun({ answer: () => sleep(60, applied) });
    const asking = run.ask();

    await run.attempts.reconcile();

    expect(run.goals.looks).toEqual([]);
    expect(await asking).toMatchObject({ kind: 'settled' });
  });
});
