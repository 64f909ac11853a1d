import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import type { GoalReading } from '../../electron/host/attempts/goal.ts';
import { anAttemptRun, attemptOf, createVolume } from '../support/attempt-runs.ts';
import { aReading } from '../support/builders.ts';
import { applied } from '../support/fake-mutations.ts';
import { inTheWay, memoryGoals, notShown, shown, unreadable } from '../support/memory-goals.ts';

const ambiguous: Answer = { kind: 'ambiguous', status: 409, says: 'the name is taken' };
const unclear: Answer = { kind: 'unclear', says: 'the connection was cut' };

describe('Law 3: an answer that settles by itself', () => {
  test('a success that fits its schema is applied, with its status and id as evidence', async () => {
    const run = anAttemptRun({ answer: () => applied });

    const outcome = await run.ask();

    expect(outcome).toMatchObject({ kind: 'settled', disposition: 'applied', id: 'the-id' });
    expect(run.settlementOf(attemptOf(outcome))).toMatchObject({ disposition: 'applied', evidence: [{ kind: 'answer', status: 201, id: 'the-id' }] });
  });

  test('“it was so already” is no_op, never applied', async () => {
    const run = anAttemptRun({ answer: () => ({ kind: 'already', status: 304 }) });

    const outcome = await run.ask();

    expect(outcome).toMatchObject({ kind: 'settled', disposition: 'no_op' });
    expect(run.settlementOf(attemptOf(outcome))).toMatchObject({ disposition: 'no_op', evidence: [{ kind: 'answer', status: 304 }] });
  });

  test('a refusal that names our request is refused, with its words as evidence', async () => {
    const run = anAttemptRun({ answer: () => ({ kind: 'refused', status: 400, says: 'no such driver' }) });

    const outcome = await run.ask();

    expect(outcome).toMatchObject({ kind: 'settled', disposition: 'refused', says: 'no such driver' });
    expect(run.settlementOf(attemptOf(outcome))).toMatchObject({ disposition: 'refused', evidence: [{ kind: 'answer', status: 400 }, { kind: 'reading', of: 'the answer', found: 'no such driver' }] });
  });

  test('a request of which no byte left the console is refused, saying so', async () => {
    const run = anAttemptRun({ answer: () => ({ kind: 'not_sent', says: 'nobody listens there' }) });

    const outcome = await run.ask();

    expect(outcome).toMatchObject({ kind: 'settled', disposition: 'refused', says: 'Nothing was sent: nobody listens there' });
    expect(run.settlementOf(attemptOf(outcome))).toMatchObject({ disposition: 'refused', evidence: [{ kind: 'reading', of: 'the connection', found: 'nothing was sent: nobody listens there' }] });
  });

  test('is settled without looking at the goal', async () => {
    const run = anAttemptRun();

    await run.ask();

    expect(run.goals.looks).toEqual([]);
  });
});

describe('Law 2: a lost answer is unconfirmed', () => {
  test.each<[string, () => Answer | Promise<Answer>]>([
    ['the connection was cut', () => unclear],
    ['it was of the wrong shape', () => ({ kind: 'unclear', says: 'a 201 without an id' })],
    ['the call failed in an unforeseen way', () => Promise.reject(new TypeError('socket hang up'))],
    ['it never came', () => new Promise<Answer>(() => undefined)],
  ])('and stays open while the goal is not shown: %s', async (_name, answer) => {
    const run = anAttemptRun({ answer });

    const outcome = await run.ask({ deadlineSeconds: 0.05 });

    expect(outcome).toMatchObject({ kind: 'unconfirmed' });
    expect(run.settlementOf(attemptOf(outcome))).toBeUndefined();
    expect(run.journal.world.open.has(attemptOf(outcome))).toBe(true);
    expect(run.goals.looks).toHaveLength(1);
  });

  test('and says what was lost and what was found', async () => {
    const run = anAttemptRun({ answer: () => unclear });

    expect(await run.ask()).toMatchObject({ says: 'the connection was cut; it is not there' });
  });

  test('and says how long was waited', async () => {
    const run = anAttemptRun({ answer: () => new Promise<Answer>(() => undefined) });

    expect(await run.ask({ deadlineSeconds: 0.05 })).toMatchObject({ says: 'no answer within 0.05 s; it is not there' });
  });

  test('and the goal’s reader gets the attempt and what was asked', async () => {
    const run = anAttemptRun({ answer: () => unclear });

    const attempt = attemptOf(await run.ask());

    expect(run.goals.looks).toMatchObject([{ attempt: { id: attempt, operation: 'create_volume' }, params: { name: 'bw-work' } }]);
  });
});

type Expected = 'applied' | 'no_op' | 'refused' | 'open';

