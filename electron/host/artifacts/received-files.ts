import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journal } from '../ledger/journal.ts';
import { publishParamsSchema } from './published-goal.ts';

const folderOf = (dataFolder: string): string => join(dataFolder, 'received');

/** A fresh path for bytes from a guest; its name holds nothing of theirs. */
export async function freshPath(dataFolder: string): Promise<string> {
  const folder = folderOf(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, randomBytes(16).toString('hex'));
}

export const dropReceived = (path: string): Promise<void> => rm(path, { force: true });

/** Removes what earlier runs left, but for what an open attempt may still need as evidence. Listed at once: what comes later stays. */
export async function sweepReceivedFiles(dataFolder: string, journal: Journal): Promise<void> {
  const folder = folderOf(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  const needed = new Set(
    [...journal.world.open.values()].flatMap((attempt) => {
      const params = publishParamsSchema.safeParse(journal.document(attempt.intent.params));
      return params.success ? [params.data.staged] : [];
    }),
  );
  for (const name of names) {
    const path = join(folder, name);
    if (!needed.has(path)) await dropReceived(path);
  }
}
