import { describe, expect, test } from 'vitest';
import type { NewWorker } from '../../shared/bridge.ts';
import { refusal } from '../../shared/refusal.ts';
import { refused } from '../../shared/result.ts';
import { emptyArtifact } from '../../renderer/stores/artifact-draft.ts';
import { createDraftStore } from '../../renderer/stores/draft-store.ts';
import { checkDraft, draftOf, emptyDraft, roundMemory, type DraftField, type WorkerDraft } from '../../renderer/stores/worker-draft.ts';
import { aDigest } from '../support/builders.ts';
import { createFakeBridge } from '../support/fake-bridge.ts';
import { factsOf, labEndpoint, sampleImage } from '../support/fake-bridge/engines.ts';

const facts = factsOf('lab-engine');

const aDraft = (change: Partial<WorkerDraft> = {}): WorkerDraft => ({
  ...emptyDraft,
  endpoint: labEndpoint,
  image: { reference: 'bailiwick/sample:1', id: sampleImage.id },
  seat: 'reviewer@atlas',
  argv: ['/bin/true'],
  ...change,
});

describe('a worker that is begun from an earlier one', () => {
  const earlier: NewWorker = {
    endpoint: labEndpoint, image: { reference: 'bailiwick/sample:1', id: sampleImage.id }, seat: 'reviewer@atlas', network: 'internal', argv: ['/bin/sh', '-c', 'true'], lifetime: { kind: 'until', condition: 'results_exported' },
    resources: { cpuMilli: 250, memoryBytes: 1_610_612_736, pids: 77 },
    artifacts: [
      { path: '/workspace/task/result.json', maxBytes: 2_500_000, form: { type: 'json', schema: '{"type":"object"}' }, digest: aDigest(5) },
      { path: '/workspace/task/report.md', maxBytes: 10_000_000, form: { type: 'text' } },
      { path: '/workspace/task/data', maxBytes: 1 },
    ],
  };

  test('asks for exactly what was asked for then', () => {
    expect(checkDraft(draftOf(earlier, true), facts)).toEqual({ errors: new Map(), worker: earlier });
  });

  test.each([6 << 20, 1 << 30, (1 << 30) + (1 << 20), 3 * 2 ** 30, 123_456_789])('keeps its memory to the byte: %d', (memoryBytes) => {
    expect(checkDraft(draftOf({ ...earlier, resources: { ...earlier.resources, memoryBytes } }, true), facts).worker?.resources.memoryBytes).toBe(memoryBytes);
  });

  test('leaves the seat to be chosen where it is taken', () => {
    expect([...checkDraft(draftOf(earlier, false), facts).errors.keys()]).toEqual(['seat']);
  });

  test('is filled in from the console’s answer, and asks for nothing by that', async () => {
    const bridge = createFakeBridge('ordinary');
    const before = await bridge.listWorkers({});
    const [row] = before;
    const store = createDraftStore(bridge);
    if (!row) throw new TypeError('the scene has no worker');

    await store.getState().startFrom(row.binding);

    expect(store.getState().draft).toMatchObject({ seat: row.open ? '' : row.seat, image: { reference: row.image } });
    expect(await bridge.listWorkers({})).toEqual(before);
  });
});

