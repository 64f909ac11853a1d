import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { planTeardown, type StagingMeans } from '../../electron/host/custody/plan-teardown.ts';
import { removeStaging } from '../../electron/host/custody/remove-staging.ts';
import { RunAttempts } from '../../electron/host/attempts/run-attempts.ts';
import { EngineUnreachableError, type EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { lookAtStaging } from '../../electron/host/projection/look-at-staging.ts';
import { newStaging } from '../../electron/host/projection/staging-folder.ts';
import { stagingGoal } from '../../electron/host/projection/staging-goal.ts';
import { StagingRemover } from '../../electron/host/projection/staging-remover.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { withStagingStep, type StagingSeen } from '../../shared/staging-step.ts';
import { teardownPlan, type Seen } from '../../shared/teardown-plan.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutBinding, aboutEngine, aboutProjection, aboutResource, aDigest, anAttemptId, anEffect, anInstant, anIntent, anObservation, aRequest, aWorkerSpec, receiptsFrom, theFirstEpoch } from '../support/builders.ts';
import { FakeMutations } from '../support/fake-mutations.ts';
import { memoryGoals } from '../support/memory-goals.ts';
import { StagingDesk } from '../support/staging-desk.ts';

const folder = '/data/staging/1';
const there: StagingSeen = { kind: 'there', folder, manifests: 1, bytes: 1500 };
const gone: StagingSeen = { kind: 'gone', folder };
const goneFromEngine: Seen = { kind: 'gone' };

const asked = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [] }))];
const staged = anObservation('staged', { manifest: aDigest(7), files: 1, bytes: 1500 }, aboutProjection(aDigest(7)));
const volume = [...anEffect('create_volume', aboutResource('work'), anAttemptId(1)), anObservation('present', { id: 'work', created: '2026-01-01T00:00:00Z' }, aboutResource('work'))];
const volumeGone = anObservation('absent', { readings: [{ via: 'id', at: anInstant(9) }] }, aboutResource('work'));
const removal = anEffect('remove_staging', aboutBinding(), anAttemptId(5));
const unstaged = anObservation('unstaged', { manifests: 1 }, aboutBinding());

function planOf(entries: readonly Entry[], seen: StagingSeen = there, calling: ReadonlySet<AttemptId> = new Set()) {
  const binding = foldWorld(emptyWorld, receiptsFrom([...asked, ...entries])).bindings.get(aBindingId());
  if (!binding) throw new TypeError('the receipts make no binding');
  const onEngine = { container: goneFromEngine, work: { kind: 'there', running: false, usedBy: [] } as Seen, state: goneFromEngine, network: goneFromEngine };
  const plan = withStagingStep(teardownPlan(binding, onEngine, calling, 'an engine'), binding, seen, calling);
  return { plan, step: plan.steps.find(({ id }) => id === 'remove_staging') };
}

describe('the staged copies of a worker', () => {
  test('are no step where nothing was staged', () => {
    expect(planOf(volume).step).toBeUndefined();
  });

  test('go last, and stay as long as anything of it is held', () => {
    const { plan, step } = planOf([staged, ...volume]);

    expect(plan.steps.at(-1)).toBe(step);
    expect(step?.state).toMatchObject({ kind: 'locked', needs: 'remove_work' });
  });

  test('can be removed once the rest is verified absent, and the step names what is lost and what is kept', () => {
    const { plan, step } = planOf([staged, ...volume, volumeGone]);

    expect(step).toMatchObject({ state: { kind: 'ready' }, engineLabel: 'this machine', resource: { kind: 'staged copies', name: folder } });
    expect(step?.lost).toBe('The copies of 1 manifest, 1.5 kB, in the data folder: nothing of them is delivered or compared again.');
    expect(step?.kept).toContain('Every manifest with its hashes, in the ledger');
    expect(plan.finished).toBe(false);
  });

  test('are not gone because their removal was settled: asked and seen gone are two facts', () => {
    const { plan, step } = planOf([staged, ...volume, volumeGone, ...removal], gone);

    expect(step?.state).toEqual({ kind: 'already_gone', says: 'The staged copies were removed. That they are gone is read once more.' });
    expect(plan.finished).toBe(false);
  });

  test('are gone once that was read, and the plan is finished with them', () => {
    const { plan, step } = planOf([staged, ...volume, volumeGone, ...removal, unstaged], gone);

    expect(step).toMatchObject({ state: { kind: 'verified', says: 'asked, and seen gone' }, gone: { value: { manifests: 1 } } });
    expect(plan.finished).toBe(true);
  });

  test('that are gone already say since when they were there, and nothing is asked for that', () => {
    const { step } = planOf([staged, ...volume, volumeGone], gone);

    expect(step?.state).toMatchObject({ kind: 'already_gone', lastSeen: expect.any(String) });
    expect(step?.asked).toBeUndefined();
  });

  test('are asked, and then unconfirmed, until it is shown', () => {
    const open = [staged, ...volume, volumeGone, anIntent('remove_staging', aboutBinding(), anAttemptId(5))];

    expect(planOf(open, there, new Set([anAttemptId(5)])).step?.state).toEqual({ kind: 'asking' });
    expect(planOf(open).step?.state).toMatchObject({ kind: 'unconfirmed' });
  });

  test('are there again when something is staged after that', () => {
    expect(planOf([staged, ...removal, unstaged, staged]).step?.state).toEqual({ kind: 'ready' });
  });
});

