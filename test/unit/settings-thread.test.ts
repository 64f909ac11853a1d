import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import type { SpawnThread } from '../../electron/host/ledger/threads/spawn-threads.ts';
import { reviewStaged, type ReviewPatience } from '../../electron/host/projection/review-staged.ts';
import { mostSettingsBytes } from '../../electron/host/projection/settings/review-settings.ts';
import { stagedFile } from '../../electron/host/projection/staging-folder.ts';
import type { Finding } from '../../shared/finding.ts';
import type { Digest } from '../../shared/ids.ts';
import type { ManifestEntry } from '../../shared/manifest.ts';
import type { Result } from '../../shared/result.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { sourceThreads } from '../support/threads.ts';
import { sha256Text } from '../support/staging-desk.ts';

type Files = Readonly<Record<string, string>>;

function review(files: Files, patience?: ReviewPatience, spawn: SpawnThread = sourceThreads, signal?: AbortSignal): Promise<Result<readonly Finding[]>> {
  const staging = aTemporaryFolder();
  const entries = Object.entries(files).map(([name, content], index): ManifestEntry => {
    writeFileSync(stagedFile(staging, index), content);
    const digest = sha256Text(Buffer.from(content)) as Digest;
    return { path: name, class: 'native_settings', bytes: Buffer.byteLength(content), sourceDigest: digest, stagedDigest: digest, mode: 0o644, destination: path.posix.join('/state/home', name) };
  });
  return reviewStaged(spawn, staging, entries, signal, patience);
}

const size = mostSettingsBytes - 1000;
const hostile: Files = {
  'names.yaml': Array.from({ length: size / 14 }, (_, index) => `k${index}: b\n`).join(''),
  'aliases.yaml': ['l0: &l0 x', ...Array.from({ length: 30 }, (_, level) => `l${level + 1}: &l${level + 1} [${Array.from({ length: 10 }, () => `*l${level}`).join(', ')}]`)].join('\n'),
  'deep.yaml': '['.repeat(size),
  'tables.toml': '[[a]]\n'.repeat(size / 6),
  'deep.toml': `a = ${'['.repeat(size)}`,
  'dotted.toml': Array.from({ length: size / 40 }, (_, index) => `a.b.c.d.e.f.g.h${index} = "/home/me"\n`).join(''),
  'deep.json': '{"a":'.repeat(size / 5),
  'addresses.json': `{"a":"${'http://;'.repeat(size / 8)}"}`,
};

/** Says what was answered, and for how long at most nothing else could run meanwhile. */
async function watched<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly stalledMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const value = await work();
  delay.disable();
  return { value, stalledMs: delay.max / 1e6 };
}

describe('hostile settings', () => {
  test('are looked through while everything else goes on', async () => {
    const { value, stalledMs } = await watched(() => review(hostile));

    expect(value).toMatchObject({ ok: true });
    expect(value.ok && new Set(value.value.map(({ file, kind }) => `${file}: ${kind}`))).toContain('deep.json: not_reviewed');
    expect(stalledMs).toBeLessThan(400);
  }, 60_000);

  test('that take longer than there is patience are a finding, and nothing is kept waiting', async () => {
    const { value, stalledMs } = await watched(() => review(hostile, { togetherMs: 1, eachMs: 1, allMs: 500 }));

    expect(value).toEqual({ ok: true, value: Object.keys(hostile).map((file) => ({ file, place: { at: 'file' }, kind: 'not_reviewed', text: 'it took too long' })) });
    expect(stalledMs).toBeLessThan(400);
  });

  test('keep nothing from the files beside them', async () => {
    const failing: SpawnThread = (name, data) => {
      const { files } = data as { readonly files: readonly { readonly path: string }[] };
      if (!files.some((file) => file.path === 'bad.yaml')) return sourceThreads(name, data);
      return { send: () => undefined, onMessage: () => undefined, onEnd: (listener) => { setTimeout(() => { listener(new RangeError('out of memory')); }, 1); }, stop: () => undefined };
    };

    expect(await review({ 'bad.yaml': 'a: b', 'good.json': '{"dir":"/home/me"}' }, undefined, failing)).toMatchObject({
      ok: true,
      value: [{ file: 'bad.yaml', kind: 'not_reviewed', text: 'it took too much memory, or its reader failed' }, { file: 'good.json', kind: 'host_path', text: '/home/me' }],
    });
  });
});

test('a review that is cancelled ends the staging', async () => {
  expect(await review({ 'a.json': '{}' }, undefined, sourceThreads, AbortSignal.abort())).toMatchObject({ ok: false, refusal: { code: 'cancelled' } });
});
