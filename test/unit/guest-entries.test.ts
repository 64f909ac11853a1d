import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { EngineReader, PathKind } from '../../electron/host/engine/engine-reader.ts';
import { entriesAt } from '../../electron/host/projection/guest-entries.ts';
import { lookAtGuest } from '../../electron/host/projection/guest-files.ts';
import { gathered, tarEntry, tarOf } from '../support/tar-bytes.ts';

const odd = (text: string, byte = 0xff): Buffer => Buffer.concat([Buffer.from(text), Buffer.from([byte])]);

/** An engine that gives an archive of a path whose last name is text, and an empty one of any other, as engines do. */
function engineWith(archives: Readonly<Record<string, Buffer>>, kind: PathKind = 'file') {
  const asked: string[] = [];
  const parts: Partial<EngineReader> = {
    archive: async (_container, path) => {
      asked.push(path);
      return Readable.from([archives[path] ?? tarOf()], { objectMode: false });
    },
    kindsAt: async (_container, paths) => paths.map(() => kind),
  };
  return { reader: parts as EngineReader, container: 'c', asked };
}

const bounds = { maxEntries: 1, maxEntryBytes: 100 };

async function given(engine: ReturnType<typeof engineWith>, path: string) {
  const entries = await entriesAt({ ...engine, path }, bounds);
  if (entries === null) return null;
  const found: (readonly [string | undefined, string])[] = [];
  for await (const entry of entries) found.push([entry.path, entry.kind === 'entry' ? String(await gathered(entry.content)) : entry.says]);
  return found;
}

const results = tarOf(
  tarEntry({ name: 'results', type: '5' }), tarEntry({ name: odd('results/a', 0xfe) }, 'another'), tarEntry({ name: odd('results/a') }, 'it'),
  tarEntry({ name: odd('results/link'), type: '2', link: '/etc' }), tarEntry({ name: Buffer.concat([odd('results/caf', 0xe9), Buffer.from('/deep')]) }, 'below'), tarEntry({ name: 'results/b' }, 'more'),
);

describe('what lies at a path in the guest', () => {
  test('is asked for by itself where its last name is text, whatever the folders are called', async () => {
    const engine = engineWith({ '/workspace/caf\\xE9/b': tarOf(tarEntry({ name: 'b' }, 'it')) });

    expect(await given(engine, '/workspace/caf\\xE9/b')).toEqual([['b', 'it']]);
    expect(engine.asked).toEqual(['/workspace/caf\\xE9/b']);
  });

  test('is taken out of the folder around it where its last name is not, and nothing else of that', async () => {
    const engine = engineWith({ '/workspace/results': results });

    expect(await given(engine, '/workspace/results/a\\xFF')).toEqual([['a\\xFF', 'it']]);
    expect(await given(engine, '/workspace/results/link\\xFF')).toEqual([['link\\xFF', 'it is a link']]);
    await expect(given(engine, '/workspace/results/none\\xFF')).rejects.toThrow('is there, and is not in the archive of the folder around it');
    expect(engine.asked).toEqual(Array.from({ length: 3 }, () => '/workspace/results'));
  });

  test('is found at every depth, also directly in a folder of the root and below names that are no text', async () => {
    const engine = engineWith({ '/workspace': tarOf(tarEntry({ name: 'workspace', type: '5' }), tarEntry({ name: odd('workspace/a') }, 'top'), tarEntry({ name: Buffer.concat([odd('workspace/caf', 0xe9), Buffer.from('/'), odd('b')]) }, 'deep')) });

    expect(await given(engine, '/workspace/a\\xFF')).toEqual([['a\\xFF', 'top']]);
    expect(await given(engine, '/workspace/caf\\xE9/b\\xFF')).toEqual([['b\\xFF', 'deep']]);
  });

  test('is not there where the engine says so, and nothing is read', async () => {
    const engine = engineWith({ '/workspace/results': results }, 'absent');

    expect(await given(engine, '/workspace/results/a\\xFF')).toBeNull();
    expect(engine.asked).toEqual([]);
  });
});

test('a file whose name is no text is seen behind a large stranger that would end the patience with other names', async () => {
  const large = Buffer.alloc(33 * 1024 * 1024);
  const engine = engineWith({ '/workspace': tarOf(tarEntry({ name: 'workspace', type: '5' }), tarEntry({ name: 'workspace/large' }, large), tarEntry({ name: odd('workspace/a') }, 'it')) });

  const found = await lookAtGuest({ ...engine, below: '/workspace', files: ['/workspace/a\\xFF'] });

  expect(found.get('/workspace/a\\xFF')).toMatchObject({ type: 'file', bytes: 2, digest: expect.stringMatching(/^sha256:/) });
  expect(engine.asked).toEqual(['/workspace']);
});
