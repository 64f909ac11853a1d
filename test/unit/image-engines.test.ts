import { describe, expect, test } from 'vitest';
import { removeImage } from '../../electron/host/custody/remove-image.ts';
import type { EngineMutations } from '../../electron/host/attempts/mutations.ts';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { PrivateEngine } from '../../electron/host/engine/private-engine.ts';
import { goalReaders } from '../../electron/host/goal-readers.ts';
import { pullImage } from '../../electron/host/placement/pull-image.ts';
import type { Attempt } from '../../shared/attempt.ts';
import type { EngineFacts, ImageRow } from '../../shared/engine-readings.ts';
import { engineIdSchema, type Endpoint, type EngineId } from '../../shared/ids.ts';
import { RunAttempts } from '../../electron/host/attempts/run-attempts.ts';
import { aboutImage, anAttemptId, anIntent, aSettlement, theEndpoint, theEngine } from '../support/builders.ts';
import { FakeMutations } from '../support/fake-mutations.ts';
import { aJournal } from '../support/ledgers.ts';
import { memoryGoals } from '../support/memory-goals.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const other = engineIdSchema.parse('ENGINE:TWO');
const reference = 'docker.io/library/agent:1';
const image = `sha256:${'d'.repeat(64)}`;
const label = 'a'.repeat(32);
const row: ImageRow = { id: image, tags: [], digests: [], createdSeconds: 1, bytes: 1, labels: { build: label } };

/** One socket at which these engines answer, one after another; the last one stays. All have the image. */
function atOneSocket(...engines: readonly EngineId[]) {
  const left = [...engines];
  const identity = async () => ({ engine: left.length > 1 ? left.shift() : left[0] }) as EngineFacts;
  const nothing = async () => [];
  const reader = { identity, inspectImage: async () => row, listImages: async () => [row], listContainers: nothing, listVolumes: nothing, listNetworks: nothing } as Partial<EngineReader> as EngineReader;
  return { at: () => reader };
}

const asked: Record<'build_image' | 'pull_image' | 'remove_image', Record<string, string | null>> = {
  build_image: { endpoint: theEndpoint, tag: 'sample:1', label },
  pull_image: { endpoint: theEndpoint, reference, before: null },
  remove_image: { endpoint: theEndpoint, image },
};

function lookAt(operation: keyof typeof asked, answering: EngineId) {
  const goals = goalReaders({ journal: aJournal().journal, readers: atOneSocket(answering), privateEngine: new PrivateEngine({ folder: aTemporaryFolder() }), dataFolder: aTemporaryFolder() });
  const attempt = { id: anAttemptId(), operation, about: { kind: 'image', engine: theEngine, reference } } as Attempt;
  return goals[operation](attempt, asked[operation]);
}

/** Says for which engine each change was meant. */
class MeantMutations extends FakeMutations {
  readonly meant: (EngineId | undefined)[] = [];

  override engine(_endpoint?: Endpoint, expected?: EngineId): EngineMutations {
    this.meant.push(expected);
    return super.engine();
  }
}

function aConsole(...engines: readonly EngineId[]) {
  const { journal } = aJournal();
  const mutations = new MeantMutations();
  return { mutations, means: { journal, readers: atOneSocket(...engines), attempts: new RunAttempts({ journal, mutations, goals: memoryGoals() }) } };
}

describe('what became of an image on one engine', () => {
  test.each(Object.keys(asked) as (keyof typeof asked)[])('%s: is not told by another engine that answers at its socket', async (operation) => {
    expect(await lookAt(operation, other)).toMatchObject({ kind: 'unreadable', blocker: 'identity_changed' });
    expect((await lookAt(operation, theEngine)).kind).toBe(operation === 'remove_image' ? 'not_shown' : 'shown');
  });
});

describe('another engine that answers at the socket between a look and what follows it', () => {
  test('is not where an image is removed: the removal is for the engine that was looked at', async () => {
    const { means, mutations } = aConsole(theEngine, other);
    const build = aSettlement(aboutImage);
    means.journal.append(anIntent('build_image', aboutImage));
    means.journal.append({ ...build, body: { ...build.body, evidence: [{ kind: 'answer', status: 200, id: image }] } as typeof build.body });

    await removeImage(means, { endpoint: theEndpoint, image });

    expect(mutations.meant).toEqual([theEngine]);
    expect(mutations.calls).toEqual(['remove_image']);
  });

  test('is not where a pulled image is read: nothing it shows is recorded of the engine that pulled', async () => {
    const { means } = aConsole(theEngine, other);

    const pulled = await pullImage(means, theEndpoint, reference, () => undefined, new AbortController().signal);

    expect(pulled).toMatchObject({ ok: false, refusal: { code: 'engine_changed' } });
  });
});
