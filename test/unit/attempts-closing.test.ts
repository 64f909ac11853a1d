import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { permitFrom } from '../../electron/host/approvals/check-approval.ts';
import { closeAttempt, closingSubject } from '../../electron/host/attempts/close-attempts.ts';
import { lookForLateEffects } from '../../electron/host/attempts/late-effects.ts';
import type { Attempt } from '../../shared/attempt.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { inboxItems } from '../../shared/inbox-items.ts';
import { isOurs } from '../../shared/binding.ts';
import type { Approval } from '../../shared/approval.ts';
import { fingerprintOfKey, signApproval } from '../../electron/host/approvals/signing-key.ts';
import type { GoalReading } from '../../electron/host/attempts/goal.ts';
import { anAttemptRun, attemptOf, type AttemptRun } from '../support/attempt-runs.ts';
import { aBindingId, aRequest } from '../support/builders.ts';
import { memoryGoals, notShown, shown, unreadable } from '../support/memory-goals.ts';
import { aKeyRing } from '../support/key-rings.ts';

async function aStrandedAttempt() {
  const goal: { now: GoalReading } = { now: notShown() };
  const run = anAttemptRun({ answer: () => ({ kind: 'unclear', says: 'cut' }), goals: memoryGoals(() => goal.now) });
  run.journal.append(aRequest());
  const ring = await aKeyRing();
  ring.enrol(run.journal);
  const id = attemptOf(await run.ask());
  const permit = permitFrom(run.journal);
  const close = (approval: Approval) => closeAttempt({ journal: run.journal, attempts: run.attempts, permit, pauseMs: 0 }, id, approval);
  return { run, ring, id, goal, close, approve: () => ring.sign('close_attempt', closingSubject(openOf(run, id))) };
}

function openOf(run: AttemptRun, id: AttemptId): Attempt {
  const open = run.journal.world.open.get(id);
  if (!open) throw new TypeError('the attempt is not open');
  return open;
}

describe('law 3: closing an attempt as not applied', () => {
  test('settles it under a strictly later epoch, with two readings and the signed decision', async () => {
    const { run, id, close, approve } = await aStrandedAttempt();
    const before = run.journal.epoch;

    expect(await close(approve())).toEqual({ ok: true, value: 'closed' });

    const settlement = run.settlementOf(id);
    expect(settlement).toMatchObject({ disposition: 'not_applied', authorEpoch: before + 1 });
    expect(settlement?.evidence).toHaveLength(2);
    expect(run.mutations.cuts).toBe(1);
  });

  test('is settled by evidence instead when the goal shows', async () => {
    const { run, id, goal, close, approve } = await aStrandedAttempt();
    goal.now = shown();

    expect(await close(approve())).toEqual({ ok: true, value: 'settled_by_evidence' });
    expect(run.settlementOf(id)?.disposition).toBe('applied');
  });

  test('is refused while its goal state cannot be read: what cannot be read is neither done nor not done', async () => {
    const { run, id, goal, close, approve } = await aStrandedAttempt();
    goal.now = unreadable();

    expect(await close(approve())).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(run.settlementOf(id)).toBeUndefined();
  });

  test('takes no approval of another key, of another subject, or one that was used', async () => {
    const { run, ring, id, close, approve } = await aStrandedAttempt();
    const { privateKey } = generateKeyPairSync('ed25519');
    const { signature: _own, ...good } = approve();

    expect(await close(signApproval({ ...good, approver: fingerprintOfKey(privateKey) }, privateKey))).toMatchObject({ ok: false });
    expect(await close(signApproval(good, privateKey))).toMatchObject({ ok: false });
    expect(await close(ring.sign('close_attempt', { another: 'subject' }))).toMatchObject({ ok: false });
    expect(run.settlementOf(id)).toBeUndefined();

    const once = approve();
    expect(await close(once)).toMatchObject({ ok: true });
    expect(run.journal.isApprovalUsed(once.nonce)).toBe(true);
  });

  test('lets the same thing be tried again, which open it did not', async () => {
    const { run, goal, close, approve } = await aStrandedAttempt();
    expect(await run.ask()).toMatchObject({ kind: 'not_started' });

    await close(approve());
    goal.now = shown();

    expect(await run.ask()).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });
});

describe('an effect that comes after its closing', () => {
  test('is ours, and waits in the inbox', async () => {
    const { run, id, goal, close, approve } = await aStrandedAttempt();
    await close(approve());
    goal.now = { ...shown(), id: 'v' };

    const binding = run.journal.world.bindings.get(aBindingId());
    if (!binding) throw new TypeError('there is no worker');
    await lookForLateEffects(run, binding);

    const work = run.journal.world.bindings.get(aBindingId())?.resources.work;
    expect(work && isOurs(work)).toBe(true);
    expect(inboxItems(run.journal.world, new Set(), new Map())).toMatchObject([{ kind: 'late_effect', attempt: id, blocker: 'late_effect' }]);
  });

  test('is noted once', async () => {
    const { run, goal, close, approve } = await aStrandedAttempt();
    await close(approve());
    goal.now = { ...shown(), id: 'v' };
    const look = () => {
      const binding = run.journal.world.bindings.get(aBindingId());
      return binding ? lookForLateEffects(run, binding) : undefined;
    };
    const size = run.journal.world.size;

    await Promise.all([look(), look()]);
    await look();

    expect(run.journal.world.size).toBe(size + 1);
  });
});

describe('what waits for a person', () => {
  test('names who must act, is stranded under a later epoch, and leaves when it is settled', async () => {
    const { run, id, close, approve } = await aStrandedAttempt();
    const items = () => inboxItems(run.journal.world, run.attempts.calling, new Map());
    expect(items()).toMatchObject([{ kind: 'attempt', attempt: id, state: 'unconfirmed', canClose: true }]);

    await run.attempts.renewEpoch();
    expect(items()).toMatchObject([{ state: 'stranded' }]);

    await close(approve());
    expect(items()).toEqual([]);
  });
});

describe('renewing the epoch', () => {
  test('ends calls under way, and starts nothing meanwhile', async () => {
    let started = 0;
    const run = anAttemptRun({ answer: () => { started += 1; return new Promise(() => undefined); } });
    run.journal.append(aRequest());
    const hanging = run.ask();
    await expect.poll(() => started).toBe(1);

    const renewed = run.attempts.renewEpoch();
    const meanwhile = await run.ask();

    expect(meanwhile).toMatchObject({ kind: 'not_started', refusal: { code: 'blocked' } });
    expect(await renewed).toEqual({ ok: true, value: null });
    expect(await hanging).toMatchObject({ kind: 'unconfirmed' });
    expect(run.attempts.calling.size).toBe(0);
  });
});