describe('a worker that is being filled in', () => {
  test('is complete when nothing is missing, and asks for exactly what was filled in', () => {
    const { worker, errors } = checkDraft(aDraft({ cpus: 0.25, memory: { amount: 1.5, unit: 'GiB' }, artifacts: [{ ...emptyArtifact, path: '/workspace/task/result.md', megabytes: 10 }] }), facts);

    expect(errors.size).toBe(0);
    expect(worker?.resources).toEqual({ cpuMilli: 250, memoryBytes: 1_610_612_736, pids: 128 });
    expect(worker?.artifacts).toEqual([{ path: '/workspace/task/result.md', maxBytes: 10_000_000 }]);
  });

  const wrong: readonly (readonly [string, Partial<WorkerDraft>, DraftField])[] = [
    ['no engine', { endpoint: null }, 'endpoint'],
    ['no image', { image: null }, 'image'],
    ['no seat', { seat: '' }, 'seat'],
    ['a seat in capitals', { seat: 'Reviewer' }, 'seat'],
    ['an emptied number', { cpus: Number.NaN }, 'cpus'],
    ['more CPUs than the engine has', { cpus: 9 }, 'cpus'],
    ['more memory than the engine has', { memory: { amount: 64, unit: 'GiB' } }, 'memory'],
    ['less memory than a container can run in', { memory: { amount: 5, unit: 'MiB' } }, 'memory'],
    ['half a process', { pids: 12.5 }, 'pids'],
    ['no program', { argv: [''] }, 'argv.0'],
    ['an empty argument', { argv: ['/bin/sh', ''] }, 'argv.1'],
    ['a result outside the workspace', { artifacts: [{ ...emptyArtifact, path: '/etc/passwd', megabytes: 1 }] }, 'artifacts.0.path'],
    ['a result that climbs out', { artifacts: [{ ...emptyArtifact, path: '/workspace/../etc/passwd', megabytes: 1 }] }, 'artifacts.0.path'],
    ['a result twice', { artifacts: [{ ...emptyArtifact, path: '/workspace/a', megabytes: 1 }, { ...emptyArtifact, path: '/workspace/a', megabytes: 1 }] }, 'artifacts.1.path'],
    ['a result of no size', { artifacts: [{ ...emptyArtifact, path: '/workspace/a', megabytes: 0 }] }, 'artifacts.0.megabytes'],
    ['half a hash', { artifacts: [{ ...emptyArtifact, path: '/workspace/a', digest: 'abc' }] }, 'artifacts.0.digest'],
    ['a schema that is no JSON', { artifacts: [{ ...emptyArtifact, path: '/workspace/a', type: 'json', schema: '{' }] }, 'artifacts.0.schema'],
    ['a schema that is no object', { artifacts: [{ ...emptyArtifact, path: '/workspace/a', type: 'json', schema: '[]' }] }, 'artifacts.0.schema'],
    ['a schema that has no end', { artifacts: [{ ...emptyArtifact, path: '/workspace/a', type: 'json', schema: JSON.stringify({ title: 'x'.repeat(65_536) }) }] }, 'artifacts.0.schema'],
  ];

  test.each(wrong)('with %s says so at its field, and nothing is asked', (_what, change, field) => {
    const { worker, errors } = checkDraft(aDraft(change), facts);

    expect([...errors.keys()]).toEqual([field]);
    expect(worker).toBeUndefined();
  });

  test('asks of a result only what was filled in for its kind', () => {
    const digest = 'AB'.repeat(32);
    const artifacts = [
      { ...emptyArtifact, path: '/workspace/a', type: 'json' as const, schema: ' {"type":"object"} ', digest },
      { ...emptyArtifact, path: '/workspace/b', type: 'json' as const },
      { ...emptyArtifact, path: '/workspace/c', type: 'text' as const, schema: 'left from before', digest: `sha256:${digest.toLowerCase()}` },
    ];

    expect(checkDraft(aDraft({ artifacts })).worker?.artifacts).toEqual([
      { path: '/workspace/a', maxBytes: 10_000_000, form: { type: 'json', schema: '{"type":"object"}' }, digest: `sha256:${digest.toLowerCase()}` },
      { path: '/workspace/b', maxBytes: 10_000_000, form: { type: 'json' } },
      { path: '/workspace/c', maxBytes: 10_000_000, form: { type: 'text' }, digest: `sha256:${digest.toLowerCase()}` },
    ]);
  });

  test('is not held to totals nobody knows', () => {
    expect(checkDraft(aDraft({ cpus: 64 })).errors.size).toBe(0);
  });

  test('is kept after a refusal, and emptied once it was recorded', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createDraftStore(bridge);
    store.getState().edit(aDraft());
    const { worker } = checkDraft(store.getState().draft, facts);
    if (!worker) throw new TypeError('the draft is not complete');
    const { prepareWorker } = bridge;

    bridge.answerWith('prepareWorker', async () => refused(refusal('ledger_not_writable', 'The ledger takes no writes.', 'Close the other console.')));
    expect(await store.getState().prepare(worker)).toBeUndefined();
    expect(store.getState().draft.seat).toBe('reviewer@atlas');
    expect(store.getState().refusals.get('prepare')?.code).toBe('ledger_not_writable');

    void prepareWorker;
    const fresh = createDraftStore(createFakeBridge('ordinary'));
    fresh.getState().edit(aDraft());
    expect(await fresh.getState().prepare(worker)).toMatch(/^[0-9a-f]{32}$/);
    expect(fresh.getState().draft).toEqual(emptyDraft);
  });
});

test('a total is told to a tenth of a GiB', () => {
  expect(roundMemory(16_700_000_000)).toBe('15.6 GiB');
  expect(roundMemory(512 * 1024 ** 2)).toBe('512 MiB');
});
