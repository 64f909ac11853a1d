import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { verifyBundle } from '../host/ledger/bundle/verify-bundle.ts';
import { NotABundleError } from '../host/ledger/bundle/zip-reader.ts';
import { LedgerDamagedError, LedgerFromNewerBuildError, LedgerNotReadableError } from '../host/ledger/ledger-errors.ts';
import { markBeside } from '../host/ledger/sealing/mark-files.ts';
import type { SpawnThread } from '../host/ledger/threads/spawn-threads.ts';
import type { KeptCheckpoint, Trust } from '../host/ledger/verify/anchors.ts';
import type { Command } from './arguments.ts';
import type { Verified } from './outcome.ts';

type Verify = Extract<Command, { readonly kind: 'verify' }>;

export type Outcome = { readonly ok: true; readonly verified: Verified } | { readonly ok: false; readonly says: string };

/** Verifies whatever the file is. What is native is loaded for a database alone. */
export async function verifyFile({ file: given, keys, checkpoints }: Verify, spawn: SpawnThread): Promise<Outcome> {
  try {
    const file = await ledgerFileIn(given);
    const kind = await kindOf(file);
    if (kind === null) return { ok: false, says: `${given} is neither a bundle nor a ledger’s database.` };
    const kept = await Promise.all(checkpoints.map(async (name): Promise<KeptCheckpoint> => ({ name, note: await readFile(name, 'utf8') })));
    return { ok: true, verified: kind === 'bundle' ? await ofBundle(file, { keys, kept }) : await ofDatabase(file, { keys, kept }, spawn) };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { ok: false, says: error.message };
  }
}

const ofBundle = async (file: string, trust: Trust): Promise<Verified> => ({ kind: 'bundle', file, report: await verifyBundle(file, trust), holder: null });

async function ofDatabase(file: string, { keys, kept }: Trust, spawn: SpawnThread): Promise<Verified> {
  const { verifyDatabase } = await import('../host/ledger/verify/verify-database.ts');
  const { report, holder } = await verifyDatabase(file, { keys, kept: [...kept, ...(await markOf(file))] }, spawn);
  return { kind: 'database', file, report, holder };
}

/** The console keeps one of its two marks beside the database. */
async function markOf(file: string): Promise<readonly KeptCheckpoint[]> {
  const mark = markBeside(path.dirname(file));
  try {
    return [{ name: mark, note: await readFile(mark, 'utf8') }];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A data folder stands for the ledger in it. */
async function ledgerFileIn(given: string): Promise<string> {
  return (await stat(given)).isDirectory() ? path.join(given, 'ledger.sqlite') : given;
}

const beginnings = { bundle: Buffer.from('PK\x03\x04', 'latin1'), database: Buffer.from('SQLite format 3\0', 'latin1') } as const;

async function kindOf(file: string): Promise<Verified['kind'] | null> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(beginnings.database.length), 0, beginnings.database.length, 0);
    for (const kind of ['bundle', 'database'] as const) if (buffer.subarray(0, beginnings[kind].length).equals(beginnings[kind])) return kind;
    return null;
  } finally {
    await handle.close();
  }
}

const isExpected = (error: unknown): error is Error =>
  [NotABundleError, LedgerNotReadableError, LedgerDamagedError, LedgerFromNewerBuildError].some((kind) => error instanceof kind) || codeOf(error) !== undefined;

/** The file system's own word for what went wrong. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error && 'syscall' in error ? error.code : undefined);
