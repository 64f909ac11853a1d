import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LedgerDamagedError, LedgerFromNewerBuildError, LedgerHeldError, LedgerNotWritableError } from '../../electron/host/ledger/ledger-errors.ts';
import { migrate, migrations } from '../../electron/host/ledger/migrations.ts';
import { ledgerFile, openLedger, setPragmas } from '../../electron/host/ledger/open-ledger.ts';
import { takeWriterLock } from '../../electron/host/ledger/writer-lock.ts';
import { aDecision } from '../support/builders.ts';
import { aLedgerProcess } from '../support/ledger-process.ts';
import { aLedger, appendMany, aRawConnection } from '../support/ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

// A process of its own takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('opening a data folder’s ledger', () => {
  test('makes the folder, for its owner alone, and the database in it', () => {
    const folder = path.join(aTemporaryFolder(), 'new');

    const { ledger } = aLedger(folder);

    expect(ledger.size).toBe(0);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(ledgerFile(folder)).isFile()).toBe(true);
  });

  test('writes through to the disk with each append and trusts no schema', () => {
    const { ledger } = aLedger();
    const pragma = (name: string) => ledger.db.pragma(name, { simple: true });

    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('trusted_schema')]).toEqual(['wal', 2, 1, 0]);
  });
});

describe('B12 102: a data folder with a writer', () => {
  test('is refused to a second writer, naming who holds it', async () => {
    const folder = aTemporaryFolder();
    const holder = await aLedgerProcess('hold', folder);

    const open = () => openLedger(folder);

    expect(open).toThrow(LedgerHeldError);
    expect(open).toThrow(`process ${holder.pid}, since 2`);
  });

  test('is free again as soon as the writer was killed, though its note is still there', async () => {
    const folder = aTemporaryFolder();
    const holder = await aLedgerProcess('hold', folder);
    await holder.kill();

    const { ledger } = aLedger(folder);

    expect(ledger.append(aDecision()).seq).toBe(1);
  });

  test('is free where the note names a process that lives: a reused process id means nothing', () => {
    const folder = aTemporaryFolder();
    writeFileSync(path.join(folder, 'writer.json'), JSON.stringify({ pid: process.ppid, since: '2026-01-01T00:00:00.000Z' }));

    expect(aLedger(folder).ledger.writable).toBe(true);
  });

  test('is refused to a second writer in the same process', () => {
    const { folder } = aLedger();

    expect(() => openLedger(folder)).toThrow(LedgerHeldError);
  });

  test('stays held while nothing but its process refers to the lock', async () => {
    const folder = aTemporaryFolder();
    takeWriterLock(folder);

    await collectGarbage();

    expect(() => takeWriterLock(folder)).toThrow(LedgerHeldError);
  });

  test('is refused also where the note cannot be read', () => {
    const { folder } = aLedger();
    writeFileSync(path.join(folder, 'writer.json'), '{');

    expect(() => openLedger(folder)).toThrow(`Another Bailiwick writes to ${folder}. Close it`);
  });

  test('is free after it was closed, also when closed twice', () => {
    const { folder, close } = aLedger();

    close();
    close();

    expect(aLedger(folder).ledger.writable).toBe(true);
  });

  test('is still read by others while it is written', () => {
    const { folder, ledger } = aLedger();
    const reader = aRawConnection(folder, { readonly: true });

    ledger.append(aDecision());

    expect(reader.prepare('SELECT seq FROM receipts').pluck().all()).toEqual([1]);
  });
});

describe('a data folder whose lock cannot be taken for another reason', () => {
  test('is not said to be held by somebody', () => {
    const folder = aTemporaryFolder();
    mkdirSync(path.join(folder, 'writer.lock'));

    expect(() => openLedger(folder)).toThrow(LedgerNotWritableError);
  });

  test('gives the lock back where the note cannot be written', () => {
    const folder = aTemporaryFolder();
    const note = path.join(folder, 'writer.json');
    mkdirSync(note);

    expect(() => takeWriterLock(folder)).toThrow('EISDIR');

    const other = new Database(path.join(folder, 'writer.lock'), { timeout: 0 });
    onTestFinished(() => void other.close());
    expect(() => other.exec('BEGIN EXCLUSIVE')).not.toThrow();
  });
});

