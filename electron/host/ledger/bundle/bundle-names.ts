import type { BindingId } from '../../../../shared/ids.ts';

/** What a bundle is made of. */
export const bundleNames = {
  readme: 'README.txt',
  verifier: 'verifier.txt',
  checkpoint: 'checkpoint.txt',
  /** The one earlier checkpoint of a bundle that was made when it had no more. */
  consistency: 'consistency.txt',
  receipts: 'receipts.ndjson',
  /** What the receipts tell of one worker, in one document. */
  binding: 'binding.json',
  /** Of an archive: the tree before its first receipt. It stands for the proofs. */
  edge: 'edge.txt',
} as const;

const fixed: ReadonlySet<string> = new Set(Object.values(bundleNames));
const proofForm = /^proofs\/(\d{12})\.tlog-proof$/;

export const proofName = (seq: number): string => `proofs/${String(seq).padStart(12, '0')}.tlog-proof`;

/** The receipt that a proof is of; undefined of anything else. */
export function seqOfProof(name: string): number | undefined {
  const digits = proofForm.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const consistencyForm = /^consistency\/\d{12}\.txt$/;

export const consistencyName = (size: number): string => `consistency/${String(size).padStart(12, '0')}.txt`;

export const isConsistencyName = (name: string): boolean => name === bundleNames.consistency || consistencyForm.test(name);

export const isBundleName = (name: string): boolean => fixed.has(name) || seqOfProof(name) !== undefined || isConsistencyName(name);

const shortOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1).slice(0, 8);

export const bundleFileName = (origin: string, size: number): string => `bailiwick-${shortOf(origin)}-${size}.zip`;

export const bindingFileName = (origin: string, binding: BindingId, size: number): string => `bailiwick-${shortOf(origin)}-binding-${binding.slice(0, 8)}-${size}.zip`;

export const archiveFileName = (origin: string, from: number, to: number): string => `bailiwick-${shortOf(origin)}-${from}-to-${to}.zip`;
