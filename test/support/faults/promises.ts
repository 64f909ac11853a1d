import { z } from 'zod';
import { touchSame } from '../../../electron/host/attempts/conflict.ts';
import { verifyLedger } from '../verify-ledger.ts';
import type { AttemptId } from '../../../shared/ids.ts';
import { inboxItems } from '../../../shared/inbox-items.ts';
import { labelKeys } from '../../../shared/naming.ts';
import { isCreation } from '../../../shared/operations.ts';
import type { Disposition, Intent, Receipt, Settlement } from '../../../shared/receipt.ts';
import type { Exchange } from '../exchange.ts';
import type { FaultedWorker, Truth } from './faulted-worker.ts';

interface Story {
  readonly intent: Intent;
  readonly startedBefore: string;
  /** The one request that was made for it. */
  exchange?: Exchange;
  settled?: { readonly disposition: Disposition; readonly didBefore: boolean; readonly lastQuestionAt: number };
  isJudged?: boolean;
}

const startSchema = z.object({ startedBefore: z.string() });

const did = ({ exchange }: Story): boolean => exchange?.status !== undefined && exchange.status >= 200 && exchange.status < 300;

/** What the console promises whatever an engine and a network do, held against what the engine really did. */
export class Promises {
  readonly broken: string[] = [];
  readonly #worker: FaultedWorker;
  readonly #stories = new Map<AttemptId, Story>();

  constructor(worker: FaultedWorker) {
    this.#worker = worker;
    worker.onReceipt = ({ body }: Receipt) => {
      if (body.kind === 'intent') this.#stories.set(body.attempt, { intent: body, startedBefore: this.#startedBefore(body) });
      if (body.kind === 'settlement') this.#settle(body);
    };
    worker.proxy.onChange = (change) => this.#requested(change);
  }

  /** After a move, when the engine has answered what it has heard. */
  async check(): Promise<void> {
    await this.#worker.proxy.quiet();
    const truth = await this.#worker.truth();
    for (const [id, story] of this.#stories) {
      if (!story.settled || story.isJudged) continue;
      story.isJudged = true;
      this.#judge(id, story, story.settled, truth);
    }
    this.#openAreShown();
  }

  /** When the faults are over, everything was released, and everything was looked at. */
  async checkAtEnd(): Promise<void> {
    await this.check();
    const { volume, container, network } = await this.#worker.truth();
    const wasClosed = [...this.#stories.values()].some(({ settled }) => settled?.disposition === 'not_applied');
    const late = new Set(this.#worker.binding.late.map(({ value }) => value.attempt));
    const makers = new Set([volume, container, network].map((found) => found?.labels[labelKeys.attempt]));
    for (const [id, story] of this.#stories) {
      const says = `${story.intent.operation} ${id.slice(0, 6)}`;
      // What was closed and came late may have undone it since. An engine calls a volume created that was there before.
      const happened = isCreation(story.intent.operation) ? makers.has(id) : did(story) && !wasClosed;
      if (!story.settled && happened) this.broken.push(`${says} happened and is still open`);
      if (story.settled?.disposition === 'refused' && did(story) && makers.has(id)) this.broken.push(`${says} is called refused and is there`);
      if (story.settled?.disposition === 'not_applied' && makers.has(id) && !late.has(id)) this.broken.push(`${says} came after its closing and is nobody’s`);
    }
    const verified = await verifyLedger(this.#worker.ledger.db);
    if (verified.kind !== 'consistent') this.broken.push(`the ledger is broken at ${verified.seq}: ${verified.rule}`);
  }

  #startedBefore({ params }: Intent): string {
    return startSchema.safeParse(this.#worker.journal.document(params)).data?.startedBefore ?? '';
  }

  #requested(change: Exchange): void {
    const { attempts, journal } = this.#worker;
    const [id, ...others] = attempts.calling;
    const story = id && this.#stories.get(id);
    const open = id && journal.world.open.get(id);
    if (!story || !open || others.length > 0) return void this.broken.push(`${change.line} was sent without an intent of its own`);
    if (story.exchange) this.broken.push(`${change.line} was sent twice for one attempt`);
    const before = [...journal.world.open.values()].filter((other) => other.id !== id && touchSame(other, open));
    if (before.length > 0) this.broken.push(`${change.line} was sent while ${before[0]?.operation} was open for the same thing`);
    story.exchange = change;
  }

  #settle({ attempt, disposition }: Settlement): void {
    const story = this.#stories.get(attempt);
    if (!story || story.settled) return void this.broken.push(`${attempt} was settled without an intent, or twice`);
    story.settled = { disposition, didBefore: did(story), lastQuestionAt: this.#worker.proxy.lastQuestionAt };
  }

  #judge(id: AttemptId, story: Story, { disposition, didBefore, lastQuestionAt }: NonNullable<Story['settled']>, truth: Truth): void {
    const says = `${story.intent.operation} ${id.slice(0, 6)} is called ${disposition}`;
    switch (disposition) {
      case 'applied':
        if (!didBefore && !isReached(id, story, truth)) this.broken.push(`${says}, and the engine does not hold it`);
        return;
      case 'no_op':
        if (story.exchange?.status !== 304 && isReached(id, story, truth)) this.broken.push(`${says}, and it is its own work`);
        return;
      case 'refused':
        if (story.exchange?.isPending) this.broken.push(`${says}, and the engine may still do it`);
        if (didBefore && isReached(id, story, truth)) this.broken.push(`${says}, and the engine did it`);
        return;
      case 'not_applied':
        // What happens after the last look nobody can see: it is a late effect then.
        if (didBefore && (story.exchange?.answeredAt ?? Infinity) < lastQuestionAt && isReached(id, story, truth)) this.broken.push(`${says}, and the engine had done it before`);
    }
  }

  #openAreShown(): void {
    const { journal, attempts, blockers } = this.#worker;
    const shown = new Set(inboxItems(journal.world, attempts.calling, blockers).map(({ id }) => id));
    for (const { id, operation } of journal.world.open.values()) {
      if (!shown.has(id) || !blockers.has(id)) this.broken.push(`${operation} ${id.slice(0, 6)} is open, and nothing says why`);
    }
  }
}

/** Whether the engine shows what an attempt is for. */
function isReached(id: AttemptId, { intent, startedBefore }: Story, { volume, container, network }: Truth): boolean {
  switch (intent.operation) {
    case 'create_network': return network?.labels[labelKeys.attempt] === id;
    case 'create_volume': return volume?.labels[labelKeys.attempt] === id;
    case 'create_container': return container?.labels[labelKeys.attempt] === id;
    case 'start_container': return container !== null && container.startedAt > startedBefore;
    case 'stop_container': return container?.state !== 'running';
    case 'remove_container': return container === null;
    case 'remove_network': return network === null;
    case 'remove_volume': return volume === null;
    default: throw new TypeError(`no schedule asks for ${intent.operation}`);
  }
}
