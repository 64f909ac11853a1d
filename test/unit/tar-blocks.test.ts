import fc from 'fast-check';
import { extract, type Header } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { smallArchive } from '../../electron/host/placement/small-archive.ts';
import { endBlocks, headerBlocks } from '../../electron/host/placement/tar-blocks.ts';
import { gathered, readTar } from '../support/tar-bytes.ts';

describe('the headers we write', () => {
  const part = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.constantFrom('été', 'x'.repeat(99), 'y'.repeat(150))).filter((text) => text.isWellFormed() && !/[/\0]/.test(text) && text !== '.' && text !== '..');
  const number = fc.constantFrom(0, 1000, 0o7777777, 0o10000000, 2_147_483_647);
  const item = fc.record({
    path: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')), type: fc.constantFrom('file', 'folder', 'link'), size: fc.constant(0),
    mode: fc.integer({ min: 0, max: 0o777 }), uid: number, gid: number, modifiedSeconds: fc.integer({ min: 0, max: 4_000_000_000 }), target: fc.constantFrom('', 'busybox', 'é'.repeat(80)),
  });

  test('are read by another program as they were meant', async () => {
    await fc.assert(
      fc.asyncProperty(item, async (given) => {
        const target = given.type === 'link' ? given.target : '';
        const headers: Header[] = [];
        const reader = extract();
        reader.on('entry', (found, stream, next) => { headers.push(found); stream.resume(); stream.on('end', () => next()); });
        reader.end(Buffer.concat([headerBlocks({ ...given, target }), endBlocks]));
        await new Promise((resolve, reject) => { reader.on('finish', () => resolve(null)); reader.on('error', reject); });

        const [found] = headers;
        expect({ ...found, name: found?.name.replace(/\/$/, '') }).toMatchObject({
          name: given.path, type: { file: 'file', folder: 'directory', link: 'symlink' }[given.type], mode: given.mode, linkname: target === '' ? null : target, mtime: new Date(given.modifiedSeconds * 1000),
        });
      }),
      { numRuns: 300 },
    );
  });

  test('hold a name that is no text by its bytes', async () => {
    const names = ['a\\xFF', 'plain\\x5CxFF', `${'d/'.repeat(80)}\\x80`];
    const archive = smallArchive(names.map((path) => ({ type: 'folder', path, mode: 0o755, uid: 0, gid: 0 })));
    const bytes = await gathered(archive);

    expect((await readTar(bytes)).map(({ path }) => path)).toEqual(names);
    expect(bytes.includes(Buffer.from([0x20, ...Buffer.from('path=a'), 0xff, 0x2f, 0x0a]))).toBe(true);
  });

  test('hold every user id, also those that the old fields cannot', async () => {
    for (const uid of [0o7777777, 0o10000000, 2_147_483_647]) {
      const archive = smallArchive([{ type: 'folder', path: 'home', mode: 0o755, uid, gid: uid }]);

      expect(await readTar(await gathered(archive))).toMatchObject([{ path: 'home', type: 'folder', uid }]);
    }
  });

  test('hold a size that the old field cannot', () => {
    const blocks = headerBlocks({ path: 'huge', type: 'file', size: 9_000_000_000, mode: 0o644, uid: 0, gid: 0, modifiedSeconds: 0 });

    expect(blocks.toString('latin1')).toContain(' size=9000000000\n');
  });
});