describe('removing staged copies', () => {
  let desk: StagingDesk;
  let means: StagingMeans;

  beforeEach(() => {
    desk = new StagingDesk();
    const { journal } = desk.opened;
    const mutations = Object.assign(new FakeMutations(), { staging: new StagingRemover(desk.dataFolder) });
    const attempts = new RunAttempts({ journal, mutations, goals: { ...memoryGoals(), remove_staging: ({ about }) => stagingGoal(desk.dataFolder, about) } });
    const away = { identity: () => Promise.reject(new EngineUnreachableError('no_socket', 'nobody is there')) } as unknown as EngineReader;
    means = { journal, attempts, readers: { at: () => away }, dataFolder: desk.dataFolder };
  });

  const facts = () => desk.binding;
  const foldersThere = () => existsSync(path.join(desk.dataFolder, 'staging', desk.binding.id));

  test('is asked by an attempt and recorded as gone by what was read, also while the engine is away', async () => {
    desk.put('one');
    await desk.staged();
    desk.put('two');
    await desk.staged();

    expect(await removeStaging(means, desk.binding.id)).toEqual({ ok: true, value: null });

    expect(desk.kept).toEqual([]);
    expect(foldersThere()).toBe(false);
    expect(facts().stagingRemoval?.settlement?.disposition).toBe('applied');
    expect(facts().stagingGone?.value).toEqual({ manifests: 2 });
    expect((await planTeardown(means, desk.binding, 'an engine')).finished).toBe(true);
    expect(await removeStaging(means, desk.binding.id)).toMatchObject({ ok: false, refusal: { code: 'already_so' } });
  });

  test('asks nothing where they are gone already, and records that', async () => {
    desk.put('one');
    await desk.staged();
    rmSync(path.join(desk.dataFolder, 'staging'), { recursive: true });

    expect((await removeStaging(means, desk.binding.id)).ok).toBe(true);

    expect(facts().stagingRemoval).toBeUndefined();
    expect(facts().stagingGone?.value).toEqual({ manifests: 0 });
  });

  test('is refused while anything of the worker is held, and where nothing was staged', async () => {
    expect(await removeStaging(means, desk.binding.id)).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    desk.put('one');
    await desk.staged();
    for (const entry of volume) desk.opened.journal.append(entry);

    expect(await removeStaging(means, desk.binding.id)).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(desk.kept).toEqual(['00000']);
  });

  test('touches no other worker’s copies, and counts only what is in the ledger', async () => {
    const other = await newStaging(desk.dataFolder, aBindingId(2));
    writeFileSync(path.join(other, '00000'), 'theirs');
    desk.put('one');
    await desk.staged();
    mkdirSync(path.join(desk.dataFolder, 'staging', desk.binding.id, 'f'.repeat(64)));

    expect(await lookAtStaging(desk.dataFolder, desk.binding)).toMatchObject({ kind: 'there', manifests: 1, bytes: 3 });
    await removeStaging(means, desk.binding.id);

    expect(existsSync(other)).toBe(true);
  });

  test('that nobody answered for is settled by what is there', async () => {
    desk.put('one');
    await desk.staged();

    expect(await stagingGoal(desk.dataFolder, aboutBinding())).toMatchObject({ kind: 'not_shown' });
    rmSync(path.join(desk.dataFolder, 'staging'), { recursive: true });
    expect(await stagingGoal(desk.dataFolder, aboutBinding())).toMatchObject({ kind: 'shown', disposition: 'applied' });
    expect(await stagingGoal(desk.dataFolder, aboutEngine)).toMatchObject({ kind: 'unreadable' });
  });

  test('cannot be told where their place is no folder', async () => {
    mkdirSync(path.join(desk.dataFolder, 'staging'));
    writeFileSync(path.join(desk.dataFolder, 'staging', desk.binding.id), 'not a folder');

    expect(await lookAtStaging(desk.dataFolder, desk.binding)).toMatchObject({ kind: 'unreadable', refusal: { code: 'unconfirmed' } });
    expect(await stagingGoal(desk.dataFolder, aboutBinding(desk.binding.id))).toMatchObject({ kind: 'unreadable', blocker: 'file_unreadable' });
  });
});
