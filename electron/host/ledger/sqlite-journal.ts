import { randomBytes } from 'node:crypto';
import { foldWorld } from '../../../shared/fold-world.ts';
import type { Digest, InstallationId } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { consoleItself, type Receipt } from '../../../shared/receipt.ts';
import { emptyWorld, type World } from '../../../shared/world.ts';
import type { Entry, Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { allReceipts } from './receipt-pages.ts';

/** The ledger and the world folded from it, kept together. Opening one takes a new epoch. */
export class SqliteJournal implements Journal {
  readonly #ledger: Ledger;
  readonly #listeners = new Set<(receipt: Receipt) => void>();
  readonly epoch: number;
  #world: World;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#world = foldWorld(emptyWorld, allReceipts(ledger.db));
    this.epoch = this.#world.epoch + 1;
    const installation = this.#world.installation ?? (randomBytes(16).toString('hex') as InstallationId);
    this.append({
      actor: consoleItself,
      about: { kind: 'installation' },
      body: { kind: 'observation', fact: 'epoch', value: { epoch: this.epoch, installation }, source: 'console' },
    });
  }

  get world(): World {
    return this.#world;
  }

  get writable(): boolean {
    return this.#ledger.writable;
  }

  append(entry: Entry): Receipt {
    const receipt = this.#ledger.append(entry);
    this.#world = foldWorld(this.#world, [receipt]);
    for (const listener of this.#listeners) listener(receipt);
    return receipt;
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
}
