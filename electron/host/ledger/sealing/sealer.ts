import type { Attempt } from '../../../../shared/attempt.ts';
import { faultText } from '../../../../shared/error-code.ts';
import { instantOf, type AttemptId } from '../../../../shared/ids.ts';
import { operations } from '../../../../shared/operations.ts';
import type { Receipt } from '../../../../shared/receipt.ts';
import { refusal } from '../../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../../shared/result.ts';
import { describeTrouble, type SealingState, type SealingTrouble } from '../../../../shared/sealing.ts';
import type { CheckpointSigner } from '../checkpoint-signer.ts';
import { keepCheckpoint } from '../checkpoint-table.ts';
import { digestOf } from '../digest.ts';
import type { Ledger } from '../ledger.ts';
import { receiptOf, storedReceipt } from '../receipt-pages.ts';
import { reanchorSubject, type Custody } from './custody-proof.ts';
import type { MarkFiles } from './mark-files.ts';
import { isSealedWith, keptSeal, sealOf, type KeptSeal } from './kept-seal.ts';
import { OutsideCopies } from './outside-copies.ts';
import { mostMilliseconds, sealingCadence, urgencyOf, type Urgency } from './sealing-cadence.ts';
import { SealingTimer } from './sealing-timer.ts';

export interface SealerPorts {
  readonly ledger: Ledger;
  readonly marks: MarkFiles;
  /** As it was proven before anything was appended. */
  readonly custody: Custody;
  /** Attempts that are open now. */
  readonly open: Iterable<Attempt>;
  /** Absent while the key is locked. */
  readonly signer?: CheckpointSigner;
  /** Where the operator wants copies of the checkpoints, if anywhere. */
  readonly copyFolder?: () => string | undefined;
  readonly onChange?: (state: SealingState) => void;
  readonly now?: () => number;
}

/** Signs what the ledger is, in time: a checkpoint in the database, then the marks and copies outside it. Never throws for what a disk does. */
export class Sealer {
  readonly #ledger: Ledger;
  readonly #outside: OutsideCopies;
  #custody: Custody;
  readonly #onChange: (state: SealingState) => void;
  readonly #now: () => number;
  readonly #destructive: Set<AttemptId>;
  #signer: CheckpointSigner | undefined;
  #isHeld: boolean;
  #isOtherKey = false;
  #last: KeptSeal | undefined;
  /** When the first receipt without a checkpoint was written. */
  #since: number | undefined;
  #urgency: Urgency | null = null;
  #trouble: SealingTrouble | undefined;
  readonly #timer = new SealingTimer(() => void this.sealNow());

