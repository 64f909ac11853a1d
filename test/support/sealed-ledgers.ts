import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { fingerprintOf } from '../../electron/host/ledger/approval-signature.ts';
import { keySigner, type CheckpointSigner } from '../../electron/host/ledger/checkpoint-signer.ts';
import { allCheckpoints } from '../../electron/host/ledger/checkpoint-table.ts';
import type { Ledger } from '../../electron/host/ledger/ledger.ts';
import { openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { proveCustody, type Custody } from '../../electron/host/ledger/sealing/custody-proof.ts';
import { markFiles, type MarkFiles } from '../../electron/host/ledger/sealing/mark-files.ts';
import { Sealer, type SealerPorts } from '../../electron/host/ledger/sealing/sealer.ts';
import { rawPublicKey } from '../../electron/host/ledger/signed-note.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import type { KeyFingerprint } from '../../shared/approval.ts';
import { aboutResource, aDecision, aDigest, anAttemptId, anEffect } from './builders.ts';
import { aTemporaryFolder } from './temporary-folder.ts';

export interface LedgerKey {
  readonly privateKey: KeyObject;
  readonly fingerprint: KeyFingerprint;
}

export function aLedgerKey(): LedgerKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, fingerprint: fingerprintOf(rawPublicKey(privateKey).toString('base64')) };
}

export interface Places {
  readonly folder: string;
  readonly stateFolder: string;
}

export function newPlaces(): Places {
  const root = aTemporaryFolder();
  return { folder: path.join(root, 'data'), stateFolder: path.join(root, 'state') };
}

export interface SealedLedger extends Places {
  readonly key: LedgerKey;
  readonly ledger: Ledger;
  readonly journal: SqliteJournal;
  readonly custody: Custody;
  readonly marks: MarkFiles;
  readonly signer: CheckpointSigner;
  readonly sealer: Sealer;
  /** The sizes that were sealed. */
  readonly sizes: () => readonly number[];
  /** As a process that is killed: nothing is sealed on the way. */
  readonly close: () => void;
}

export interface SealedOptions extends Partial<Places> {
  readonly key?: LedgerKey;
  readonly isLocked?: boolean;
  readonly ports?: Partial<SealerPorts>;
}

/** A ledger with its journal, its key and its sealer, put together as the host does. */
export function aSealedLedger({ key = aLedgerKey(), isLocked = false, ports = {}, ...given }: SealedOptions = {}): SealedLedger {
  const places = { ...newPlaces(), ...given };
  const { ledger, close } = openLedger(places.folder);
  onTestFinished(close);
  const marks = markFiles(places.folder, places.stateFolder);
  const custody = proveCustody({ db: ledger.db, size: ledger.size, root: ledger.root, marks });
  const journal = new SqliteJournal(ledger);
  const signer = keySigner(journal.world.installation ?? '', key.privateKey);
  const sealer = new Sealer({ ledger, marks, custody, open: journal.world.open.values(), ...(!isLocked && { signer }), ...ports });
  journal.onAppend((receipt) => sealer.noticed(receipt));
  return { ...places, key, ledger, journal, custody, marks, signer, sealer, sizes: () => allCheckpoints(ledger.db).map(({ size }) => size), close };
}

/** Appends effects and decisions until the ledger has so many receipts. */
export function growTo(journal: SqliteJournal, size: number): void {
  while (journal.world.size < size) {
    const number = journal.world.size;
    const entries = number % 4 === 0 ? [aDecision(aDigest(number + 1))] : anEffect('create_volume', aboutResource('work'), anAttemptId(number));
    journal.appendAll(entries.slice(0, size - number));
  }
}

/** Sealed at each of these sizes; the last is how long it is. */
export function sealAt({ ledger, journal, sealer }: SealedLedger, sizes: readonly number[]): void {
  for (const size of sizes) {
    // How long a disk takes is not what these tests are about.
    ledger.db.transaction(() => growTo(journal, size))();
    sealer.sealNow();
  }
}
