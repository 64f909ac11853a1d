import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { nonceValue } from '../../electron/host/projection/context-nonce.ts';
import { compareStaged } from '../../electron/host/projection/compare-staged.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { KeptManifests } from '../../electron/host/projection/kept-manifests.ts';
import { stagedFile, stagingFolder } from '../../electron/host/projection/staging-folder.ts';
import { textDiff } from '../../electron/host/projection/text-diff.ts';
import type { Digest } from '../../shared/ids.ts';
import type { Manifest } from '../../shared/manifest.ts';
import { nonceEnding, nonceFormOf, nonceLine } from '../../shared/nonce-line.ts';
import { MemoryWorker } from '../support/memory-worker.ts';
import { sha256Text } from '../support/staging-desk.ts';

let worker: MemoryWorker;
let manifests: KeptManifests;

beforeEach(() => {
  worker = new MemoryWorker();
  manifests = new KeptManifests(worker.journal);
});

const context = (files: Readonly<Record<string, string | Buffer>>) => worker.staged(files, 'context');

async function delivered(files: Readonly<Record<string, string | Buffer>>): Promise<Digest> {
  const manifest = await context(files);
  expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: true });
  return manifest;
}

function manifestOf(digest: Digest): Manifest {
  const manifest = manifests.read(digest);
  if (!manifest) throw new Error('it is not kept');
  return manifest;
}

const copyOf = (digest: Digest, index = 0) => readFileSync(stagedFile(stagingFolder(worker.dataFolder, worker.id, digest), index), 'utf8');

describe('a context file', () => {
  test('gets the nonce of its revision as its last line, in the staged copy alone', async () => {
    const manifest = await context({ 'a.md': '# Read\n', 'b.txt': 'no end', 'c.yaml': 'a: 1\r\n' });
    const nonce = nonceValue(worker.journal, manifestOf(manifest).nonce as Digest) as string;

    expect([0, 1, 2].map((index) => copyOf(manifest, index))).toEqual([`# Read\n[//]: # (context revision ${nonce}-0)\n`, `no end\ncontext revision ${nonce}-1\n`, `a: 1\r\n# context revision ${nonce}-2\r\n`]);
    expect(manifestOf(manifest).entries[1]).toMatchObject({ sourceDigest: sha256Text(Buffer.from('no end')), stagedDigest: sha256Text(Buffer.from(copyOf(manifest, 1))), bytes: Buffer.byteLength(copyOf(manifest, 1)), changes: [{ way: 'marked', form: 'plain' }] });
  });

  test('has 128 bits of its own in each revision, of which the ledger holds a digest alone', async () => {
    const [one, other] = [await context({ 'a.md': 'same' }), await context({ 'a.md': 'same' })];
    const values = [one, other].map((digest) => nonceValue(worker.journal, manifestOf(digest).nonce as Digest) ?? '');

    expect(one).not.toBe(other);
    expect(new Set(values).size).toBe(2);
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{32}$/);
    expect(worker.binding.projections.map(({ staged }) => staged.value.revision)).toEqual([one, other].map((digest) => ({ nonce: manifestOf(digest).nonce, files: 1 })));
    for (const value of values) expect(JSON.stringify(worker.journal.world.bindings.get(worker.id))).not.toContain(value);
  });

  test('that cannot carry a line says why, and stays as it is', async () => {
    const manifest = await context({ 'a.json': '{}', 'b.md': Buffer.from([0xff, 0xfe]), 'c.md': 'x'.repeat(5_000_000), 'd.png': 'x', e: 'x' });

    expect(manifestOf(manifest).entries.map(({ unmarked }) => unmarked)).toEqual(['no_comment', 'not_text', 'too_large', 'no_comment', 'no_comment']);
    for (const { sourceDigest, stagedDigest } of manifestOf(manifest).entries) expect(stagedDigest).toBe(sourceDigest);
    expect(worker.projection?.staged.value.revision).toBeUndefined();
  });

  test('is the only class that is marked', async () => {
    expect(manifestOf(await worker.staged({ 'a.md': 'x' }, 'skill'))).not.toHaveProperty('nonce');
  });
});

describe('the line', () => {
  test.each([
    ['a.md', '[//]: # (context revision m)'], ['b/C.TXT', 'context revision m'], ['a.html', '<!-- context revision m -->'], ['a.py', '# context revision m'], ['a.ts', '// context revision m'], ['a.sql', '-- context revision m'], ['a.rst', '.. context revision m'], ['a.css', '/* context revision m */'],
  ])('of %s is one that does nothing there', (file, line) => {
    expect(nonceLine(nonceFormOf(file) ?? 'plain', 'm')).toBe(line);
  });

  test.each(['a.json', 'a.csv', 'a.lock', 'README', '.md', 'a.constructor', 'a.__proto__', 'folder.md/file'])('is not put into %s', (file) => {
    expect(nonceFormOf(file)).toBeNull();
  });

  test('begins after the end of the last one', () => {
    expect(['', 'a', 'a\n', 'a\r\nb'].map((text) => nonceEnding(text, 'n'))).toEqual(['n\n', '\nn\n', 'n\n', '\r\nn\r\n']);
  });
});

