import type { KeyObject } from 'node:crypto';
import { signCheckpoint, type Checkpoint } from './checkpoint.ts';
import { verifierOf, verifierText } from './signed-note.ts';

/** Signs what the ledger is at one moment. Filled by whoever holds the key. */
export interface CheckpointSigner {
  /** Names the ledger in its checkpoints, and the key that signs them. */
  readonly origin: string;
  /** The public key, as it is published. */
  readonly verifier: string;
  sign(checkpoint: Checkpoint): string;
}

export const originOf = (installation: string): string => `bailiwick.local/${installation}`;

export const keySigner = (installation: string, privateKey: KeyObject): CheckpointSigner => ({
  origin: originOf(installation),
  verifier: verifierText(verifierOf(originOf(installation), privateKey)),
  sign: (checkpoint) => signCheckpoint(checkpoint, privateKey),
});
