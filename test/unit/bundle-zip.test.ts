import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBundleName, proofName, seqOfProof } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { centralHeader, endRecord, localHeader } from '../../electron/host/ledger/bundle/zip-form.ts';
import { NotABundleError, ZipReader } from '../../electron/host/ledger/bundle/zip-reader.ts';
import { ZipWriter, ZipTooLargeError } from '../../electron/host/ledger/bundle/zip-writer.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

function fileOf(bytes: Uint8Array): string {
  const file = path.join(aTemporaryFolder(), 'x.zip');
  writeFileSync(file, bytes);
  return file;
}

async function opened(bytes: Uint8Array): Promise<ZipReader> {
  const zip = await ZipReader.open(fileOf(bytes), isBundleName);
  onTestFinished(() => zip.close());
  return zip;
}

function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  const zip = new ZipWriter();
  return Buffer.concat([...Object.entries(entries).map(([name, text]) => zip.whole(name, text)), zip.end()]);
}

const two = { 'README.txt': 'read me', 'checkpoint.txt': '' };

describe('an archive', () => {
  test('is read as it was written', async () => {
    const zip = await opened(zipOf({ ...two, [proofName(7)]: 'a proof' }));

    expect(zip.names).toEqual(['README.txt', 'checkpoint.txt', 'proofs/000000000007.tlog-proof']);
    expect((await zip.read('README.txt', 100))?.toString()).toBe('read me');
    expect((await zip.read('checkpoint.txt', 100))?.toString()).toBe('');
  });

  test('gives a long entry piece by piece, and says at the end whether it was whole', async () => {
    const long = 'x'.repeat(200_000);
    const bytes = zipOf({ 'receipts.ndjson': long });
    const broken = Buffer.from(bytes);
    broken.write('y', 100_000);

    for (const [given, isWhole] of [[bytes, true], [broken, false]] as const) {
      const pieces = (await opened(given)).pieces('receipts.ndjson');
      let length = 0;
      let next = await pieces.next();
      for (; !next.done; next = await pieces.next()) length += next.value.length;
      expect([length, next.value]).toEqual([200_000, isWhole]);
    }
  });

  test('whose bytes were changed reads as null', async () => {
    const bytes = zipOf(two);
    bytes.write('R', bytes.indexOf('read me'));

    expect(await (await opened(bytes)).read('README.txt', 100)).toBeNull();
  });

  test('refuses an entry longer than it can be before reading it', async () => {
    await expect((await opened(zipOf(two))).read('README.txt', 6)).rejects.toThrow('README.txt is longer than it can be.');
  });

  test('larger than its form can say is not written', () => {
    const zip = new ZipWriter();
    zip.begin({ name: 'receipts.ndjson', size: 0xffff_ffb0, crc: 0 });

    expect(() => zip.whole('README.txt', 'read me')).toThrow(ZipTooLargeError);
  });
});

