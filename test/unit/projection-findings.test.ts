import { readFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { permitFrom } from '../../electron/host/approvals/check-approval.ts';
import type { KeyRing } from '../../electron/host/approvals/key-ring.ts';
import { fingerprintOfKey, signApproval } from '../../electron/host/approvals/signing-key.ts';
import { changeStaged } from '../../electron/host/projection/change-staged.ts';
import { deliver } from '../../electron/host/projection/deliver.ts';
import { acceptFinding, findingRows } from '../../electron/host/projection/findings.ts';
import { stagedFile, stagingFolder } from '../../electron/host/projection/staging-folder.ts';
import { acceptanceOf, type Finding, type FindingRow, type FindingWay } from '../../shared/finding.ts';
import type { Digest } from '../../shared/ids.ts';
import { manifestSchema, type FileClass, type Manifest } from '../../shared/manifest.ts';
import { aBindingId } from '../support/builders.ts';
import { aKeyRing } from '../support/key-rings.ts';
import { MemoryWorker } from '../support/memory-worker.ts';
import { sha256Text, StagingDesk } from '../support/staging-desk.ts';

let worker: MemoryWorker;
let ring: KeyRing;

beforeEach(async () => {
  worker = new MemoryWorker();
  ring = await aKeyRing();
  ring.enrol(worker.journal);
});

const settings = JSON.stringify({ env: { URL: 'http://localhost:1' }, dir: '/home/me' });
const manifestOf = (digest: Digest): Manifest => manifestSchema.parse(worker.journal.document(digest));
const rows = (digest: Digest) => findingRows(worker.binding, manifestOf(digest));
const delivered = (digest: Digest) => deliver(worker, worker.id, digest);

function rowOf(digest: Digest, text: string): FindingRow {
  const found = rows(digest).find((row) => row.finding.text === text);
  if (!found) throw new Error(`${text} was not found`);
  return found;
}

const finding = (digest: Digest, text: string): Finding => rowOf(digest, text).finding;

async function change(digest: Digest, text: string, way: Exclude<FindingWay, { way: 'accept' }>): Promise<Digest> {
  const result = await changeStaged(worker, worker.binding, { digest, manifest: manifestOf(digest) }, finding(digest, text), way);
  if (!result.ok) throw new Error(result.refusal.says);
  return result.value;
}

function accept(digest: Digest, text: string, approval = ring.sign('accept_finding', acceptanceOf(worker.id, rowOf(digest, text)))) {
  return acceptFinding({ journal: worker.journal, permit: permitFrom(worker.journal) }, worker.binding, digest, rowOf(digest, text), approval);
}

describe('settings with findings', () => {
  const filesWithFindings = async (files: Readonly<Record<string, string>>, fileClass: FileClass) => {
    const findings = manifestOf(await worker.staged(files, fileClass)).findings ?? [];
    expect(findings.filter(({ kind }) => kind === 'not_reviewed')).toEqual([]);
    return [...new Set(findings.map(({ file }) => file))];
  };

  test('are reviewed as native settings, whatever they are called', async () => {
    expect(await filesWithFindings({ 'a.json': settings, 'notes.txt': 'see /home/me', run: 'cat /home/me' }, 'native_settings')).toEqual(['a.json', 'notes.txt', 'run']);
  });

  test.each<FileClass>(['startup', 'role'])('are reviewed as %s by their form: JSON, TOML, YAML and what a shell reads', async (fileClass) => {
    const files = { 'a.json': settings, 'b.toml': 'dir = "/home/me"', 'c.yml': 'dir: /home/me', 'notes.md': 'see /home/me', 'start.sh': 'curl http://localhost:1', tool: '#!/bin/sh\ncat /home/me' };

    expect(await filesWithFindings(files, fileClass)).toEqual(['a.json', 'b.toml', 'c.yml', 'start.sh']);
  });

  test('are reviewed as a skill where they name what is run or where, and its data is not', async () => {
    const hooks = JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: '/home/me/x' }] }] } });
    const files = { '.mcp.json': JSON.stringify({ mcpServers: { one: { url: 'http://localhost:1' } } }), 'broken.json': '{"hooks": ', 'config.toml': '[mcp_servers.one]\nurl = "http://127.0.0.1:1"', 'data.json': '{"paths":{"/users":{}}}', 'hooks.json': hooks, 'scripts/x.sh': 'cat ~/x' };

    expect(await filesWithFindings(files, 'skill')).toEqual(['.mcp.json', 'broken.json', 'config.toml', 'hooks.json', 'scripts/x.sh']);
  });

  test.each<FileClass>(['context', 'schema', 'checkpoint'])('are as they are as %s', async (fileClass) => {
    expect(manifestOf(await worker.staged({ 'a.json': settings, 'start.sh': 'cat /home/me' }, fileClass)).findings).toBeUndefined();
  });

  test('are not delivered while one is undecided', async () => {
    const manifest = await worker.staged({ 'a.json': settings, 'b.json': '{}' }, 'native_settings');

    expect(await delivered(manifest)).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('“a.json”, /env/URL: http://localhost:1.') as string } });
    expect(worker.projection?.deliveries).toEqual([]);

    expect(accept(manifest, '/home/me')).toMatchObject({ ok: true });
    expect(await delivered(manifest)).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(worker.projection?.deliveries).toEqual([]);
  });

  test('are delivered once each is decided, in whichever way', async () => {
    const manifest = await worker.staged({ 'a.json': settings, 'b.json': '{}' }, 'native_settings');
    accept(manifest, '/home/me');
    const fixed = await change(manifest, 'http://localhost:1', { way: 'fix', value: 'http://console:1' });

    expect(await delivered(fixed)).toMatchObject({ ok: true, value: { matched: 2 } });
    expect(JSON.parse(worker.guest.text('/state/home/a.json') ?? '')).toEqual({ env: { URL: 'http://console:1' }, dir: '/home/me' });
  });
});

