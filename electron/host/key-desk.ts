import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import type { KeyFingerprint } from '../../shared/approval.ts';
import type { KeysView } from '../../shared/bridge-values.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import { KeyRing, lockedKeys } from './approvals/key-ring.ts';
import { keptKeys, keptOrNewKeys, type KeySet } from './approvals/key-set.ts';
import { fingerprintOfKey, keyBytes } from './approvals/signing-key.ts';
import type { Journal } from './ledger/journal.ts';
import { LedgerNotWritableError } from './ledger/ledger-errors.ts';
import { FileSecretStore } from './secrets/file-secret-store.ts';
import { PassphraseSecretStore, usualCost, type ScryptCost } from './secrets/passphrase-secret-store.ts';
import { moveSecrets } from './secrets/move-secrets.ts';
import { saysMissing, SecretStoreError, type SecretName } from './secrets/secret-store.ts';
import { protectionOf, whichKeys } from './secrets/which-keys.ts';

interface Opened {
  readonly ring: KeyRing;
  readonly ledgerKey: KeyObject;
}

/** The keys of this console: where they are, whether they are open, and who they belong to. */
export class KeyDesk {
  readonly #folder: string;
  readonly #bare: FileSecretStore;
  readonly #cost: ScryptCost;
  readonly #journal: Journal;
  readonly #onOpened: (ledgerKey: KeyObject) => void;
  #opened: Opened | undefined;
  #trouble: string | undefined;
  #started: Promise<void> | undefined;
  #isSealing = false;
  #isClosed = false;

  constructor(dataFolder: string, journal: Journal, onOpened: (ledgerKey: KeyObject) => void, cost = usualCost) {
    this.#folder = path.join(dataFolder, 'keys');
    this.#bare = new FileSecretStore(this.#folder);
    this.#cost = cost;
    this.#journal = journal;
    this.#onOpened = onOpened;
  }

  /** Opens keys that need no passphrase, making them at the first start. Everything else here waits for it. */
  start(): Promise<void> {
    this.#started ??= this.#openBareKeys();
    return this.#started;
  }

  async ring(): Promise<Result<KeyRing>> {
    await this.start();
    if (this.#opened) return ok(this.#opened.ring);
    return this.#trouble === undefined ? lockedKeys() : refused(refusal('blocked', this.#trouble, 'Mend what it names, then start the console again.'));
  }

  /** Of the key that seals the ledger; undefined while it is locked. */
  async ledgerFingerprint(): Promise<KeyFingerprint | undefined> {
    await this.start();
    return this.#opened && fingerprintOfKey(this.#opened.ledgerKey);
  }

  async view(): Promise<KeysView> {
    await this.start();
    const approvers = [...this.#journal.world.approvers.values()];
    if (!this.#opened && this.#trouble !== undefined) return { state: 'unusable', protection: this.#trouble, approvers };
    const isUnlocked = this.#opened !== undefined;
    return { state: isUnlocked ? 'unlocked' : 'locked', protection: protectionOf(this.#folder, whichKeys(this.#folder), isUnlocked), approvers };
  }

  async unlock(passphrase: string): Promise<Result<KeysView>> {
    await this.start();
    if (this.#opened) return ok(await this.view());
    if (whichKeys(this.#folder).kind !== 'sealed') return refused(refusal('bad_input', 'The keys are not under a passphrase.', 'Seal them first, if they should be.'));
    const opened = await this.#open(() => keptKeys(this.#sealedWith(passphrase)));
    if (!opened.ok) return opened;
    await this.#forgetLeftovers(opened.value);
    return ok(await this.view());
  }

  /** The same keys, from now on under a passphrase. Where it is cut, `whichKeys` tells which files count. */
  async seal(passphrase: string): Promise<Result<KeysView>> {
    const ring = await this.ring();
    if (!ring.ok) return ring;
    if (this.#isSealing) return refused(refusal('blocked', 'The keys are being sealed.', 'Wait until that has ended.'));
    if (this.#isSealed()) return refused(refusal('already_so', 'The keys are under a passphrase already.', 'Unlock them with that one at the next start.'));
    this.#isSealing = true;
    const moved = await mendable(async () => ok(await moveSecrets(this.#bare, this.#sealedWith(passphrase), () => this.#insistOnOpen()))).finally(() => { this.#isSealing = false; });
    return moved.ok || this.#isSealed() ? ok(await this.view()) : moved;
  }

  /** Keys that are still being made are kept for the next start; nothing is told of them to a ledger that was closed. */
  close(): void {
    this.#isClosed = true;
  }

  async #openBareKeys(): Promise<void> {
    const which = whichKeys(this.#folder);
    switch (which.kind) {
      case 'sealed': return;
      case 'incomplete':
        this.#trouble = saysMissing(which.missing);
        return;
      case 'bare': {
        const opened = await this.#open(() => keptOrNewKeys(this.#bare, (key) => this.#journal.world.approvers.has(key)));
        if (!opened.ok) this.#trouble = opened.refusal.says;
      }
    }
  }

  #isSealed(): boolean {
    return whichKeys(this.#folder).kind === 'sealed';
  }

  #sealedWith(passphrase: string): PassphraseSecretStore {
    return new PassphraseSecretStore(this.#folder, passphrase, this.#cost);
  }

  #insistOnOpen(): void {
    if (this.#isClosed) throw new SecretStoreError('The console was closed before its keys were sealed. They are as they were.');
  }

  #open(keysOf: () => Promise<KeySet>): Promise<Result<KeySet>> {
    return mendable(async () => {
      const keys = await keysOf();
      if (this.#isClosed) return refused(refusal('cancelled', 'The console was closed before its keys were open.', 'Start it again.'));
      const [ring, ledgerKey] = [new KeyRing(keys), keys['ledger-key']];
      ring.enrol(this.#journal);
      this.#opened = { ring, ledgerKey };
      this.#trouble = undefined;
      this.#onOpened(ledgerKey);
      return ok(keys);
    });
  }

  /** What is still bare where sealed keys were opened. What holds another key, or cannot be read, stays, and the window names it. */
  async #forgetLeftovers(keys: KeySet): Promise<void> {
    const which = whichKeys(this.#folder);
    if (which.kind !== 'sealed') return;
    for (const name of which.stillBare) await mendable(async () => ok(await this.#forgetIfSame(name, keys[name])));
  }

  async #forgetIfSame(name: SecretName, key: KeyObject): Promise<void> {
    if ((await this.#bare.read(name))?.equals(keyBytes(key))) this.#bare.forget(name);
  }
}

/** What a person can mend is a refusal, everything else a fault. */
async function mendable<Value>(act: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof SecretStoreError) && !(error instanceof LedgerNotWritableError) && !isFileError(error)) throw error;
    return refused(refusal('blocked', error.message, 'Mend what it names, then try again.'));
  }
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