describe('refused as no bundle, with nothing unpacked, is', () => {
  const refused = async (bytes: Uint8Array) => {
    await expect(opened(bytes)).rejects.toThrow(NotABundleError);
  };

  /** Entries by hand, in the right form but for what is tried. */
  function byHand(entries: readonly { readonly name: string; readonly text: string }[], change: (parts: { local: Buffer[]; central: Buffer[] }) => void = () => undefined): Buffer {
    const local: Buffer[] = [];
    const central: Buffer[] = [];
    let offset = 0;
    for (const { name, text } of entries) {
      const bytes = Buffer.from(text);
      const entry = { name, size: bytes.length, crc: crc32(bytes) };
      local.push(Buffer.concat([localHeader(entry), bytes]));
      central.push(centralHeader(entry, offset));
      offset += localHeader(entry).length + bytes.length;
    }
    change({ local, central });
    const list = Buffer.concat(central);
    const data = Buffer.concat(local);
    return Buffer.concat([data, list, endRecord(central.length, { offset: data.length, size: list.length })]);
  }

  test('what is by hand as it should be, is not', async () => {
    expect((await opened(byHand([{ name: 'README.txt', text: 'x' }]))).names).toEqual(['README.txt']);
  });

  test.each(['../README.txt', '/README.txt', 'proofs/../README.txt', 'C:\\README.txt', 'proofs\\000000000001.tlog-proof', 'README.TXT', 'readme.txt', 'README.txt/', 'other.txt', '', 'README.txt\0.exe', 'proofs/1.tlog-proof', 'proofs/000000000001.tlog-proof.exe'])('an entry named %j', async (name) => {
    await refused(byHand([{ name, text: 'x' }]));
  });

  test('two entries of one name', async () => {
    await refused(byHand([{ name: 'README.txt', text: 'one' }, { name: 'README.txt', text: 'two' }]));
  });

  test.each<[string, number, number]>([
    ['compressed', 10, 8], ['encrypted', 8, 1], ['with a length that follows its bytes', 8, 8], ['dated', 14, 1], ['with a comment', 32, 1], ['with an extra field', 30, 1], ['with attributes, such as a link’s', 38, 0xa1], ['on another disk', 34, 1], ['that begins elsewhere', 42, 1],
  ])('an entry that is %s', async (_name, at, value) => {
    await refused(byHand([{ name: 'README.txt', text: 'x' }], ({ central }) => void central[0]?.writeUInt16LE(value, at)));
  });

  test('an entry that was really compressed', async () => {
    const packed = deflateRawSync(Buffer.alloc(10_000_000));
    await refused(
      byHand([{ name: 'README.txt', text: packed.toString('latin1') }], ({ central }) => {
        central[0]?.writeUInt16LE(8, 10);
        central[0]?.writeUInt32LE(10_000_000, 24);
      }),
    );
  });

  test('an entry whose own header says something else than the list', async () => {
    const zip = await opened(byHand([{ name: 'README.txt', text: 'x' }], ({ local }) => void local[0]?.write('readme.txt', 30)));

    await expect(zip.read('README.txt', 100)).rejects.toThrow(NotABundleError);
  });

  test.each<[string, (bytes: Buffer) => Uint8Array]>([
    ['cut off', (bytes) => bytes.subarray(0, -1)],
    ['cut off in front', (bytes) => bytes.subarray(1)],
    ['with something before it', (bytes) => Buffer.concat([Buffer.from('#!'), bytes])],
    ['with something after it', (bytes) => Buffer.concat([bytes, Buffer.from(' ')])],
    ['empty', () => new Uint8Array()],
    ['all zeros', () => new Uint8Array(100)],
    ['no archive', () => Buffer.from('not an archive, whatever its name says '.repeat(10))],
    ['with a count that is not that of its list', (bytes) => changed(bytes, bytes.length - 12, 1)],
    ['with a list longer than it is', (bytes) => changed(bytes, bytes.length - 10, 0xff)],
    ['with a list that begins elsewhere', (bytes) => changed(bytes, bytes.length - 6, 0xff)],
  ])('an archive that is %s', async (_name, change) => {
    await refused(change(zipOf(two)));
  });

  test('an archive with room between its entries', async () => {
    const zip = new ZipWriter();
    const first = zip.whole('README.txt', 'x');
    const second = zip.whole('checkpoint.txt', 'y');
    await refused(Buffer.concat([first, Buffer.from('hidden'), second, zip.end()]));
  });

  function changed(bytes: Buffer, at: number, value: number): Buffer {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(value, at);
    return copy;
  }
});

describe('the name of a proof', () => {
  test('tells its receipt, and sorts as they do', () => {
    expect([1, 999, 1_000_000_000].map((seq) => seqOfProof(proofName(seq)))).toEqual([1, 999, 1_000_000_000]);
    expect([10, 9].map(proofName).toSorted()).toEqual([9, 10].map(proofName));
    expect(seqOfProof('proofs/1.tlog-proof')).toBeUndefined();
  });
});
