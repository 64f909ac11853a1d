import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { KeyFingerprint } from '../../shared/approval.ts';
import type { KeysView } from '../../shared/bridge-values.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import { KeyRing, lockedKeys } from './approvals/key-ring.ts';
import { fingerprintOfKey, loadOrMakeKey } from './approvals/signing-key.ts';
import type { Journal } from './ledger/journal.ts';
import { LedgerNotWritableError } from './ledger/ledger-errors.ts';
import { FileSecretStore } from './secrets/file-secret-store.ts';
import { PassphraseSecretStore } from './secrets/passphrase-secret-store.ts';
import { moveSecrets } from './secrets/move-secrets.ts';
import { SecretStoreError, type SecretStore } from './secrets/secret-store.ts';

interface Opened {
  readonly store: SecretStore;
  readonly ring: KeyRing;
  readonly ledgerKey: KeyObject;
}

/** The keys of this console: where they are, whether they are open, and who they belong to. */
export class KeyDesk {
  readonly #folder: string;
  readonly #journal: Journal;
  readonly #onOpened: (ledgerKey: KeyObject) => void;
  #opened: Opened | undefined;
  #trouble: string | undefined;
  #started: Promise<void> | undefined;
  #isClosed = false;

  constructor(dataFolder: string, journal: Journal, onOpened: (ledgerKey: KeyObject) => void) {
    this.#folder = path.join(dataFolder, 'keys');
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
    return this.#opened ? ok(this.#opened.ring) : lockedKeys();
  }

  /** Of the key that seals the ledger; undefined while it is locked. */
  async ledgerFingerprint(): Promise<KeyFingerprint | undefined> {
    await this.start();
    return this.#opened && fingerprintOfKey(this.#opened.ledgerKey);
  }

  async view(): Promise<KeysView> {
    await this.start();
    const approvers = [...this.#journal.world.approvers.values()];
    if (this.#opened) return { state: 'unlocked', protection: this.#opened.store.protection, approvers };
    if (this.#trouble !== undefined) return { state: 'unusable', protection: this.#trouble, approvers };
    return { state: 'locked', protection: 'A passphrase, which was not given yet. Nothing is signed until it is.', approvers };
  }

  async unlock(passphrase: string): Promise<Result<KeysView>> {
    await this.start();
    if (this.#opened) return ok(await this.view());
    if (!this.#isSealed()) return refused(refusal('bad_input', 'The keys are not under a passphrase.', 'Seal them first, if they should be.'));
    const opened = await this.#open(new PassphraseSecretStore(this.#folder, passphrase));
    return opened.ok ? ok(await this.view()) : opened;
  }

  /** The same keys, from now on under a passphrase: the bare files are gone when this is done. */
  async seal(passphrase: string): Promise<Result<KeysView>> {
    await this.start();
    const opened = this.#opened;
    if (!opened) return lockedKeys();
    const store = new PassphraseSecretStore(this.#folder, passphrase);
    await moveSecrets(opened.store, store);
    this.#opened = { ...opened, store };
    return ok(await this.view());
  }

  /** Keys that are still being made are kept for the next start; nothing is told of them to a ledger that was closed. */
  close(): void {
    this.#isClosed = true;
  }

  async #openBareKeys(): Promise<void> {
    if (this.#isSealed()) return;
    const opened = await this.#open(new FileSecretStore(this.#folder));
    if (!opened.ok) this.#trouble = opened.refusal.says;
  }

  #isSealed(): boolean {
    return existsSync(path.join(this.#folder, 'operator-key.sealed'));
  }

  async #open(store: SecretStore): Promise<Result<null>> {
    try {
      const [ring, ledgerKey] = [await KeyRing.open(store), await loadOrMakeKey(store, 'ledger-key')];
      if (this.#isClosed) return refused(refusal('cancelled', 'The console was closed before its keys were open.', 'Start it again.'));
      ring.enrol(this.#journal);
      this.#opened = { store, ring, ledgerKey };
      this.#trouble = undefined;
      this.#onOpened(ledgerKey);
      return ok(null);
    } catch (error) {
      if (!(error instanceof SecretStoreError) && !(error instanceof LedgerNotWritableError) && !isFileError(error)) throw error;
      return refused(refusal('blocked', error.message, 'Mend what it names, then try again.'));
    }
  }
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
