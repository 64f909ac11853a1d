import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../../../shared/attempt.ts';
import { faultText } from '../../../shared/error-code.ts';
import { instantOf, type AttemptId } from '../../../shared/ids.ts';
import { unreadableBlocker } from '../../../shared/inbox.ts';
import type { BlockerReading } from '../../../shared/inbox-items.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { LedgerNotWritableError } from '../ledger/ledger-errors.ts';
import type { Answer } from './answer.ts';
import type { Asked, AttemptOutcome, AttemptRequest, Attempts } from './attempts.ts';
import { conflictWith } from './conflict.ts';
import { EffectWithoutAttemptError, mintToken, revokeToken, type EffectToken } from './effect-token.ts';
import type { GoalReaders, GoalReading } from './goal.ts';
import type { Mutations } from './mutations.ts';
import { notOpen, notWritable } from './not-started.ts';
import { legible, verdictAfterLook, verdictOnAnswer, type Verdict } from './settle.ts';

export interface AttemptPorts {
  readonly journal: Journal;
  readonly mutations: Mutations;
  readonly goals: GoalReaders;
  /** Why this may not start now, if it may not. */
  readonly barredBy?: (about: Ref, asked: Pick<AttemptRequest, 'operation' | 'actor'>) => Refusal | undefined;
  readonly now?: () => number;
  /** Told when a call starts or ends, so that the frame can tell "asked" from "unconfirmed". */
  readonly onCalling?: () => void;
  /** Told why a look left an attempt open. */
  readonly onLeftOpen?: (attempt: AttemptId, why: BlockerReading) => void;
}

type Effect = (mutations: Mutations, token: EffectToken) => Promise<Answer>;

export class RunAttempts implements Attempts {
  readonly #ports: AttemptPorts;
  readonly #now: () => number;
  readonly #calling = new Set<AttemptId>();
  readonly #calls = new Set<Promise<AttemptOutcome>>();
  readonly #looking = new Map<AttemptId, Promise<AttemptOutcome>>();
  /** Whose goal was to be read anew while it was being read: what that reading shows may be older than what gave the reason. */
  readonly #overtaken = new Set<AttemptId>();

  #cut = new AbortController();
  #renewing: Promise<Result<null>> | undefined;

  constructor(ports: AttemptPorts) {
    this.#ports = ports;
    this.#now = ports.now ?? Date.now;
  }

  get calling(): ReadonlySet<AttemptId> {
    return this.#calling;
  }