const table: readonly (readonly [string, Answer, GoalReading, Expected])[] = [
  ['ambiguous, the goal is shown', ambiguous, shown('applied'), 'applied'],
  ['ambiguous, what is there is final', ambiguous, shown('no_op'), 'no_op'],
  ['ambiguous, another attempt of ours did it', ambiguous, inTheWay('no_op'), 'no_op'],
  ['ambiguous, a stranger’s stands in the way', ambiguous, inTheWay('refused'), 'refused'],
  ['ambiguous, the goal is not shown', ambiguous, notShown(), 'refused'],
  ['ambiguous, nothing can be read', ambiguous, unreadable(), 'open'],
  ['unclear, the goal is shown', unclear, shown('applied'), 'applied'],
  ['unclear, what is there is final', unclear, shown('refused'), 'refused'],
  ['unclear, another attempt of ours did it: this one may still arrive', unclear, inTheWay('no_op'), 'open'],
  ['unclear, a stranger’s stands in the way: that may go', unclear, inTheWay('refused'), 'open'],
  ['unclear, the goal is not shown', unclear, notShown(), 'open'],
  ['unclear, nothing can be read', unclear, unreadable(), 'open'],
];

describe('Law 3: an answer that settles nothing by itself', () => {
  test.each(table)('%s', async (_name, answer, goal, expected) => {
    const run = anAttemptRun({ answer: () => answer, goals: memoryGoals(() => goal) });

    const outcome = await run.ask();

    expect(outcome.kind === 'settled' ? outcome.disposition : 'open').toBe(expected);
    expect(run.settlementOf(attemptOf(outcome))?.disposition ?? 'open').toBe(expected);
    expect(run.journal.world.open.has(attemptOf(outcome))).toBe(expected === 'open');
  });

  test('is settled with what was read as its evidence', async () => {
    const run = anAttemptRun({ answer: () => unclear, goals: memoryGoals(() => shown('applied', [aReading('our label is on it')])) });

    const outcome = await run.ask();

    expect(run.settlementOf(attemptOf(outcome))?.evidence).toEqual([aReading('our label is on it')]);
  });

  test('is refused with both the answer and the reading as evidence', async () => {
    const run = anAttemptRun({ answer: () => ambiguous, goals: memoryGoals(() => notShown('a container of another label')) });

    const outcome = await run.ask();

    expect(run.settlementOf(attemptOf(outcome))?.evidence).toMatchObject([
      { kind: 'answer', status: 409 },
      { kind: 'reading', of: 'the answer', found: 'the name is taken' },
      { kind: 'reading', of: 'the goal state', found: 'a container of another label' },
    ]);
  });

  test('stays open where the goal’s reader fails', async () => {
    const goals = memoryGoals(() => Promise.reject(new TypeError('cannot parse')));
    const run = anAttemptRun({ answer: () => ambiguous, goals });

    expect(await run.ask()).toMatchObject({ kind: 'unconfirmed', says: 'the name is taken; cannot parse' });
  });
});

describe('an answer after the deadline', () => {
  test('changes nothing: the attempt is open until evidence settles it', async () => {
    const run = anAttemptRun({ answer: () => sleep(120, applied) });

    const outcome = await run.ask({ deadlineSeconds: 0.03 });
    const size = run.journal.world.size;
    await sleep(150);

    expect(outcome).toMatchObject({ kind: 'unconfirmed' });
    expect(run.journal.world.size).toBe(size);
    expect(run.journal.world.open.size).toBe(1);
  });

  test('changes nothing when it is a failure', async () => {
    const run = anAttemptRun({ answer: () => sleep(60).then(() => Promise.reject(new TypeError('reset'))) });

    const outcome = await run.ask({ deadlineSeconds: 0.02 });
    await sleep(80);

    expect(outcome).toMatchObject({ kind: 'unconfirmed' });
  });
});

describe('a settlement', () => {
  test('is the console’s own, about the same thing, under the attempt’s epoch', async () => {
    const run = anAttemptRun();
    const receipts: unknown[] = [];
    run.journal.onAppend(({ actor, about, body }) => receipts.push({ actor, about, body }));

    await run.ask();

    expect(receipts).toMatchObject([
      { actor: { class: 'adm' }, about: { role: 'work' }, body: { kind: 'intent', epoch: 1 } },
      { actor: { class: 'atm' }, about: { role: 'work' }, body: { kind: 'settlement', authorEpoch: 1 } },
    ]);
  });

  test('that cannot be written leaves the attempt open', async () => {
    const run = anAttemptRun({ answer: () => applied });

    const outcome = await run.ask({}, async (mutations, token) => {
      const answer = await createVolume(mutations, token);
      run.ledger.db.pragma('query_only = ON');
      return answer;
    });

    expect(outcome).toMatchObject({ kind: 'unconfirmed' });
    const again = run.reopen();
    expect(again.journal.world.open.has(attemptOf(outcome))).toBe(true);
  });

  test.each<[string, Answer]>([
    ['long words', { kind: 'refused', status: 400, says: 'x'.repeat(10_000) }],
    ['a pair of surrogates at the cut', { kind: 'refused', status: 400, says: `${'x'.repeat(499)}😀` }],
    ['a lone surrogate', { kind: 'refused', status: 400, says: 'broken \ud800' }],
    ['a long id', { kind: 'applied', status: 201, id: 'x'.repeat(1000) }],
  ])('is written whatever the other side said: %s', async (_name, answer) => {
    const run = anAttemptRun({ answer: () => answer });

    expect(await run.ask()).toMatchObject({ kind: 'settled' });
  });

  test('is written whatever the goal’s reader found', async () => {
    const run = anAttemptRun({ answer: () => unclear, goals: memoryGoals(() => shown('applied', [{ ...aReading(), found: 'y'.repeat(2000) } as never])) });

    expect(await run.ask()).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });
});
