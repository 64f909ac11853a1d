import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emptyRange, rootOf, withLeaf } from '../../electron/host/ledger/compact-range.ts';
import { leafHash } from '../../electron/host/ledger/digest.ts';
import { GrowingTree, type Subtree } from '../../electron/host/ledger/growing-tree.ts';
import { consistencyPath, inclusionPath, isConsistent, rootFromInclusion } from '../../electron/host/ledger/merkle-proof.ts';
import { migrate, migrations } from '../../electron/host/ledger/migrations.ts';
import { fillingSubtrees } from '../../electron/host/ledger/subtrees.ts';
import { TreeReader } from '../../electron/host/ledger/tree-reader.ts';
import { aLedger, appendMany } from '../support/ledgers.ts';
import { naiveTree } from '../support/naive-tree.ts';

const leafOf = (index: number): Buffer => leafHash(Buffer.from(String(index)));
const leavesOf = (count: number): Buffer[] => Array.from({ length: count }, (_, index) => leafOf(index));

/** A database with so many receipts, of which only the leaves matter here. */
function aTreeOf(leaves: readonly Buffer[]): Database.Database {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  migrate(db);
  insertLeaves(db, leaves);
  fillingSubtrees(db)();
  return db;
}

function insertLeaves(db: Database.Database, leaves: readonly Buffer[]): void {
  const insert = db.prepare("INSERT INTO receipts (seq, bytes, leaf, kind) VALUES (?, x'7b7d', ?, 'decision')");
  db.transaction(() => {
    for (const [index, leaf] of leaves.entries()) insert.run(index + 1, leaf);
  })();
}

const keptIn = (db: Database.Database): unknown[] => db.prepare('SELECT level, position, hash FROM subtrees ORDER BY level, position').all();
const hexes = (path: readonly Uint8Array[]): string[] => path.map((hash) => Buffer.from(hash).toString('hex'));

describe('a proof that is read out of the database', () => {
  const leaves = leavesOf(1300);
  const naive = naiveTree(leaves);

  test('is that of the naive tree, at every size and place', () => {
    const tree = new TreeReader(aTreeOf(leaves));

    fc.assert(
      fc.property(fc.integer({ min: 1, max: leaves.length }), fc.nat(), fc.nat(), (size, one, other) => {
        const [index, from] = [one % size, other % (size + 1)];
        expect(hexes([tree.rootAt(size)])).toEqual(hexes([naive(0, size)]));
        expect(hexes(tree.inclusion(index, size))).toEqual(hexes(inclusionPath(naive, index, size)));
        expect(hexes(tree.consistency(from, size))).toEqual(hexes(consistencyPath(naive, from, size)));
      }),
      { numRuns: 300 },
    );
  });

  test.each([255, 256, 257, 511, 512, 513])('is so where a block begins or ends: %i', (size) => {
    const tree = new TreeReader(aTreeOf(leaves.slice(0, size)));

    for (const index of [0, 1, 254, 255, 256, 511, size - 1].filter((each) => each < size)) {
      expect(hexes(tree.inclusion(index, size))).toEqual(hexes(inclusionPath(naive, index, size)));
    }
  });

  test('goes through two kept levels', { timeout: 120_000 }, () => {
    const many = leavesOf(66_000);
    const tree = new TreeReader(aTreeOf(many));
    const root = tree.rootAt(many.length);

    expect(hexes([root])).toEqual(hexes([naiveTree(many)(0, many.length)]));
    for (const index of [0, 40_000, 65_535, 65_536, 65_999]) {
      expect(hexes([rootFromInclusion(leafOf(index), index, many.length, tree.inclusion(index, many.length)) ?? Buffer.alloc(0)])).toEqual(hexes([root]));
    }
    for (const size of [1, 255, 65_535, 65_536, 65_537]) {
      expect(isConsistent({ size, root: tree.rootAt(size) }, { size: many.length, root }, tree.consistency(size, many.length))).toBe(true);
    }
  });

  test('of an empty tree is that of nothing', () => {
    expect(hexes([new TreeReader(aTreeOf([])).rootAt(0)])).toEqual(hexes([naive(0, 0)]));
  });
});

describe('the kept subtrees', () => {
  test('are filled as receipts are appended, also by a transaction that goes past one', () => {
    const { ledger } = aLedger();
    appendMany(ledger, 250);
    ledger.appendAll(Array.from({ length: 600 }, () => ({ actor: { class: 'adm', id: 'operator' }, about: { kind: 'installation' }, body: { kind: 'decision', decision: 'deny', subject: `sha256:${'0'.repeat(64)}` as never } }) as const));
    const leaves = ledger.db.prepare('SELECT leaf FROM receipts ORDER BY seq').pluck().all() as Buffer[];

    const naive = naiveTree(leaves);
    expect(keptIn(ledger.db)).toEqual([0, 1, 2].map((position) => ({ level: 8, position, hash: naive(position * 256, 256) })));
    expect(hexes([new TreeReader(ledger.db).rootAt(850)])).toEqual(hexes([ledger.root]));
  });

  test('of a ledger from before them are filled by its migration', () => {
    const db = new Database(':memory:');
    onTestFinished(() => void db.close());
    const [first] = migrations;
    db.exec(typeof first === 'string' ? first : '');
    db.pragma('user_version = 1');
    insertLeaves(db, leavesOf(600));

    migrate(db);

    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(keptIn(db)).toEqual(keptIn(aTreeOf(leavesOf(600))));
  });

  test('are those that a growing tree tells of', () => {
    const told: Subtree[] = [];
    const tree = new GrowingTree();
    for (const leaf of leavesOf(1100)) tree.add(leaf, (subtree) => told.push(subtree));

    expect(told).toEqual(keptIn(aTreeOf(leavesOf(1100))));
  });
});

describe('a growing tree', () => {
  test('is a compact range, at every size, and goes on from one', () => {
    let range = emptyRange;
    const tree = new GrowingTree();
    for (const leaf of leavesOf(300)) {
      range = withLeaf(range, leaf);
      tree.add(leaf);
      expect(tree.range).toEqual(range);
    }

    const more = new GrowingTree(range);
    more.add(leafOf(300));
    expect(hexes([more.root])).toEqual(hexes([rootOf(withLeaf(range, leafOf(300)))]));
  });
});