  barTo(asked: Asked): Refusal | undefined {
    if (this.#renewing) return refusal('blocked', 'The console is taking a new epoch, so nothing is started.', 'Try again in a moment.');
    return this.#ports.barredBy?.(asked.about, asked) ?? conflictWith(this.#ports.journal.world.open.values(), this.#calling, asked);
  }

  async run(request: AttemptRequest, effect: Effect): Promise<AttemptOutcome> {
    const bar = this.barTo(request);
    if (bar) return { kind: 'not_started', refusal: bar };
    const attempt = randomBytes(16).toString('hex') as AttemptId;
    try {
      this.#commitIntent(attempt, request);
    } catch (error) {
      if (error instanceof LedgerNotWritableError) return notWritable(error);
      throw error;
    }
    const call = this.#call(attempt, request, effect);
    this.#calls.add(call);
    return call.finally(() => this.#calls.delete(call));
  }

  renewEpoch(): Promise<Result<null>> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  readGoal(attempt: Attempt): Promise<GoalReading> {
    return this.#goalOf(attempt);
  }

  lookAgain(id: AttemptId): Promise<AttemptOutcome> {
    // Its own call is about to settle it, and a goal read in the middle of a call shows neither before nor after.
    if (this.#calling.has(id)) return Promise.resolve({ kind: 'unconfirmed', attempt: id, says: 'its call is still under way' });
    const running = this.#looking.get(id);
    if (running) return running;
    const look = this.#look(id).finally(() => this.#looking.delete(id));
    this.#looking.set(id, look);
    return look;
  }

  async reconcile(which: (attempt: Attempt) => boolean = () => true): Promise<void> {
    for (const attempt of this.#ports.journal.world.open.values()) {
      if (!which(attempt)) continue;
      this.#overtaken.add(attempt.id);
      if (!this.#calling.has(attempt.id)) await this.lookAgain(attempt.id);
    }
  }

  async #renew(): Promise<Result<null>> {
    const { journal, mutations } = this.#ports;
    this.#cut.abort();
    mutations.cut();
    await Promise.allSettled(this.#calls);
    this.#cut = new AbortController();
    try {
      journal.renewEpoch();
    } catch (error) {
      if (error instanceof LedgerNotWritableError) return refused(notWritable(error).refusal);
      throw error;
    }
    await this.reconcile();
    return ok(null);
  }

  #commitIntent(attempt: AttemptId, { operation, about, params, documents = [], actor, deadlineSeconds }: AttemptRequest): void {
    const { journal } = this.#ports;
    const deadline = instantOf(this.#now() + deadlineSeconds * 1000);
    const digest = digestOf(params);
    // Before the intent is announced: a listener must not take the attempt for one whose call is over.
    this.#calling.add(attempt);
    try {
      journal.append({ actor, about, body: { kind: 'intent', attempt, operation, params: digest, epoch: journal.epoch, deadline } }, [params, ...documents]);
    } catch (error) {
      this.#calling.delete(attempt);
      throw error;
    }
  }

  async #call(attempt: AttemptId, request: AttemptRequest, effect: Effect): Promise<AttemptOutcome> {
    const token = mintToken(attempt, request.operation, this.#ports.journal.epoch);
    try {
      this.#ports.onCalling?.();
      const answer = await this.#answerOf(effect, token, request.deadlineSeconds);
      const verdict = verdictOnAnswer(answer, instantOf(this.#now()));
      return this.#conclude(attempt, verdict.kind === 'look' ? await this.#lookAfter(attempt, answer) : verdict);
    } finally {
      this.#calling.delete(attempt);
      this.#overtaken.delete(attempt);
      this.#ports.onCalling?.();
    }
  }

  async #answerOf(effect: Effect, token: EffectToken, deadlineSeconds: number): Promise<Answer> {
    try {
      const answer = await this.#answerInTime(effect, token, deadlineSeconds);
      // Every mutating method spends the token first, and a revoked one cannot be spent later: nothing was sent, nor will be.
      return revokeToken(token) && answer.kind === 'unclear' ? { kind: 'not_sent', says: answer.says } : answer;
    } finally {
      revokeToken(token);
    }
  }

  async #answerInTime(effect: Effect, token: EffectToken, deadlineSeconds: number): Promise<Answer> {
    const over = new AbortController();
    const late = sleep(deadlineSeconds * 1000, undefined, { signal: over.signal }).then(
      (): Answer => ({ kind: 'unclear', says: `no answer within ${deadlineSeconds} s` }),
      (): Answer => ({ kind: 'unclear', says: 'the deadline was lifted' }),
    );
    try {
      return await Promise.race([effect(this.#ports.mutations, token), late, whenCut(this.#cut.signal, over.signal)]);
    } catch (error) {
      if (error instanceof EffectWithoutAttemptError) throw error;
      return { kind: 'unclear', says: faultText(error) };
    } finally {
      over.abort();
    }
  }

  async #look(id: AttemptId): Promise<AttemptOutcome> {
    const { journal } = this.#ports;
    const open = journal.world.open.get(id);
    if (!open) return notOpen;
    const goal = await this.#newestGoalOf(open);
    // It may have been closed while its goal state was read: what is settled stays so.
    return journal.world.open.has(id) ? this.#conclude(id, verdictAfterLook(undefined, goal, instantOf(this.#now()))) : notOpen;
  }

  async #lookAfter(id: AttemptId, answer: Answer): Promise<Verdict> {
    const open = this.#ports.journal.world.open.get(id);
    if (!open) throw new EffectWithoutAttemptError(`attempt ${id} was settled while its call was under way`);
    const verdict = verdictAfterLook(answer, await this.#newestGoalOf(open), instantOf(this.#now()));
    return verdict.kind === 'leave_open' && 'says' in answer ? { ...verdict, says: `${answer.says}; ${verdict.says}` } : verdict;
  }

  async #newestGoalOf(attempt: Attempt): Promise<GoalReading> {
    for (;;) {
      this.#overtaken.delete(attempt.id);
      const goal = await this.#goalOf(attempt);
      if (!this.#overtaken.delete(attempt.id) || goal.kind === 'shown') return goal;
    }
  }

  async #goalOf(attempt: Attempt): Promise<GoalReading> {
    const { goals } = this.#ports;
    try {
      return await goals[attempt.operation](attempt, this.#ports.journal.document(attempt.intent.params));
    } catch (error) {
      return { kind: 'unreadable', says: faultText(error), blocker: unreadableBlocker(attempt.operation) };
    }
  }

  #conclude(attempt: AttemptId, verdict: Verdict): AttemptOutcome {
    if (verdict.kind === 'leave_open') this.#ports.onLeftOpen?.(attempt, { blocker: verdict.blocker, says: verdict.says });
    if (verdict.kind !== 'settle') return { kind: 'unconfirmed', attempt, says: verdict.says };
    const { journal } = this.#ports;
    const { disposition, evidence, says, id } = verdict;
    const intent = journal.world.open.get(attempt);
    if (!intent) throw new EffectWithoutAttemptError(`attempt ${attempt} is not open`);
    try {
      journal.append({ actor: consoleItself, about: intent.about, body: { kind: 'settlement', attempt, authorEpoch: intent.intent.epoch, disposition, evidence: evidence.map(legible) } });
    } catch (error) {
      if (error instanceof LedgerNotWritableError) return { kind: 'unconfirmed', attempt, says: error.message };
      throw error;
    }
    return { kind: 'settled', attempt, disposition, says, ...(id !== undefined && { id }) };
  }
}

/** The answer of a call that this console ended itself. */
function whenCut(cut: AbortSignal, over: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => cut.addEventListener('abort', () => resolve({ kind: 'unclear', says: 'this console ended its call to take a new epoch' }), { once: true, signal: over }));
}
