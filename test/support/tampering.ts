import type Database from 'better-sqlite3';
import { leafHash } from '../../electron/host/ledger/digest.ts';
import { fillingSubtrees } from '../../electron/host/ledger/subtrees.ts';
import { aRawConnection } from './ledgers.ts';

/** A ledger's database in the hands of somebody with all the rights to the file: nothing guards it any more. */
export function withoutGuards(folder: string): Database.Database {
  const raw = aRawConnection(folder);
  const guards = raw.prepare("SELECT type, name FROM sqlite_schema WHERE type = 'trigger' OR (type = 'index' AND sql IS NOT NULL)").all() as { type: string; name: string }[];
  for (const { type, name } of guards) raw.exec(`DROP ${type} ${name}`);
  return raw;
}

export function bytesAt(raw: Database.Database, seq: number): Buffer {
  return raw.prepare('SELECT bytes FROM receipts WHERE seq = ?').pluck().get(seq) as Buffer;
}

export function rewrite(raw: Database.Database, seq: number, change: (text: string) => string): void {
  const bytes = Buffer.from(change(bytesAt(raw, seq).toString('utf8')));
  raw.prepare('UPDATE receipts SET bytes = ? WHERE seq = ?').run(bytes, seq);
}

/** Makes leaves and subtrees fit what is stored, as a thorough forger would. */
export function recompute(raw: Database.Database): void {
  const set = raw.prepare('UPDATE receipts SET leaf = ? WHERE seq = ?');
  const rows = raw.prepare('SELECT seq, bytes FROM receipts ORDER BY seq').all() as { seq: number; bytes: Buffer }[];
  raw.transaction(() => {
    for (const { seq, bytes } of rows) {
      set.run(leafHash(bytes), seq);
    }
    raw.exec('DELETE FROM subtrees');
    fillingSubtrees(raw)();
  })();
}

/** Cuts everything after so many receipts, as if it had never been. */
export function cutTail(raw: Database.Database, size: number): void {
  raw.prepare('DELETE FROM receipts WHERE seq > ?').run(size);
  raw.prepare('DELETE FROM checkpoints WHERE size > ?').run(size);
  recompute(raw);
}
