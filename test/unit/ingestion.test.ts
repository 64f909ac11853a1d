import { beforeEach, describe, expect, test } from 'vitest';
import { lookInArtifact } from '../../electron/host/artifacts/look-in-artifact.ts';
import { nonceValue } from '../../electron/host/projection/context-nonce.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { KeptManifests } from '../../electron/host/projection/kept-manifests.ts';
import { lookForIngestion, type LookBounds } from '../../electron/host/projection/look-for-ingestion.ts';
import { NonceFinder } from '../../electron/host/projection/nonce-finder.ts';
import type { Digest } from '../../shared/ids.ts';
import { aDigest } from '../support/builders.ts';
import { MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { paxHeader, tarEntry, tarHeader } from '../support/tar-bytes.ts';

let worker: MemoryWorker;
let manifests: KeptManifests;
let manifest: Digest;
let mark: string;

beforeEach(async () => {
  worker = new MemoryWorker();
  manifests = new KeptManifests(worker.journal);
  manifest = await worker.staged({ 'a.md': 'first', 'b.md': 'second' }, 'context');
  expect(await deliver(worker, worker.id, manifest)).toMatchObject({ ok: true });
  mark = nonceValue(worker.journal, manifests.read(manifest)?.nonce as Digest) ?? '';
});

const look = (bounds?: LookBounds) => lookForIngestion({ journal: worker.journal, readers: worker.readers, manifests }, worker.id, new AbortController().signal, bounds);
const seen = () => worker.projection?.ingested.map(({ value }) => value) ?? [];

async function exported(content: string): Promise<void> {
  worker.guest.file(reportPath, content);
  const result = await worker.exported();
  if (!result.ok || !('destination' in result.value)) throw new Error('it was not published');
  await lookInArtifact({ journal: worker.journal, manifests }, worker.binding, { path: reportPath, ...result.value });
}

describe('context that was delivered', () => {
  test('is ingested once its nonce is in an exported artifact, with the file, the line and the place', async () => {
    await exported(`# Report\n\nI was given ${mark}-1.\n`);

    expect(seen()).toEqual([{ manifest, nonce: manifests.read(manifest)?.nonce, seen: 'artifact', place: reportPath, file: 'b.md', line: 3, offset: 22 }]);
    expect(JSON.stringify(worker.binding)).not.toContain(mark);
  });

  test('is ingested once its nonce is in the log or in a transcript, and each is written once', async () => {
    worker.guest.log = ['begun', `read "context revision ${mark}-0" of it`];
    worker.guest.file('/state/home/history/1.jsonl', `{"text":"a"}\n{"text":"x\\ncontext revision ${mark}-1\\n"}\n`);

    expect(await look()).toMatchObject({ ok: true, value: { found: 2, log: { complete: true }, home: { files: 1, complete: true } } });
    expect(seen()).toMatchObject([{ seen: 'log', file: 'a.md', line: 2 }, { seen: 'transcript', place: '/state/home/history/1.jsonl', file: 'b.md', line: 2 }]);
    expect(await look()).toMatchObject({ ok: true, value: { found: 0 } });
    expect(seen()).toHaveLength(2);
  });

  test('is ingested as a revision where only the nonce itself came back', async () => {
    worker.guest.log = [mark];

    await look();

    expect(seen()).toMatchObject([{ seen: 'log' }]);
    expect(seen()[0]).not.toHaveProperty('file');
  });

  test('is not ingested by being read, by lying where it was delivered, or by a copy of it', async () => {
    const delivered = worker.guest.text('/workspace/task/a.md') ?? '';
    worker.guest.file('/state/home/copies/a.md', delivered);
    await exported(delivered);

    expect(await look()).toMatchObject({ ok: true, value: { found: 0 } });
    expect(seen()).toEqual([]);
  });

  test('is not ingested by a file that was printed into the log, and is by a line of the log that says more', async () => {
    const printed = (worker.guest.text('/workspace/task/a.md') ?? '').trimEnd().split('\n');
    worker.guest.log = ['begun', ...printed, ...printed.map((line) => `${line}\r`)];
    expect(await look()).toMatchObject({ ok: true, value: { found: 0 } });

    worker.guest.log = [...printed, `> ${printed.at(-1)}`, `context revision ${mark}-1`];
    expect(await look()).toMatchObject({ ok: true, value: { found: 2 } });
    expect(seen()).toMatchObject([{ seen: 'log', file: 'a.md', line: printed.length + 1 }, { seen: 'log', file: 'b.md' }]);
  });

  test('is not looked for where its delivery was refused', async () => {
    worker = new MemoryWorker();
    manifests = new KeptManifests(worker.journal);
    worker.guest.putAnswer = { kind: 'not_sent', says: 'the engine does not keep its connections' };
    await deliver(worker, worker.id, await worker.staged({ 'a.md': 'first' }, 'context'));

    expect(await look()).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });

  test('is ingested where a harness put it into something of its own, word for word', async () => {
    worker.guest.file('/state/home/prompt.txt', `You are given:\n${worker.guest.text('/workspace/task/a.md')}`);

    await look();

    expect(seen()).toMatchObject([{ seen: 'transcript', file: 'a.md' }]);
  });

  test('is told apart by its revision', async () => {
    const second = await worker.staged({ 'a.md': 'later' }, 'context');
    expect(await deliver(worker, worker.id, second)).toMatchObject({ ok: true });
    worker.guest.log = [`${mark}-0`];

    await look();

    expect(worker.binding.projections.map(({ ingested }) => ingested.length)).toEqual([1, 0]);
  });

  test('is looked for within bounds, and what goes on is said', async () => {
    worker.guest.log = ['x'.repeat(100), `${mark}-0`];
    worker.guest.file('/state/home/1', 'x'.repeat(50));
    worker.guest.file('/state/home/2', `${mark}-1`);

    expect(await look({ logBytes: 100, homeBytes: 60, homeFiles: 5 })).toMatchObject({ ok: true, value: { found: 0, log: { complete: false }, home: { files: 1, bytes: 50, complete: false } } });
  });

  test('is not looked for behind what claims more bytes than anybody waits for', async () => {
    worker.guest.forged.set('/state/home', Buffer.concat([tarEntry({ name: 'home', type: '5' }), tarEntry({ name: 'home/1' }, 'x'), paxHeader({ size: String(16 * 1024 ** 4) }), tarHeader({ name: 'home/odd', type: 'V' })]));

    expect(await look()).toMatchObject({ ok: true, value: { home: { files: 1, complete: false } } });
  });

  test('is not looked for where nothing of it carries a nonce', async () => {
    worker = new MemoryWorker();
    manifests = new KeptManifests(worker.journal);
    await deliver(worker, worker.id, await worker.staged({ 'a.json': '{}' }, 'context'));

    expect(await look()).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});

describe('a nonce in a stream', () => {
  const nonce = '0123456789abcdef0123456789abcdef';
  const text = `one\ntwo ${nonce}-12, and ${nonce}\n`;
  const found = (pieces: readonly Uint8Array[]) => {
    const finder = new NonceFinder(new Map([[nonce, aDigest()]]));
    for (const piece of pieces) finder.add(piece);
    return finder.end();
  };
  const both = [{ manifest: aDigest(), index: 12, line: 2, offset: 8 }, { manifest: aDigest(), line: 2, offset: 49 }];

  test('is found wherever the pieces are cut', () => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(found([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(both);
    expect(found([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(both);
  });

  test('has its line and place however much stands before it', () => {
    const before = Buffer.from('a line\n'.repeat(40_000));

    expect(found([before, Buffer.from(text)])).toEqual(both.map((each) => ({ ...each, line: each.line + 40_000, offset: each.offset + before.length })));
  });

  test.each([`0${nonce}`, `${nonce}0`, nonce.toUpperCase(), nonce.slice(1), `${nonce.slice(0, 16)} ${nonce.slice(16)}`])('is not part of other digits: %s', (other) => {
    expect(found([Buffer.from(other)])).toEqual([]);
  });

  test('is found once, however often it is there', () => {
    expect(found([Buffer.from(`${nonce}\n`.repeat(5000))])).toHaveLength(1);
  });
});
