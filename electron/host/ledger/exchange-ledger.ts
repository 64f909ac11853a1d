import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makePrivateAndDurable, stampOf } from './backups.ts';
import { ledgerFile } from './ledger-file.ts';

const freshOf = (file: string): string => `${file}.new`;
const asideOf = (file: string): string => `${file}.set-aside-`;
const ends = ['', '-wal', '-shm'] as const;

/** The ledger is set aside only once the whole copy lies beside it: a copy without a ledger is an exchange that was cut, and is gone on with. */
export function exchange(dataFolder: string, backup: string, now: Date): void {
  const file = ledgerFile(dataFolder);
  copyAside(backup, freshOf(file));
  putInPlace(file, `${asideOf(file)}${stampOf(now)}`);
}

/** What a process that was killed while it exchanged the ledger left to do. To be asked as its one writer, before it is opened. */
export function finishExchange(dataFolder: string): void {
  const file = ledgerFile(dataFolder);
  if (existsSync(file) || !existsSync(freshOf(file))) return;
  const aside = lastSetAside(file);
  if (aside !== undefined) putInPlace(file, aside);
}

function copyAside(backup: string, fresh: string): void {
  try {
    copyFileSync(backup, fresh);
    makePrivateAndDurable(fresh);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function putInPlace(file: string, aside: string): void {
  for (const end of ends) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
  renameSync(freshOf(file), file);
}

/** The database alone: what belongs to it goes under the same name. */
function lastSetAside(file: string): string | undefined {
  const begin = path.basename(asideOf(file));
  const name = readdirSync(path.dirname(file)).filter((each) => each.startsWith(begin) && each.endsWith('Z')).toSorted().at(-1);
  return name === undefined ? undefined : path.join(path.dirname(file), name);
}