describe('a second projection to the same places', () => {
  test('is told against the last delivery: added, changed, unchanged, and what is gone from the set', async () => {
    const first = await delivered({ 'same.md': 's', 'edited.md': 'before', 'gone.md': 'g' });
    const second = await context({ 'same.md': 's', 'edited.md': 'after', 'new.md': 'n' });

    const revised = manifests.revised(worker.binding, second);

    expect(revised).toMatchObject({ against: first, counts: { added: 1, changed: 1, unchanged: 1, gone: 1 } });
    expect(revised?.files.map(({ entry, revision, before }) => [entry.path, revision, before?.manifest])).toEqual([['edited.md', 'changed', first], ['new.md', 'added', undefined], ['same.md', 'unchanged', first], ['gone.md', 'gone', first]]);
    expect(revised?.files[0]?.before?.entry).toMatchObject({ sourceDigest: sha256Text(Buffer.from('before')) });
    expect(manifests.revised(worker.binding, first)).toBeNull();
  });

  test('is told so still after it was delivered itself, and the file that is gone stays in the guest', async () => {
    await delivered({ 'a.md': 'one', 'gone.md': 'g' });
    const second = await delivered({ 'a.md': 'two' });

    expect(manifests.revised(worker.binding, second)?.counts).toEqual({ added: 0, changed: 1, unchanged: 0, gone: 1 });
    expect(worker.guest.text('/workspace/task/gone.md')).toContain('g\n');
    expect(worker.guest.text('/workspace/task/a.md')).toMatch(/^two\n/);
  });

  test('is compared with the latest delivery of each place, and not with what was only staged', async () => {
    const first = await delivered({ 'a.md': 'one', 'b.md': 'b' });
    const second = await delivered({ 'b.md': 'b2' });
    await context({ 'a.md': 'never delivered' });

    const revised = manifests.revised(worker.binding, await context({ 'a.md': 'one', 'b.md': 'b2' }));

    expect(revised).toMatchObject({ against: second, counts: { added: 0, changed: 0, unchanged: 2, gone: 0 } });
    expect(revised?.files.map(({ before }) => before?.manifest)).toEqual([first, second]);
  });
});

describe('the text of a changed file', () => {
  const means = () => ({ dataFolder: worker.dataFolder, spawn: worker.spawn, manifests });

  test('is shown line by line against what was delivered before', async () => {
    await delivered({ 'a.md': 'one\ntwo\nthree\n' });
    const second = await context({ 'a.md': 'one\n2\u202e\nthree\n' });

    expect(await compareStaged(means(), worker.binding, second, '/workspace/task/a.md')).toMatchObject({
      ok: true,
      value: { kind: 'lines', lines: [{ kind: 'same', text: 'one' }, { kind: 'removed', text: 'two' }, { kind: 'added', text: '2\\u{202e}' }, { kind: 'same', text: 'three' }, { kind: 'removed' }, { kind: 'added' }] },
    });
  });

  test('is said to be unknown where it is large, no text, or not kept', async () => {
    const first = await delivered({ 'big.txt': 'x'.repeat(300_000), 'bytes.md': Buffer.from([0xff]), 'kept.md': 'k' });
    const second = await context({ 'big.txt': 'y'.repeat(300_000), 'bytes.md': Buffer.from([0xfe]), 'kept.md': 'l' });
    const says = async (name: string) => compareStaged(means(), worker.binding, second, `/workspace/task/${name}`);

    expect(await says('big.txt')).toMatchObject({ value: { kind: 'none', says: expect.stringContaining('up to') as string } });
    expect(await says('bytes.md')).toMatchObject({ value: { kind: 'none', says: 'it is not text in UTF-8' } });
    writeFileSync(stagedFile(stagingFolder(worker.dataFolder, worker.id, first), 2), 'other bytes');
    expect(existsSync(path.dirname(stagedFile(stagingFolder(worker.dataFolder, worker.id, first), 2)))).toBe(true);
    expect(await says('missing.md')).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });

  test('differs by the fewest lines, and leaves out what is the same', () => {
    const numbered = Array.from({ length: 40 }, (_, index) => `${index}`);
    const apply = (before: readonly string[], after: readonly string[]) => textDiff(before.join('\n'), after.join('\n'));

    expect(apply(numbered, numbered.with(20, 'x'))).toEqual([
      { kind: 'skipped', lines: 17 }, ...['17', '18', '19'].map((text) => ({ kind: 'same', text })), { kind: 'removed', text: '20' }, { kind: 'added', text: 'x' }, ...['21', '22', '23'].map((text) => ({ kind: 'same', text })), { kind: 'skipped', lines: 16 },
    ]);
    expect(apply([], ['a'])).toEqual([{ kind: 'added', text: 'a' }]);
    expect(apply(['a'], [])).toEqual([{ kind: 'removed', text: 'a' }]);
    expect(apply(['a', 'b', 'c', 'a', 'b', 'b', 'a'], ['c', 'b', 'a', 'b', 'a', 'c'])?.filter(({ kind }) => kind !== 'same')).toHaveLength(5);
    expect(textDiff(numbered.map((line) => line.repeat(2)).join('\n').repeat(60), 'z\n'.repeat(3000))).toBeNull();
  });
});
