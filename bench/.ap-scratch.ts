import Database from 'better-sqlite3';
import { mkdtempSync } from 'node:fs';
import { openLedger, setPragmas } from '../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../electron/host/ledger/sqlite-journal.ts';
import * as b from '../test/support/builders.ts';
import { randomBytes } from 'node:crypto';
const f = mkdtempSync('/tmp/bw-append-');
const { ledger, close } = openLedger(f);
const journal = new SqliteJournal(ledger);
journal.append(b.aRequest());
const raw = new Database(f + '/bare.sqlite'); setPragmas(raw);
raw.exec('CREATE TABLE t (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)');
const ins = raw.prepare('INSERT INTO t (bytes) VALUES (?)');
const last = ledger.db.prepare('SELECT bytes FROM receipts WHERE seq = ?').pluck();
const sync = process.argv[2]; if (sync) { ledger.db.pragma('synchronous='+sync); raw.pragma('synchronous='+sync); }
const med=(a:number[])=>[...a].sort((x,y)=>x-y)[a.length>>1]!; const mean=(a:number[])=>a.reduce((x,y)=>x+y,0)/a.length;
for (let round = 0; round < 6; round++) {
  const ours: number[] = [], ref: number[] = [];
  for (let i = 0; i < 150; i++) {
    const id = randomBytes(16).toString('hex') as any;
    for (const e of b.anEffect('deliver', b.aboutResource('work'), id)) {
      let t = performance.now(); journal.append(e); ours.push(performance.now() - t);
      const bytes = last.get(ledger.size);
      t = performance.now(); ins.run(bytes); ref.push(performance.now() - t);
    }
  }
  console.log('med', med(ours).toFixed(3), med(ref).toFixed(3), (med(ref)/med(ours)).toFixed(3), 'mean', mean(ours).toFixed(3), mean(ref).toFixed(3), (mean(ref)/mean(ours)).toFixed(3));
}
close();