describe('a fix or a drop', () => {
  test('is a manifest of its own: the source’s hash, the staged one and the change', async () => {
    const manifest = await worker.staged({ 'a.json': settings, 'b.json': '{}' }, 'native_settings');
    const before = manifestOf(manifest).entries;
    const found = finding(manifest, '/home/me');

    const next = await change(manifest, '/home/me', { way: 'drop' });

    const [entry, other] = manifestOf(next).entries;
    const copy = readFileSync(stagedFile(stagingFolder(worker.dataFolder, worker.id, next), 0));
    expect(entry).toEqual({ ...before[0], bytes: copy.length, stagedDigest: sha256Text(copy), changes: [{ way: 'dropped', finding: found }] });
    expect(entry?.sourceDigest).toBe(sha256Text(Buffer.from(settings)));
    expect(other).toEqual(before[1]);
    expect(worker.projection).toMatchObject({ manifest: next, staged: { value: { files: 2 } } });
    expect(manifestOf(manifest).entries).toEqual(before);
  });

  test('is looked at again: what was written instead may be a finding itself', async () => {
    const next = await change(await worker.staged({ 'a.json': settings }, 'native_settings'), '/home/me', { way: 'fix', value: '~/elsewhere' });

    expect(rows(next).map(({ finding: { kind, text } }) => [kind, text])).toEqual([['loopback_url', 'http://localhost:1'], ['home_path', '~/elsewhere']]);
  });

  test('each change is kept, in their order', async () => {
    const first = await change(await worker.staged({ 'a.json': settings }, 'native_settings'), '/home/me', { way: 'fix', value: '/workspace' });
    const second = await change(first, 'http://localhost:1', { way: 'drop' });

    expect(manifestOf(second).entries[0]?.changes?.map(({ way }) => way)).toEqual(['fixed', 'dropped']);
    expect(manifestOf(second).findings).toBeUndefined();
    expect(await delivered(second)).toMatchObject({ ok: true, value: { matched: 1 } });
  });

  test('is not made in a staged copy that is not what was recorded', async () => {
    const manifest = await worker.staged({ 'a.json': settings }, 'native_settings');
    const found = finding(manifest, '/home/me');

    const result = await changeStaged(worker, worker.binding, { digest: manifest, manifest: { ...manifestOf(manifest), entries: manifestOf(manifest).entries.map((entry) => ({ ...entry, stagedDigest: sha256Text(Buffer.from('x')) as Digest })) } }, found, { way: 'drop' });

    expect(result).toMatchObject({ ok: false, refusal: { code: 'changed_since' } });
  });
});

