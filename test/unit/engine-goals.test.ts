import { describe, expect, test } from 'vitest';
import { EngineFault, EngineUnreachableError, type EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { absentById, containerCreated, containerStarted, containerStopped, imageBuilt, volumeAbsent, volumeCreated } from '../../electron/host/engine/goals.ts';
import type { ContainerReading, ContainerRow, EngineFacts, ImageRow, VolumeReading } from '../../shared/engine-readings.ts';
import type { EngineId } from '../../shared/ids.ts';
import { labelKeys } from '../../shared/naming.ts';

const attempt = '1'.repeat(32);
const another = '2'.repeat(32);
const id = 'e'.repeat(64);
const ours = { [labelKeys.attempt]: attempt };

const aContainer = (about: Partial<ContainerReading>): ContainerReading => ({
  id, name: 'bw', created: '2026-01-01T00:00:00.000000000Z', imageId: 'sha256:1', labels: ours, state: 'created', startedAt: '', finishedAt: '', exitCode: 0, outOfMemory: false, volumes: [], ports: [], restart: 'no', goesWithProcess: false,
  admitted: { nanoCpus: 0, memoryBytes: 0, pids: 0, droppedCapabilities: [], addedCapabilities: [], securityOptions: [], privileged: false, user: '', readOnlyRoot: true, networkMode: 'none', networks: [] },
  ...about,
});
const aVolume = (labels: VolumeReading['labels']): VolumeReading => ({ name: 'v', created: '2026-01-01T00:00:00.000000000Z', driver: 'local', labels });
const anImage = (labels: ImageRow['labels']): ImageRow => ({ id: 'sha256:1', tags: ['t'], digests: [], createdSeconds: 1, bytes: 1, labels });

/** A reader of which a test says only what it is asked for. */
const reading = (answers: Partial<EngineReader>): EngineReader => ({
  identity: async () => ({ engine: 'E' as EngineId }) as EngineFacts,
  listContainers: async () => [],
  listVolumes: async () => [],
  inspectContainer: async () => null,
  inspectVolume: async () => null,
  inspectImage: async () => null,
  ...answers,
}) as EngineReader;

describe('a volume of our name', () => {
  const volumeWith = (labels: VolumeReading['labels']) => volumeCreated(reading({ inspectVolume: async () => aVolume(labels) }), 'v', attempt);

  test('shows the creation when it has the attempt’s label', async () => {
    expect(await volumeWith(ours)).toMatchObject({ reached: true, evidence: [{ kind: 'reading', of: 'volume v' }] });
  });

  test('of another attempt or of a stranger is handed back for the caller to tell which', async () => {
    const other = { [labelKeys.attempt]: another, [labelKeys.binding]: 'b' };

    expect(await volumeWith(other)).toMatchObject({ reached: false, found: { id: 'v', labels: other } });
    expect(await volumeWith({})).toMatchObject({ reached: false, says: expect.stringContaining('without a label of ours'), found: { labels: {} } });
  });

  test('that is not there has nothing to hand back', async () => {
    expect(await volumeCreated(reading({}), 'v', attempt)).toEqual({ reached: false, says: 'there is no volume v' });
  });
});

describe('a container of our name', () => {
  test('gives its immutable id when it has the attempt’s label', async () => {
    expect(await containerCreated(reading({ inspectContainer: async () => aContainer({}) }), 'bw', attempt)).toMatchObject({ reached: true, id });
  });

  test('with another attempt’s label gives what is there instead', async () => {
    const goal = await containerCreated(reading({ inspectContainer: async () => aContainer({ labels: { [labelKeys.attempt]: another } }) }), 'bw', attempt);

    expect(goal).toMatchObject({ reached: false, found: { id } });
    expect(goal).not.toHaveProperty('id');
  });
});

describe('a start', () => {
  const started = (startedAt: string, before: string) => containerStarted(reading({ inspectContainer: async () => aContainer({ startedAt, state: 'exited' }) }), id, before);

  test.each([
    ['2026-01-01T00:00:02.000000000Z', '', true],
    ['2026-01-01T00:00:02.000000000Z', '2026-01-01T00:00:01.900000000Z', true],
    ['2026-01-01T00:00:01.900000000Z', '2026-01-01T00:00:01.900000000Z', false],
    ['2026-01-01T00:00:01.000000000Z', '2026-01-01T00:00:01.900000000Z', true],
    ['', '', false],
    ['', '2026-01-01T00:00:01.900000000Z', false],
  ])('last at %j, before at %j: shown %s', async (startedAt, before, shown) => {
    expect((await started(startedAt, before)).reached).toBe(shown);
  });
});

describe('a stop', () => {
  test.each([
    ['exited', true], ['dead', true], ['created', true], ['running', false], ['paused', false], ['restarting', false], ['removing', false],
  ] as const)('of a container that is %s: shown %s', async (state, shown) => {
    expect((await containerStopped(reading({ inspectContainer: async () => aContainer({ state }) }), id)).reached).toBe(shown);
  });

  test('of a container that is verified absent is shown: it does not run, and that it was absent is its evidence', async () => {
    const goal = await containerStopped(reading({}), id, { pauseMs: 5 });

    expect(goal).toMatchObject({ reached: true, evidence: ['id', 'listing', 'id', 'listing'].map((via) => ({ kind: 'reading', of: `container ${id}, by ${via}`, found: 'absent: it does not run' })) });
  });

  test('of a container that one look does not find is not shown while a listing has it, or once it is there again', async () => {
    let looks = 0;
    const comesBack = async () => ((looks += 1) > 2 ? aContainer({ state: 'running' }) : null);

    expect(await containerStopped(reading({ listContainers: async () => [{ id } as ContainerRow] }), id, { pauseMs: 5 })).toMatchObject({ reached: false });
    expect(await containerStopped(reading({ inspectContainer: comesBack }), id, { pauseMs: 5 })).toMatchObject({ reached: false });
  });

  test('of a container that another engine does not know is not shown', async () => {
    expect(await containerStopped(reading({}), id, { engine: 'another' as EngineId, pauseMs: 5 })).toMatchObject({ unreadable: true });
  });
});

describe('a build', () => {
  test('is shown by its own label under the tag, not by the tag', async () => {
    const built = (labels: ImageRow['labels']) => imageBuilt(reading({ inspectImage: async () => anImage(labels) }), 't', attempt);

    expect(await built({ 'io.bailiwick.build': attempt })).toMatchObject({ reached: true, id: 'sha256:1' });
    expect(await built({ 'io.bailiwick.build': another })).toMatchObject({ reached: false });
  });
});

describe('B2 23: an absence', () => {
  const quick = { pauseMs: 5 };
  const aRow = { id } as ContainerRow;

  test('is shown by four readings, by id and listing, twice', async () => {
    const goal = await absentById(reading({}), 'container', id, quick);

    expect(goal).toMatchObject({ reached: true, absent: [{ via: 'id' }, { via: 'listing' }, { via: 'id' }, { via: 'listing' }] });
    expect(goal.reached && goal.evidence).toHaveLength(4);
  });

  test('is not shown while the listing still has it, or has it again', async () => {
    let asked = 0;
    const flapping = async () => ((asked += 1) === 2 ? [aRow] : []);

    expect(await absentById(reading({ listContainers: async () => [aRow] }), 'container', id, quick)).toMatchObject({ reached: false });
    expect(await absentById(reading({ listContainers: flapping }), 'container', id, quick)).toMatchObject({ reached: false });
    expect(await volumeAbsent(reading({ inspectVolume: async () => aVolume(ours) }), 'v', quick)).toMatchObject({ reached: false });
  });

  test('is worth nothing when another engine answers at the end, or already at the beginning', async () => {
    const engines = ['E', 'F'];
    const changing = async () => ({ engine: engines.shift() }) as EngineFacts;

    expect(await absentById(reading({ identity: changing }), 'container', id, quick)).toEqual({ unreadable: true, says: 'another engine answers on the socket now' });
    expect(await absentById(reading({}), 'container', id, { ...quick, engine: 'F' as EngineId })).toMatchObject({ unreadable: true });
  });
});

describe('an engine that cannot be read', () => {
  test.each([
    ['nobody answers', new EngineUnreachableError('no_socket', 'there is no socket')],
    ['it answers nonsense', new EngineFault('the answer does not fit')],
  ])('teaches nothing when %s', async (_what, error) => {
    const failing = async () => { throw error; };

    expect(await containerStopped(reading({ inspectContainer: failing }), id)).toEqual({ unreadable: true, says: error.message });
    expect(await absentById(reading({ listContainers: failing }), 'container', id)).toEqual({ unreadable: true, says: error.message });
  });

  test('lets every other fault through', async () => {
    const failing = async () => { throw new RangeError('a fault of ours'); };

    await expect(volumeCreated(reading({ inspectVolume: failing }), 'v', attempt)).rejects.toThrow('a fault of ours');
  });
});
