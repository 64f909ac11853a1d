import { beforeEach, describe, expect, test } from 'vitest';
import { bundleNames } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { edgeText, parseEdge } from '../../electron/host/ledger/bundle/edge-text.ts';
import { makeArchive } from '../../electron/host/ledger/bundle/make-archive.ts';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { TreeReader } from '../../electron/host/ledger/tree-reader.ts';
import { changeEntry, changeLines, bundleFile, entriesOf, withEntries } from '../support/bundles.ts';
import { aSealedLedger, growTo, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { rewrite, withoutGuards } from '../support/tampering.ts';

let sealed: SealedLedger;

beforeEach(() => {
  sealed = aSealedLedger();
  sealAt(sealed, [5, 300]);
  growTo(sealed.journal, 310);
});

async function archiveFrom(from: number): Promise<Buffer> {
  const archive = makeArchive(sealed.ledger.db, { from });
  if (!archive.ok) throw new TypeError(archive.refusal.says);
  const pieces: Uint8Array[] = [];
  for await (const piece of archive.value.bytes()) pieces.push(piece);
  return Buffer.concat(pieces);
}

const verify = (bytes: Uint8Array) => verifyBundle(bundleFile(bytes), { keys: [sealed.key.fingerprint], kept: [] });

describe('an archive of a sealed segment', () => {
  test.each([1, 2, 6, 256, 257, 300])('from %i verifies by itself, up to the newest checkpoint', async (from) => {
    expect(await verify(await archiveFrom(from))).toMatchObject({ verdict: 'consistent', receipts: 301 - from, seal: { size: 300, isKnown: true } });
  });

  test('holds every receipt from there on, and the tree before them', async () => {
    const entries = await entriesOf(await archiveFrom(256));

    expect([...entries.keys()]).toEqual([bundleNames.readme, bundleNames.verifier, bundleNames.checkpoint, bundleNames.edge, bundleNames.receipts]);
    expect(entries.get(bundleNames.receipts)?.trimEnd().split('\n')).toHaveLength(45);
    expect(parseEdge(entries.get(bundleNames.edge) ?? '')).toEqual(new TreeReader(sealed.ledger.db).rangeAt(255));
    expect(entries.get(bundleNames.readme)).toContain(`--key ${sealed.key.fingerprint}`);
  });

  test.each([0, 301, 1.5])('does not begin at %d', (from) => {
    expect(makeArchive(sealed.ledger.db, { from })).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
  });

  test('is not made of receipts that are not the sealed ones', async () => {
    const raw = withoutGuards(sealed.folder);
    rewrite(raw, 200, (text) => text.replace('operator', 'operatos').replace('console', 'consolf'));

    await expect(archiveFrom(100)).rejects.toThrow('The receipts are not those that were sealed.');
  });
});

describe('what is found in an archive:', () => {
  const otherHash = Buffer.alloc(32, 7).toString('base64');

  test.each<[string, (entries: Map<string, string>) => void, object, string]>([
    ['a changed receipt', changeLines((lines) => lines.with(3, lines[3]?.replace(/"seq":\d+/, '"seq":9999') ?? '')), { kind: 'receipt', seq: 103 }, 'its bytes name another place in the order'],
    ['another letter', changeLines((lines) => lines.with(3, lines[3]?.replace('"id":"', '"id":"').replace(/"at":"2(\d)/, '"at":"3$1') ?? '')), { kind: 'receipts', from: 100, to: 300 }, 'with the tree before them they do not lead to what was signed'],
    ['a receipt that was taken out', changeLines((lines) => lines.toSpliced(7, 1)), { kind: 'receipt', seq: 107 }, 'its bytes name another place in the order'],
    ['a tail that was cut off', changeLines((lines) => lines.slice(0, -4)), { kind: 'receipt', seq: 297 }, 'the receipt is missing'],
    ['another tree before it', changeEntry(bundleNames.edge, (text) => text.replace(/[A-Za-z0-9+/]{43}=/, otherHash)), { kind: 'receipts', from: 100, to: 300 }, 'with the tree before them they do not lead to what was signed'],
    ['an edge that is none', changeEntry(bundleNames.edge, () => 'edge'), { kind: 'entry', name: bundleNames.edge }, 'it is not the edge of a tree'],
  ])('%s', async (_name, change, place, rule) => {
    const changed = await withEntries(await archiveFrom(100), change);

    expect(await verify(changed)).toMatchObject({ verdict: 'broken', finding: { place, rule }, receipts: 0 });
  });

  test('a receipt too many', async () => {
    const archive = await archiveFrom(100);
    const bytes = sealed.ledger.db.prepare('SELECT bytes FROM receipts WHERE seq = 301').pluck().get() as Buffer;

    expect(await verify(await withEntries(archive, changeLines((lines) => [...lines, bytes.toString('utf8')])))).toMatchObject({ verdict: 'broken', finding: { place: { kind: 'receipt', seq: 301 }, rule: 'the checkpoint does not cover it' } });
  });
});

describe('the text of an edge', () => {
  test.each(['', 'bailiwick edge v1\n', 'bailiwick edge v1\n-1\n', 'bailiwick edge v1\n01\nAAAA\n', 'bailiwick edge v1\n1\n', 'bailiwick edge v1\n0\nx', 'bailiwick edge v1\n1\nshort\n'])('%j is none', (text) => {
    expect(() => parseEdge(text)).toThrow();
  });

  test('is read as it was written', () => {
    for (const size of [0, 1, 7, 256, 299]) {
      const edge = new TreeReader(sealed.ledger.db).rangeAt(size);
      expect(parseEdge(edgeText(edge))).toEqual(edge);
    }
  });
});
