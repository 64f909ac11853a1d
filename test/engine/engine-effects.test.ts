import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { absentById, containerCreated, containerStarted, containerStopped, volumeAbsent, volumeCreated } from '../../electron/host/engine/goals.ts';
import { labelKeys } from '../../shared/naming.ts';
import type { Endpoint, EngineId } from '../../shared/ids.ts';
import { EngineProxy } from '../support/engine-proxy.ts';
import { EngineUnderTest, newAttempt, tokenFor } from '../support/engine-under-test.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

let engine: EngineUnderTest;

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

afterAll(() => engine.cleanUp());

describe('the engine itself', () => {
  test('says who it is, the same each time, and what it has', async () => {
    const facts = await engine.reader.identity();

    expect(facts).toMatchObject({ engine: engine.engine, apiVersion: expect.stringMatching(/^\d+\.\d+$/), systemTime: expect.stringMatching(/^\d{4}-.*\.\d{9}Z$/) });
    expect(facts.cpus).toBeGreaterThan(0);
  });

  test('gets no change that was meant for another one', async () => {
    const name = `${engine.mark}-stray`;
    const meant = createDockerEngines().mutations(engine.endpoint, 'ANOTHER' as EngineId);

    expect(await meant.createVolume(tokenFor('create_volume'), { name, labels: {} })).toMatchObject({ kind: 'not_sent', says: expect.stringContaining('another engine') });
    expect(await engine.reader.inspectVolume(name)).toBeNull();
  });
});

describe('a container from its creation to its absence', () => {
  test('shows each step by the state it is for', async () => {
    const attempt = newAttempt();
    const request = engine.aRequest({ labels: { [labelKeys.attempt]: attempt }, command: ['sleep', '600'] });

    const created = await engine.mutations.createContainer(tokenFor('create_container', attempt), request);
    const id = created.kind === 'applied' ? (created.id ?? '') : '';

    expect(created).toMatchObject({ kind: 'applied', status: 201 });
    expect(await containerCreated(engine.reader, request.name, attempt)).toMatchObject({ reached: true, id });
    expect(await containerStarted(engine.reader, id, '')).toMatchObject({ reached: false });
    expect(await engine.mutations.startContainer(tokenFor('start_container'), id)).toEqual({ kind: 'applied', status: 204 });
    expect(await engine.mutations.startContainer(tokenFor('start_container'), id)).toEqual({ kind: 'already', status: 304 });
    expect(await containerStarted(engine.reader, id, '')).toMatchObject({ reached: true, id });
    expect(await containerStopped(engine.reader, id)).toMatchObject({ reached: false, says: 'it is running' });
    expect(await engine.mutations.removeContainer(tokenFor('remove_container'), id, 'unnamed_too')).toMatchObject({ kind: 'ambiguous', status: 409 });
    expect(await engine.mutations.stopContainer(tokenFor('stop_container'), id, { seconds: 1 })).toEqual({ kind: 'applied', status: 204 });
    expect(await engine.mutations.stopContainer(tokenFor('stop_container'), id, { seconds: 1 })).toEqual({ kind: 'already', status: 304 });
    expect(await containerStopped(engine.reader, id)).toMatchObject({ reached: true });
    expect(await absentById(engine.reader, 'container', id)).toMatchObject({ reached: false });
    expect(await engine.mutations.removeContainer(tokenFor('remove_container'), id, 'unnamed_too')).toEqual({ kind: 'applied', status: 204 });
    expect(await absentById(engine.reader, 'container', id)).toMatchObject({ reached: true });
    expect(await engine.mutations.removeContainer(tokenFor('remove_container'), id, 'unnamed_too')).toMatchObject({ kind: 'ambiguous', status: 404 });
  });

  test('is admitted as it was asked for', async () => {
    const id = await engine.createContainer({ resources: { cpuMilli: 250, memoryBytes: 32 << 20, pids: 20 } });

    expect((await engine.reader.inspectContainer(id))?.admitted).toMatchObject({
      nanoCpus: 250_000_000, memoryBytes: 32 << 20, pids: 20, droppedCapabilities: ['ALL'], addedCapabilities: [], privileged: false, user: '1000:1000', readOnlyRoot: true, networkMode: 'none',
      securityOptions: ['no-new-privileges'],
    });
  });

  test('is not found by the beginning of its id, nor by another name', async () => {
    const id = await engine.createContainer();

    expect(await engine.reader.inspectContainer(id.slice(0, 12))).toBeNull();
    expect((await engine.reader.inspectContainer(id, { fresh: true }))?.id).toBe(id);
    expect((await engine.reader.listContainers()).find((row) => row.id === id)).toMatchObject({ imageId: engine.imageId, state: 'created' });
  });
});

