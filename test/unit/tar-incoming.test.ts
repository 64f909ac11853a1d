import { describe, expect, test } from 'vitest';
import { readIncomingTar } from '../../electron/host/projection/incoming-tar.ts';
import { BrokenArchiveError } from '../../electron/host/projection/tar-header.ts';
import { inPieces, paxHeader, readTar, tarEntry, tarOf } from '../support/tar-bytes.ts';

const refusals = async (bytes: Uint8Array) => (await readTar(bytes)).map((entry) => (entry.kind === 'refused' ? entry.says : `taken: ${entry.path}`));

describe('B14 110: names that lead out of a folder', () => {
  test.each([
    ['the parent', '../x', 'its name leads out through ..'],
    ['the parent, further in', 'a/../../x', 'its name leads out through ..'],
    ['an absolute path', '/etc/passwd', 'its name is absolute'],
    ['an absolute path of two slashes', '//etc/passwd', 'its name is absolute'],
    ['a way out behind a colon', 'C:../../x', 'its name leads out through ..'],
    ['a way out behind a backslash', 'a\\b/../x', 'its name leads out through ..'],
    ['an absolute path with a backslash', '/etc\\passwd', 'its name is absolute'],
    ['nothing', '', 'its name has an empty part'],
    ['a file that ends like a folder', 'a/', 'its name has an empty part'],
    ['an empty part', 'a//b', 'its name has an empty part'],
    ['the folder itself', '.', 'its name has an empty part'],
  ])('refuses %s', async (_what, name, says) => {
    expect(await refusals(tarOf(tarEntry({ name }, 'x'), tarEntry({ name: 'good' })))).toEqual([says, 'taken: good']);
  });

  test('takes a backslash and a colon as the ordinary bytes that they are in the guest', async () => {
    const names = ['a\\b', 'C:x', 'a/C:b', 'C:\\x', 'a\\..\\b', '\\\\host\\share'];

    expect(await refusals(tarOf(...names.map((name) => tarEntry({ name }, 'x'))))).toEqual(names.map((name) => `taken: ${name}`));
  });

  test('takes bytes that are no text, spelt out, from the header and from what extends it', async () => {
    const odd = Buffer.from([0x61, 0xff]);

    expect(await refusals(tarOf(tarEntry({ name: odd }, 'x')))).toEqual(['taken: a\\xFF']);
    expect(await refusals(tarOf(tarEntry({ name: '././@LongLink', type: 'L', format: 'gnu' }, odd), tarEntry({ format: 'gnu' })))).toEqual(['taken: a\\xFF']);
    expect(await refusals(tarOf(tarEntry({ name: Buffer.concat([Buffer.from('../'), odd]) })))).toEqual(['its name leads out through ..']);
  });

  test('judges the name that the prefix makes', async () => {
    expect(await refusals(tarOf(tarEntry({ prefix: '..', name: 'x' })))).toEqual(['its name leads out through ..']);
  });

  test('judges the name that an extended header overrides with', async () => {
    const harmless = tarEntry({ name: 'harmless' }, 'x');

    expect(await refusals(tarOf(paxHeader({ path: '../../x' }), harmless))).toEqual(['its name leads out through ..']);
    expect(await refusals(tarOf(paxHeader({ path: 'a\0b' }), harmless))).toEqual(['its name holds a NUL byte']);
    expect(await refusals(tarOf(paxHeader({ path: 'é/long' }), harmless))).toEqual(['taken: é/long']);
  });

  test('judges the name that a GNU long name gives', async () => {
    const long = (name: string) => tarEntry({ name: '././@LongLink', type: 'L', format: 'gnu' }, `${name}\0`);

    expect(await refusals(tarOf(long(`${'d/'.repeat(200)}../x`), tarEntry({ format: 'gnu' })))).toEqual(['its name leads out through ..']);
    expect(await refusals(tarOf(long(`${'d/'.repeat(100)}x`), tarEntry({ format: 'gnu' })))).toEqual([`taken: ${'d/'.repeat(100)}x`]);
  });

  test('an override is for one entry only', async () => {
    expect(await refusals(tarOf(paxHeader({ path: 'one' }), tarEntry({ name: 'x' }), tarEntry({ name: 'two' })))).toEqual(['taken: one', 'taken: two']);
  });

  test('a name cannot be endless', async () => {
    expect(await refusals(tarOf(paxHeader({ path: `${'d/'.repeat(3000)}x` }), tarEntry({})))).toEqual(['its name is longer than 4096 characters']);
  });
});

describe('B14 110: entries that are not bytes of their own', () => {
  test.each([
    ['a link to an absolute path', { type: '2', link: '/etc' }, 'it is a link'],
    ['a link out of the folder', { type: '2', link: '../../etc' }, 'it is a link'],
    ['a drive-relative link', { type: '2', link: 'C:../../x' }, 'it is a link'],
    ['a link that stays inside', { type: '2', link: 'b' }, 'it is a link'],
    ['a hard link to outside', { type: '1', link: '/etc/passwd' }, 'it is a link'],
    ['a character device', { type: '3' }, 'it is neither a regular file nor a folder'],
    ['a block device', { type: '4' }, 'it is neither a regular file nor a folder'],
    ['a named pipe', { type: '6' }, 'it is neither a regular file nor a folder'],
    ['a type of no standard', { type: 'Z' }, 'it is neither a regular file nor a folder'],
  ])('refuses %s', async (_what, fields, says) => {
    expect(await refusals(tarOf(tarEntry({ name: 'thing', ...fields })))).toEqual([says]);
  });

  test('a file behind a link is an entry like any other: nobody follows the link', async () => {
    expect(await refusals(tarOf(tarEntry({ name: 'dir', type: '2', link: '/tmp' }), tarEntry({ name: 'dir/x' }, 'x')))).toEqual(['it is a link', 'taken: dir/x']);
  });

  test('refuses a file that is stored sparsely, since its bytes are not the file’s', async () => {
    expect(await refusals(tarOf(paxHeader({ 'GNU.sparse.major': '1' }), tarEntry({}, 'x')))).toEqual(['it is neither a regular file nor a folder']);
  });

  test('a link that claims content breaks the archive: readers differ on what follows', async () => {
    await expect(readTar(tarOf(tarEntry({ type: '2', link: 'b' }, 'hidden')))).rejects.toThrow(BrokenArchiveError);
  });
});

describe('reading one entry at a time', () => {
  const two = tarOf(tarEntry({ name: 'one' }, 'x'.repeat(3000)), tarEntry({ name: 'two' }, 'y'));

  test('passes over what was not read', async () => {
    const names: string[] = [];
    for await (const entry of readIncomingTar(inPieces(two), { maxEntries: 9, maxEntryBytes: 9999 })) if (entry.kind === 'entry') names.push(entry.path);

    expect(names).toEqual(['one', 'two']);
  });

  test('lets go of the stream when nobody wants more', async () => {
    let asked = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) { asked += 1; yield tarEntry({ name: `x${asked}` }); }
      } finally {
        closed = true;
      }
    }

    for await (const _entry of readIncomingTar(endless(), { maxEntries: 1e9, maxEntryBytes: 9 })) break;

    expect({ asked, closed }).toEqual({ asked: 1, closed: true });
  });
});