  constructor({ ledger, marks, custody, open, signer, copyFolder = () => undefined, onChange = () => undefined, now = Date.now }: SealerPorts) {
    this.#ledger = ledger;
    this.#custody = custody;
    this.#onChange = onChange;
    this.#now = now;
    this.#outside = new OutsideCopies(marks, copyFolder, () => this.#announce());
    this.#destructive = new Set([...open].flatMap(({ id, operation }) => (operations[operation].destructive ? [id] : [])));
    this.#isHeld = custody.state === 'unproven';
    this.#last = keptSeal(ledger.db);
    if (signer) this.#take(signer);
    this.#since = this.#sinceWhen();
    if (!this.#isHeld && this.#last) this.#outside.catchUp(custody.marks, this.#last);
    this.#plan();
  }

  get state(): SealingState {
    const sealed = this.#last?.size ?? 0;
    const trouble = this.#standing() ?? this.#trouble;
    return {
      sealed,
      unsealed: this.#ledger.size - sealed,
      last: this.#last?.seal ?? null,
      troubles: [...(trouble ? [trouble] : []), ...this.#outside.troubles],
    };
  }

  /** To be told of every receipt after it is durable. Signing itself waits for a later turn: an append does not. */
  noticed(receipt: Receipt): void {
    const { body } = receipt;
    this.#since ??= this.#now();
    if (body.kind === 'intent' && operations[body.operation].destructive) this.#destructive.add(body.attempt);
    this.#urgency ??= urgencyOf(receipt, (attempt) => this.#destructive.has(attempt));
    if (body.kind === 'settlement') this.#destructive.delete(body.attempt);
    this.#plan();
  }

  /** It turned out later that the store is not shown to be whole: nothing is sealed until a reanchor. */
  hold(custody: Custody): void {
    this.#custody = custody;
    this.#isHeld = true;
    this.#timer.rest();
  }

  /** The key was unlocked. */
  unlock(signer: CheckpointSigner): void {
    this.#take(signer);
    this.#plan();
    this.#announce();
  }

  /** Seals what is not sealed yet, now: before it is shown to somebody outside. */
  sealNow(): SealingState {
    this.#timer.rest();
    if (!this.#standing()) this.#seal();
    this.#plan();
    this.#announce();
    return this.state;
  }

  /** The folder for copies is another one now: the newest checkpoint goes there at once. */
  copyNow(): void {
    if (this.#last) this.#outside.copy(this.#last.note);
    this.#announce();
  }

  /** A verified decision to go on with a store that was not shown to be whole: seals it and replaces both marks. */
  reanchored({ body }: Receipt): Result<SealingState> {
    const isDecided = body.kind === 'decision' && body.decision === 'reanchor' && body.subject === digestOf(reanchorSubject(this.#custody));
    if (!isDecided) return refused(refusal('bad_input', 'This is not the decision to go on from what is there now.', 'Approve a reanchor of the ledger as it was found.'));
    if (!this.#signer) return refused(refusal('blocked', describeTrouble({ kind: 'no_key' }), 'Unlock the ledger’s key, then go on.'));
    this.#timer.rest();
    this.#seal();
    const [trouble] = this.#trouble ? [this.#trouble] : this.#outside.troubles.filter(({ kind }) => kind === 'mark_not_written');
    this.#isHeld = trouble !== undefined;
    this.#isOtherKey = false;
    this.#announce();
    return trouble ? refused(refusal('blocked', describeTrouble(trouble), 'Mend that, then go on: the decision stands.')) : ok(this.state);
  }

  /** At quit: seals what is left. */
  close(): void {
    this.#timer.rest();
    const isDue = this.#cadence(true).kind === 'seal' || !this.#outside.areMarked;
    if (isDue && !this.#standing()) this.#seal();
  }

  /** When a copy that is under way has ended. */
  settled(): Promise<void> {
    return this.#outside.settled();
  }

  /** What keeps anything from being sealed until a person does something about it. */
  #standing(): SealingTrouble | undefined {
    if (!this.#ledger.writable) return { kind: 'not_writable' };
    if (this.#isHeld) return { kind: 'custody_unproven' };
    if (!this.#signer) return { kind: 'no_key' };
    return this.#isOtherKey ? { kind: 'other_key' } : undefined;
  }

  #take(signer: CheckpointSigner): void {
    this.#signer = signer;
    this.#isOtherKey = this.#last !== undefined && !isSealedWith(this.#last, signer.verifier);
  }

  #cadence(isQuitting = false): ReturnType<typeof sealingCadence> {
    const count = this.#ledger.size - (this.#last?.size ?? 0);
    return sealingCadence({ count, since: this.#since ?? this.#now(), urgency: this.#urgency }, this.#now(), isQuitting);
  }

  #plan(): void {
    if (this.#standing()) return;
    const cadence = this.#cadence();
    if (cadence.kind === 'seal' && !this.#trouble) this.#timer.soon();
    else if (cadence.kind === 'wait') this.#timer.later(cadence.milliseconds);
    // What failed is tried again, and not at once.
    else if (this.#trouble || !this.#outside.areMarked) this.#timer.later(mostMilliseconds);
  }

  #seal(): void {
    const isNew = this.#ledger.size > (this.#last?.size ?? 0);
    const isSigned = isNew && this.#signer !== undefined && this.#signAll(this.#signer);
    if (this.#last && (isSigned || (!isNew && this.#outside.troubles.length > 0))) this.#outside.write(this.#last.note);
  }

  #signAll(signer: CheckpointSigner): boolean {
    const { size, root, db } = this.#ledger;
    this.#urgency = null;
    this.#since = this.#now();
    try {
      const checkpoint = { size, note: signer.sign({ origin: signer.origin, size, root }), at: instantOf(this.#now()) };
      keepCheckpoint(db, checkpoint, signer.verifier);
      this.#last = sealOf(checkpoint, [signer.verifier]);
      this.#since = undefined;
      this.#trouble = undefined;
      return true;
    } catch (error) {
      this.#trouble = { kind: 'checkpoint_not_written', says: faultText(error) };
      return false;
    }
  }

  /** By the receipt itself: what an earlier process left uncovered has waited already. */
  #sinceWhen(): number | undefined {
    const first = storedReceipt(this.#ledger.db, (this.#last?.size ?? 0) + 1);
    return first && Date.parse(receiptOf(first).at);
  }

  #announce(): void {
    this.#onChange(this.state);
  }
}