describe('a command that is not in the image', () => {
  test('is started all the same, by the init in front of it, and ends with 127', async () => {
    const id = await engine.createContainer({ command: ['/no/such/program'] });

    expect(await engine.mutations.startContainer(tokenFor('start_container'), id)).toEqual({ kind: 'applied', status: 204 });

    await expect.poll(async () => await engine.reader.inspectContainer(id)).toMatchObject({ state: 'exited', exitCode: 127 });
  });
});

describe('a volume of a name that exists', () => {
  test('answers 201 and is still not taken for a new one', async () => {
    const attempt = newAttempt();
    const name = await engine.createVolume({ [labelKeys.attempt]: attempt, [labelKeys.binding]: 'b' });

    const again = await engine.mutations.createVolume(tokenFor('create_volume'), { name, labels: { [labelKeys.attempt]: newAttempt() } });

    expect(again).toMatchObject({ kind: 'ambiguous', status: 201 });
    expect(await volumeCreated(engine.reader, name, attempt)).toMatchObject({ reached: true });
    expect(await volumeCreated(engine.reader, name, newAttempt())).toMatchObject({ reached: false, found: { labels: { [labelKeys.binding]: 'b' } } });
  });

  test('is not removed while a container uses it, and is absent afterwards', async () => {
    const name = await engine.createVolume();
    const id = await engine.createContainer({ volumes: [{ name, path: '/workspace' }] });

    expect((await engine.reader.inspectContainer(id))?.volumes).toEqual([name]);
    expect(await engine.mutations.removeVolume(tokenFor('remove_volume'), name)).toMatchObject({ kind: 'ambiguous', status: 409 });
    expect(await volumeAbsent(engine.reader, name)).toMatchObject({ reached: false });
    await engine.mutations.removeContainer(tokenFor('remove_container'), id, 'unnamed_too');
    expect(await engine.reader.inspectVolume(name)).not.toBeNull();
    expect(await engine.mutations.removeVolume(tokenFor('remove_volume'), name)).toEqual({ kind: 'applied', status: 204 });
    expect(await volumeAbsent(engine.reader, name)).toMatchObject({ reached: true });
  });
});

describe('B2 23: an absence on a real engine', () => {
  test('is read twice, at least half a second apart', async () => {
    const goal = await absentById(engine.reader, 'container', 'f'.repeat(64), { engine: engine.engine });

    const times = goal.reached ? (goal.absent ?? []).map(({ at }) => Date.parse(at)) : [];
    expect(times).toHaveLength(4);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(500);
  });
});

describe.each([{ kind: 'cut_answer', afterBytes: 30 }, { kind: 'hold_answer' }] as const)('B4 39: the answer to a create is lost ($kind)', (fault) => {
  test('the container is found by its label, and a retry meets it under the same name', async () => {
    const proxy = await EngineProxy.start(path.join(aTemporaryFolder(), 'engine.sock'), engine.endpoint);
    const throughProxy = createDockerEngines({ ...usualDeadlines, changeMs: 2000 }).mutations(`unix://${proxy.path}` as Endpoint, engine.engine);
    const [first, second] = [newAttempt(), newAttempt()];
    const request = (attempt: string) => engine.aRequest({ name: `${engine.mark}-${fault.kind}`, labels: { [labelKeys.attempt]: attempt } });
    void proxy.plan(/^POST \/containers\/create/, fault);

    const lost = await throughProxy.createContainer(tokenFor('create_container', first), request(first));
    const retried = await throughProxy.createContainer(tokenFor('create_container', second), request(second));
    await proxy.stop();

    expect(lost.kind).toBe('unclear');
    expect(retried).toMatchObject({ kind: 'ambiguous', status: 409 });
    expect(await containerCreated(engine.reader, request(first).name, first)).toMatchObject({ reached: true });
    expect(await containerCreated(engine.reader, request(second).name, second)).toMatchObject({ reached: false, found: { labels: { [labelKeys.attempt]: first } } });
    expect((await engine.reader.listContainers()).filter(({ name }) => name === request(first).name)).toHaveLength(1);
  });
});
