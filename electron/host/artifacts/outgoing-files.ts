import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AttemptId } from '../../../shared/ids.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Journal } from '../ledger/journal.ts';
import type { SqliteJournal } from '../ledger/sqlite-journal.ts';
import { isPublication } from './publish-file.ts';
import { copyName, publishParamsSchema } from './published-goal.ts';

const folderOf = (dataFolder: string): string => join(dataFolder, 'outgoing');

/** A fresh path for what is made whole in the data folder before it leaves; its name holds nothing of anybody else's. */
export async function freshPath(dataFolder: string): Promise<string> {
  const folder = folderOf(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, randomBytes(16).toString('hex'));
}

/** Has something made whole at a fresh path. Nothing stays there of what did not become so. */
export async function makeOutgoing<Value>(dataFolder: string, make: (staged: string) => Promise<Result<Value>>): Promise<Result<Value & { readonly staged: string }>> {
  const staged = await freshPath(dataFolder);
  let made: Result<Value> | undefined;
  try {
    made = await make(staged);
    return made.ok ? ok({ ...made.value, staged }) : made;
  } finally {
    if (!made?.ok) await dropOutgoing(staged);
  }
}

/** Two minutes, and one more second for every ten megabytes. */
export const secondsToPublish = (bytes: number): number => 120 + Math.ceil(bytes / 10_000_000);

export const dropOutgoing = (path: string): Promise<void> => rm(path, { force: true });

/** Removes what earlier runs left, but for what an open attempt may still need as evidence. Listed at once: what comes later stays. */
export async function sweepOutgoing(dataFolder: string, journal: Journal): Promise<void> {
  const folder = folderOf(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  const needed = new Set([...openPublications(journal)].map(([, { staged }]) => staged));
  for (const name of names) {
    const path = join(folder, name);
    if (!needed.has(path)) await dropOutgoing(path);
  }
}

/** Removes the copies that were left beside their destinations, whole or half made, each once its attempt is settled. */
export function dropHalfCopies(journal: SqliteJournal, onFault: (error: unknown) => void): void {
  const copies = new Map([...openPublications(journal)].map(([attempt, { destination }]) => [attempt, copyBeside(destination, attempt)]));
  journal.onAppend(({ body }) => {
    if (body.kind === 'intent' && isPublication(body.operation)) {
      const params = publishParamsSchema.safeParse(journal.document(body.params));
      if (params.success) copies.set(body.attempt, copyBeside(params.data.destination, body.attempt));
    }
    const copy = body.kind === 'settlement' ? copies.get(body.attempt) : undefined;
    if (copy === undefined || body.kind !== 'settlement') return;
    copies.delete(body.attempt);
    void rm(copy, { force: true }).catch(onFault);
  });
}

const copyBeside = (destination: string, attempt: AttemptId): string => join(dirname(destination), copyName(attempt));

function* openPublications(journal: Journal) {
  for (const { id, intent } of journal.world.open.values()) {
    const params = publishParamsSchema.safeParse(journal.document(intent.params));
    if (params.success) yield [id, params.data] as const;
  }
}