describe('a database of a newer build', () => {
  function aNewerLedger(): string {
    const { folder, ledger, close } = aLedger();
    ledger.append(aDecision());
    ledger.db.pragma(`user_version = ${migrations.length + 1}`);
    close();
    return folder;
  }

  test('is refused, saying which versions', () => {
    const folder = aNewerLedger();

    expect(() => openLedger(folder)).toThrow(new LedgerFromNewerBuildError(`The ledger has version ${migrations.length + 1}; this build knows ${migrations.length}. Open it with the newer build.`));
  });

  test('is left as it was to the byte, and the folder free', () => {
    const folder = aNewerLedger();
    const before = readFileSync(ledgerFile(folder));

    expect(() => openLedger(folder)).toThrow(LedgerFromNewerBuildError);

    expect(readFileSync(ledgerFile(folder)).equals(before)).toBe(true);
    expect(() => takeWriterLock(folder).release()).not.toThrow();
  });

  test('keeps what a killed writer had not yet moved into the main file', () => {
    const writing = aNewerLedger();
    const crashed = aTemporaryFolder();
    aRawConnection(writing).exec('PRAGMA wal_autocheckpoint = 0; CREATE TABLE later (a)');
    const files = [ledgerFile(crashed), `${ledgerFile(crashed)}-wal`] as const;
    for (const [index, file] of [ledgerFile(writing), `${ledgerFile(writing)}-wal`].entries()) cpSync(file, files[index] ?? '');
    const before = files.map((file) => readFileSync(file, 'hex'));

    expect(() => openLedger(crashed)).toThrow(LedgerFromNewerBuildError);

    expect(files.map((file) => readFileSync(file, 'hex'))).toEqual(before);
  });
});

describe('bringing a database to this build’s version', () => {
  test('happens in one transaction: a step that fails leaves nothing behind', () => {
    const db = new Database(':memory:');
    db.exec('CREATE TABLE documents (another TEXT)');

    expect(() => migrate(db)).toThrow('already exists');

    expect(db.pragma('user_version', { simple: true })).toBe(0);
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toEqual(['documents']);
  });

  test('is done once: opening again changes nothing', () => {
    const db = new Database(':memory:');
    migrate(db);
    const schema = db.prepare('SELECT sql FROM sqlite_schema').pluck().all();

    migrate(db);

    expect(db.prepare('SELECT sql FROM sqlite_schema').pluck().all()).toEqual(schema);
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
  });

  test('takes strict tables only', () => {
    const db = new Database(':memory:');
    setPragmas(db);
    migrate(db);

    const strictness = db.prepare("SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'").all() as { strict: number }[];

    expect(strictness.length).toBeGreaterThan(2);
    expect(strictness.every(({ strict }) => strict === 1)).toBe(true);
  });
});

describe('a file that no ledger can be', () => {
  test('is refused as damaged, and the folder is free', () => {
    const folder = aTemporaryFolder();
    writeFileSync(ledgerFile(folder), 'not a database, whatever its name says '.repeat(200));

    expect(() => openLedger(folder)).toThrow(LedgerDamagedError);

    expect(() => takeWriterLock(folder).release()).not.toThrow();
  });

  test.each([
    ['lost one of its newest receipts', 'DROP TRIGGER receipts_never_leave; DELETE FROM receipts WHERE seq = 299'],
    ['lost a subtree', 'DELETE FROM subtrees'],
    ['lost its first receipt', 'DROP TRIGGER receipts_never_leave; DELETE FROM receipts WHERE seq = 1'],
  ])('is refused as damaged where it %s', (_name, sql) => {
    const { folder, ledger, close } = aLedger();
    appendMany(ledger, 300);
    close();
    aRawConnection(folder).exec(sql);

    expect(() => openLedger(folder)).toThrow(LedgerDamagedError);
  });
});

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    // What was collected is finalized in a later turn.
    await setImmediate();
  }
}
