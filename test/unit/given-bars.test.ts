import { describe, expect, test } from 'vitest';
import { givenExternal, givenWorker } from '../../electron/host/custody/given.ts';
import { stillThere } from '../../electron/host/custody/given-before.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import type { ContainerReading } from '../../shared/engine-readings.ts';
import { keyOfExternal } from '../../shared/external.ts';
import { aBindingId, aboutEngine, aboutExecution, aboutExternal, aboutResource, aDigest, anAttemptId, anEffect, anExecutionId, anInstant, anObservation, aRequest, aWorkerSpec, decided, theEndpoint, theEngine } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

const made = (role: 'work' | 'container' | 'network', attempt: number): readonly Entry[] => [
  ...anEffect(`create_${role === 'work' ? 'volume' : role}`, aboutResource(role), anAttemptId(attempt)),
  anObservation('present', { id: role, created: '2026' }, aboutResource(role)),
];
const gone = (role: 'work' | 'container'): Entry => anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource(role));

describe('what a worker owes before it is given away', () => {
  const barAfter = (...entries: readonly Entry[]) => {
    const { journal } = aJournal();
    journal.appendAll([aRequest(aBindingId(), aWorkerSpec({ network: 'internal' })), ...made('work', 1), ...made('network', 2), ...made('container', 3), ...entries]);
    const binding = journal.world.bindings.get(aBindingId());
    if (!binding) throw new TypeError('no worker');
    return givenWorker({ journal } as never, binding).bar;
  };
  const owes = { code: 'blocked', says: 'Declared results have not left yet: /workspace/task/report.md.' };

  test('are its declared results, while they can be exported or given up', () => {
    expect(barAfter()).toMatchObject(owes);
    expect(barAfter(gone('container'))).toMatchObject(owes);
  });

  test('is no end of a process that went with its container: what is left can be given away', () => {
    const runs = [...anEffect('start_container', aboutExecution(anExecutionId()), anAttemptId(4)), anObservation('process', { state: 'running', startedAt: 'then' }, aboutExecution(anExecutionId()))];
    const launched = anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, aboutExecution(anExecutionId()));

    expect(barAfter(launched, ...runs)).toMatchObject({ says: 'reviewer@atlas runs: a running execution cannot be given away.' });
    expect(barAfter(launched, ...runs, gone('container'), gone('work'))).toBeUndefined();
  });

  test('is nothing once only its network is left: no result is in that, and nobody is asked to give one up', () => {
    expect(barAfter(gone('container'), gone('work'))).toBeUndefined();
  });
});

describe('what runs', () => {
  const container = aboutExternal('c'.repeat(64), 'container');
  const identity = { id: container.id, created: '2026', imageId: 'sha256:image' };
  const engineWith = (about: Partial<ContainerReading>) => ({
    identity: async () => ({ engine: theEngine }), listContainers: async () => [],
    inspectContainer: async () => ({ id: container.id, name: 'db', created: '2026', imageId: 'sha256:image', labels: {}, state: 'running', startedAt: 'then', volumes: [], ports: [], restart: 'no', goesWithProcess: false, ...about }),
  });
  const readersOf = (about: Partial<ContainerReading>) => ({ at: () => engineWith(about) }) as never;

  test.each([[false, 'Stop its container first.'], [true, expect.stringContaining('Stopping it would not keep it') as string]])('is not given away, and where it goes with its process (%s) nobody is told to stop it first', async (goesWithProcess, todo) => {
    const { journal } = aJournal();
    journal.appendAll([anObservation('proposed', { act: 'transfer', subject: aDigest(62), endpoint: theEndpoint, identity, from: { by: 'statement', owner: 'the data team' } }, container), decided('transfer', aboutEngine, aDigest(62))]);
    const external = journal.world.externals.get(keyOfExternal(container));
    if (!external) throw new TypeError('not known');

    expect(await givenExternal({ journal, readers: readersOf({ goesWithProcess }) } as never, external).look()).toMatchObject({ code: 'blocked', todo });
  });

  test('is not signed anew either, whoever started it', async () => {
    const before = { endpoint: theEndpoint, engine: theEngine, of: 'db', decided: aboutEngine, proposed: [container], to: 'anyone', signed: 9, resources: [{ resource: 'container', name: 'db', identity }] } as const;

    expect(await stillThere({ readers: readersOf({}) }, before)).toMatchObject({ ok: false, refusal: { code: 'blocked', says: 'db runs: a running execution cannot be given away.', todo: expect.stringContaining('not this console’s to stop') as string } });
    expect(await stillThere({ readers: readersOf({ state: 'exited' }) }, before)).toMatchObject({ ok: true, value: before.resources });
  });
});
