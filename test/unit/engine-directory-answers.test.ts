import { afterEach, expect, test } from 'vitest';
import { EngineDirectory, type DirectoryPorts } from '../../electron/host/engine-directory.ts';
import { EngineUnreachableError, type EngineReader } from '../../electron/host/engine/engine-reader.ts';
import type { BindingId, EngineId } from '../../shared/ids.ts';
import type { WorkerSpec } from '../../shared/worker-spec.ts';
import { aBindingId, aRequest, aWorkerSpec, theEndpoint } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { aJournal } from '../support/ledgers.ts';
import { MemoryGuest } from '../support/memory-guest.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

interface Worker {
  readonly id: BindingId;
  readonly spec: WorkerSpec;
}

const [first, second] = [1, 2].map((number) => ({ id: aBindingId(number), spec: aWorkerSpec() })) as [Worker, Worker];
let directory: EngineDirectory | undefined;

afterEach(() => {
  directory?.close();
});

/** One engine that was typed in; `lose` ends the connection to it, and nothing answers there after that. */
function watched(onReachable: DirectoryPorts['onReachable'] = () => undefined) {
  let lose = (): void => undefined;
  let isThere = true;
  const reader: EngineReader = {
    ...new MemoryGuest().reader,
    async *events() {
      if (!isThere) throw new EngineUnreachableError('refused', 'nobody listens');
      yield { type: 'open' };
      await new Promise<void>((resolve) => { lose = () => { isThere = false; resolve(); }; });
    },
  };
  const { journal } = aJournal();
  journal.appendAll([aRequest(first.id), aRequest(second.id)]);
  const ports = {
    journal,
    readers: { at: (endpoint: string) => (endpoint === theEndpoint ? reader : { ...reader, events: () => { throw new EngineUnreachableError('refused', 'nobody listens'); } }) },
    privateEngine: { endpoint: 'unix:///run/private.sock', read: () => ({ kind: 'stopped' }) },
    settings: { current: { endpoints: [theEndpoint], certificates: {} } },
    places: { home: aTemporaryFolder() },
    leave: () => undefined, onReachable, onChange: () => undefined, onFrame: () => undefined,
  } as unknown as DirectoryPorts;
  directory = new EngineDirectory(ports);
  return { directory, lose: () => { lose(); } };
}

test('the engine that answers is the one that is meant, another one, or none any more', async () => {
  const { directory: engines, lose } = watched();
  const meant = { ...first, id: aBindingId(3) };
  expect(engines.answersTo(meant)).toBe('silent');

  engines.watch();
  expect(engines.answersTo(meant)).toBe('asked');
  await eventually(() => { expect(engines.answersTo(meant)).toBe('itself'); });
  expect(engines.answersTo({ ...meant, spec: aWorkerSpec({ engine: 'ENGINE:TWO' as EngineId }) })).toBe('another');
  lose();

  await eventually(() => { expect(engines.answersTo(meant)).toBe('silent'); });
});

test('a worker that was there is read anew before anything of it is told as of now, and one that cannot be read keeps none from that', async () => {
  const { directory: engines } = watched();
  engines.watch();
  await eventually(() => { expect(engines.answersTo(first)).toBe('reading'); });

  engines.noteRead(theEndpoint, [second.id]);

  expect([engines.answersTo(first), engines.answersTo(second)]).toEqual(['reading', 'itself']);
});
