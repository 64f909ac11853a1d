import fc from 'fast-check';
import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { readIncomingTar } from '../../electron/host/projection/incoming-tar.ts';
import { dangerOfPath } from '../../electron/host/projection/safe-path.ts';
import { BrokenArchiveError } from '../../electron/host/projection/tar-header.ts';
import { gathered, paxHeader, readTar, tarEnd, tarEntry, tarHeader, tarOf } from '../support/tar-bytes.ts';

describe('sizes and counts', () => {
  test('refuses a file over its bound and goes on behind it', async () => {
    const entries = await readTar(tarOf(tarEntry({ name: 'big' }, 'x'.repeat(2000)), tarEntry({ name: 'small' }, 'y')), { maxEntryBytes: 1999 });

    expect(entries).toMatchObject([{ kind: 'refused', path: 'big', says: 'it has 2000 bytes, more than the 1999 allowed' }, { path: 'small', content: 'y' }]);
  });

  test('takes a file that just fits', async () => {
    expect(await readTar(tarOf(tarEntry({}, 'x'.repeat(2000))), { maxEntryBytes: 2000 })).toMatchObject([{ kind: 'entry', bytes: 2000 }]);
  });

  test('reads a size in base 256', async () => {
    const size = Buffer.concat([Buffer.from([0x80]), Buffer.alloc(9), Buffer.from([2, 0])]);

    expect(await readTar(tarOf(tarEntry({ size }, 'x'.repeat(512))))).toMatchObject([{ bytes: 512 }]);
  });

  test.each([
    ['a huge size', Buffer.concat([Buffer.from([0x80]), Buffer.alloc(3, 0xff), Buffer.alloc(8, 0xff)])],
    ['a negative size', Buffer.alloc(12, 0xff)],
    ['a size that is no number', Buffer.from('0000000009z ')],
  ])('gives up on %s', async (_what, size) => {
    await expect(readTar(tarOf(tarEntry({ size }, 'x')))).rejects.toThrow(BrokenArchiveError);
  });

  test('an extended size may replace a zero, and no other size', async () => {
    expect(await readTar(tarOf(paxHeader({ size: '3' }), tarEntry({ size: 0 }, 'abc')))).toMatchObject([{ bytes: 3, content: 'abc' }]);
    await expect(readTar(tarOf(paxHeader({ size: '600' }), tarEntry({ size: 3 }, 'abc')))).rejects.toThrow(BrokenArchiveError);
    await expect(readTar(tarOf(paxHeader({ size: '-1' }), tarEntry({ size: 0 })))).rejects.toThrow(BrokenArchiveError);
  });

  test('stops at 100,000 tiny entries where fewer are allowed', async () => {
    const one = tarEntry({ name: 'x' });
    async function* many() {
      for (let count = 0; count < 100_000; count += 100) yield Buffer.concat(Array.from({ length: 100 }, () => one));
    }
    let seen = 0;

    const reading = (async () => { for await (const _entry of readIncomingTar(many(), { maxEntries: 5000, maxEntryBytes: 10 })) seen += 1; })();

    await expect(reading).rejects.toThrow('more than 5000 entries');
    expect(seen).toBe(5000);
  });

  test('an extended header cannot fill the memory', async () => {
    await expect(readTar(tarOf(tarHeader({ type: 'x', size: 8_000_000_000 })))).rejects.toThrow('an extended header is too long');
    await expect(readTar(tarOf(tarHeader({ type: 'L', size: 2_000_000, format: 'gnu' })))).rejects.toThrow('an extended header is too long');
  });
});

