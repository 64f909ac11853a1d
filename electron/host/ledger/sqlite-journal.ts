import { randomBytes } from 'node:crypto';
import { foldWorld } from '../../../shared/fold-world.ts';
import type { Digest, InstallationId } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { consoleItself, type Receipt } from '../../../shared/receipt.ts';
import { emptyWorld, type World } from '../../../shared/world.ts';
import type { Entry, Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { LedgerNotWritableError } from './ledger-errors.ts';
import { allReceipts, isApprovalUsed } from './receipt-pages.ts';

/** The ledger and the world folded from it, kept together. Opening one takes a new epoch. */
export class SqliteJournal implements Journal {
  readonly #ledger: Ledger;
  readonly #listeners = new Set<(receipt: Receipt) => void>();
  #world: World;
  #epoch: number;

  /** `start` is the world of the receipts that it covers: what comes after them is folded in. */
  constructor(ledger: Ledger, start: World = emptyWorld) {
    this.#ledger = ledger;
    this.#world = foldWorld(start, allReceipts(ledger.db, start.size));
    this.#epoch = this.#world.epoch + 1;
    try {
      this.#takeEpoch(this.#epoch);
    } catch (error) {
      // A ledger that cannot be written can still be read: then no effect starts, and no epoch is needed.
      if (!(error instanceof LedgerNotWritableError)) throw error;
    }
  }

  /** Folds anew from that world on. */
  startFrom(world: World): void {
    this.#world = foldWorld(world, allReceipts(this.#ledger.db, world.size));
  }

  get epoch(): number {
    return this.#epoch;
  }

  renewEpoch(): void {
    this.#takeEpoch(this.#epoch + 1);
    this.#epoch += 1;
  }

  isApprovalUsed(nonce: string): boolean {
    return isApprovalUsed(this.#ledger.db, nonce);
  }

  get world(): World {
    return this.#world;
  }

  get writable(): boolean {
    return this.#ledger.writable;
  }

  append(entry: Entry, documents?: readonly Json[]): Receipt {
    const receipt = this.#ledger.append(entry, documents);
    this.#foldIn([receipt]);
    return receipt;
  }

  appendAll(entries: readonly Entry[], documents?: readonly Json[]): readonly Receipt[] {
    const receipts = this.#ledger.appendAll(entries, documents);
    this.#foldIn(receipts);
    return receipts;
  }

  keep(document: Json): Digest {
    return this.#ledger.keep(document);
  }

  document(digest: Digest): Json | undefined {
    return this.#ledger.document(digest);
  }

  /** Told of each receipt after it is durable and folded in. */
  onAppend(listener: (receipt: Receipt) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #foldIn(receipts: readonly Receipt[]): void {
    this.#world = foldWorld(this.#world, receipts);
    for (const receipt of receipts) for (const listener of this.#listeners) tell(listener, receipt);
  }

  #takeEpoch(epoch: number): void {
    const installation = this.#world.installation ?? (randomBytes(16).toString('hex') as InstallationId);
    this.append({ actor: consoleItself, about: { kind: 'installation' }, body: { kind: 'observation', fact: 'epoch', value: { epoch, installation }, source: 'console' } });
  }
}

/** The receipt is durable: a listener that fails must not make its append look as if it had failed. */
function tell(listener: (receipt: Receipt) => void, receipt: Receipt): void {
  try {
    listener(receipt);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