describe('an acceptance', () => {
  test('is a signed decision about exactly this finding of this worker, and is given once', async () => {
    const manifest = await worker.staged({ 'a.json': settings }, 'native_settings');
    const elsewhere = ring.sign('accept_finding', acceptanceOf(aBindingId(9), rowOf(manifest, '/home/me')));

    expect(accept(manifest, '/home/me', elsewhere)).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(accept(manifest, '/home/me')).toMatchObject({ ok: true });
    expect(accept(manifest, '/home/me')).toMatchObject({ ok: false, refusal: { code: 'already_so' } });
    expect(worker.binding.accepted).toEqual([rows(manifest).find(({ accepted }) => accepted)?.id]);
  });

  test('is not taken from a key that is not enrolled', async () => {
    const manifest = await worker.staged({ 'a.json': settings }, 'native_settings');
    const { privateKey } = generateKeyPairSync('ed25519');
    const own = ring.sign('accept_finding', acceptanceOf(worker.id, rowOf(manifest, '/home/me')));

    expect(accept(manifest, '/home/me', signApproval({ ...own, approver: fingerprintOfKey(privateKey) }, privateKey))).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(worker.binding.accepted).toEqual([]);
  });

  test('holds when the same is staged again, and not for another text at the same place', async () => {
    accept(await worker.staged({ 'a.json': '{"dir":"/home/me"}' }, 'native_settings'), '/home/me');

    expect(rows(await worker.staged({ 'a.json': '{"dir":"/home/me","b":1}' }, 'native_settings')).map(({ accepted }) => accepted)).toEqual([true]);
    expect(rows(await worker.staged({ 'a.json': '{"dir":"/home/you"}' }, 'native_settings')).map(({ accepted }) => accepted)).toEqual([false]);
  });

  test.each<[string, string, string, string]>([
    ['more than 256 KiB', `"${'x'.repeat(300_000)}"`, JSON.stringify({ hooks: '/home/me/x', text: 'x'.repeat(300_000) }), 'more than 256 KiB'],
    ['what cannot be read', '{\n"a": }', '{\n"hooks": /home/me/x }', 'line 2'],
    ['more findings than are listed', JSON.stringify(Array.from({ length: 201 }, (_, index) => `/home/${index}`)), JSON.stringify([...Array.from({ length: 201 }, (_, index) => `/home/${index}`), '/home/me/x']), 'more than 200 findings'],
  ])('of a file as a whole, as %s, holds for the same bytes alone', async (_what, one, other, text) => {
    accept(await worker.staged({ 'a.json': one }, 'native_settings'), text);

    const statesOf = async (content: string) => rows(await worker.staged({ 'a.json': content }, 'native_settings')).flatMap((row) => (row.finding.text === text ? [row.accepted] : []));
    expect(await statesOf(one)).toEqual([true]);
    expect(await statesOf(other)).toEqual([false]);
  });

  test('of what is too long to be shown whole holds for the same bytes alone', async () => {
    const longPath = (end: string) => JSON.stringify([`/home/${'x'.repeat(600)}${end}`]);
    const manifest = await worker.staged({ 'a.json': longPath('1') }, 'native_settings');
    accept(manifest, rows(manifest)[0]?.finding.text ?? '');

    expect(rows(await worker.staged({ 'a.json': longPath('2') }, 'native_settings')).map(({ accepted }) => accepted)).toEqual([false]);
  });

  test('is no way for a secret, not even when it was signed', async () => {
    const manifest = await worker.staged({ 'a.json': JSON.stringify({ env: { MY_TOKEN: 'hunter22-hunter22' } }) }, 'native_settings');
    accept(manifest, 'not shown');

    expect(rows(manifest).map(({ accepted }) => accepted)).toEqual([false]);
    expect(await delivered(manifest)).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(JSON.stringify(manifestOf(manifest))).not.toContain('hunter22');
  });
});

test('a review that is cancelled keeps nothing', async () => {
  const desk = new StagingDesk();
  for (const name of ['a.json', 'b.json']) desk.put(name, settings);
  const stop = new AbortController();

  const refusal = await desk.refused({ class: 'native_settings', signal: stop.signal, onProgress: ({ files }) => { if (files === 2) stop.abort(); } });

  expect(refusal.code).toBe('cancelled');
  expect(desk.kept).toEqual([]);
});

test('more findings than anybody decides are refused before anything is staged', async () => {
  const file = JSON.stringify(Array.from({ length: 200 }, (_, index) => `/home/${index}`));

  await expect(worker.staged(Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${index}.json`, file])), 'native_settings')).rejects.toThrow('more than 1000 findings');
  expect(worker.binding.projections).toEqual([]);
});