describe('archives that cannot be read without guessing', () => {
  const file = tarEntry({ name: 'a' }, 'content');

  test.each<[string, Uint8Array]>([
    ['nothing at all', Buffer.alloc(0)],
    ['no end', file],
    ['half an end', Buffer.concat([file, Buffer.alloc(512)])],
    ['a cut header', file.subarray(0, 300)],
    ['a cut file', file.subarray(0, 515)],
    ['a cut padding', file.subarray(0, 900)],
    ['an entry after a block of zeros', Buffer.concat([Buffer.alloc(512), file, tarEnd])],
    ['a second archive after the first', Buffer.concat([tarOf(file), tarOf(file)])],
    ['garbage after the end', Buffer.concat([tarOf(file), Buffer.from('x')])],
    ['a wrong checksum', tarOf(tarEntry({ checksum: 'wrong' }))],
    ['a header of no known format', tarOf(tarEntry({ format: 'none' }))],
    ['an extended header before the end', tarOf(paxHeader({ path: 'x' }))],
    ['two extended headers for one entry', tarOf(paxHeader({ path: 'x' }), paxHeader({ path: 'y' }), file)],
    ['two kinds of long name for one entry', tarOf(paxHeader({ path: 'x' }), tarEntry({ type: 'L', format: 'gnu' }, 'y\0'), file)],
    ['a global header that names every entry', tarOf(paxHeader({ path: 'x' }, 'g'), file)],
    ['an extended record of a wrong length', tarOf(tarEntry({ type: 'x' }, '99 path=x\n'), file)],
    ['an extended record without a length', tarOf(tarEntry({ type: 'x' }, ' path=x\n'), file)],
    ['an extended record without an end', tarOf(tarEntry({ type: 'x' }, '9 path=xy'), file)],
  ])('gives up on %s', async (_what, bytes) => {
    await expect(readTar(bytes)).rejects.toThrow(BrokenArchiveError);
  });

  test('takes blocks of zeros after the end, as many tools write them', async () => {
    expect(await readTar(Buffer.concat([tarOf(file), Buffer.alloc(8192)]))).toMatchObject([{ path: 'a', content: 'content' }]);
  });

  test('takes a global header that only comments', async () => {
    expect(await readTar(tarOf(paxHeader({ comment: 'made by a tool' }, 'g'), file))).toMatchObject([{ path: 'a' }]);
  });

  test('a time before 1970 is no reason to give up', async () => {
    const old = tarHeader({ name: 'old' });
    Buffer.alloc(12, 0xff).copy(old, 136);
    old.fill(0x20, 148, 156);
    old.write(`${old.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');

    expect(await readTar(tarOf(old))).toMatchObject([{ path: 'old', modifiedSeconds: 0 }]);
  });
});

describe('any archive', () => {
  const part = fc.constantFrom('a', 'b c', 'é', '日本', '.hidden', '-x', 'long'.repeat(30), '100%');
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const files = fc.uniqueArray(fc.record({ name: path, content: fc.uint8Array({ maxLength: 1500 }) }), { maxLength: 6, selector: ({ name }) => name });

  test('that another program packed is read as it was packed, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 3000 }), async (packed, piece) => {
        const archive = pack();
        for (const { name, content } of packed) archive.entry({ name, mode: 0o640, mtime: new Date(5000) }, Buffer.from(content));
        archive.finalize();

        const read = await readTar(await gathered(archive as AsyncIterable<Buffer>), {}, piece);

        const asText = ({ name, content }: (typeof packed)[number]) => ({ path: name, mode: 0o640, modifiedSeconds: 5, content: Buffer.from(content).toString('latin1') });
        expect(read).toMatchObject(packed.map(asText));
        expect(read).toHaveLength(packed.length);
      }),
      { numRuns: 60 },
    );
  });

  test('however damaged, ends in safe names or in one named error', async () => {
    const valid = tarOf(tarEntry({ name: 'dir', type: '5' }), paxHeader({ path: 'dir/é' }), tarEntry({ name: 'x' }, 'content'), tarEntry({ name: 'l', type: '2', link: 'x' }));
    const damage = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });

    await fc.assert(
      fc.asyncProperty(damage, fc.nat(valid.length), async (changes, length) => {
        const bytes = Buffer.from(valid);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          for (const entry of await readTar(bytes.subarray(0, length))) if (entry.kind === 'entry') expect(dangerOfPath(entry.path)).toBeNull();
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenArchiveError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
