import { afterEach, expect, test } from 'vitest';
import { EngineDirectory, type DirectoryPorts } from '../../electron/host/engine-directory.ts';
import { EngineUnreachableError, type EngineReader } from '../../electron/host/engine/engine-reader.ts';
import type { EngineId } from '../../shared/ids.ts';
import { theEndpoint, theEngine } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { aJournal } from '../support/ledgers.ts';
import { MemoryGuest } from '../support/memory-guest.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

let directory: EngineDirectory | undefined;

afterEach(() => {
  directory?.close();
});

/** One engine that was typed in; `lose` ends the connection to it, and nothing answers there after that. */
function watched(onReachable: DirectoryPorts['onReachable'] = async () => true) {
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
  const ports = {
    journal: aJournal().journal,
    readers: { at: (endpoint: string) => (endpoint === theEndpoint ? reader : { ...reader, events: () => { throw new EngineUnreachableError('refused', 'nobody listens'); } }) },
    privateEngine: { endpoint: 'unix:///run/private.sock', read: () => ({ kind: 'stopped' }) },
    settings: { current: { endpoints: [theEndpoint], certificates: {} } },
    places: { home: aTemporaryFolder() },
    leave: () => undefined, onReachable, onChange: () => undefined, onFrame: () => undefined,
  } as unknown as DirectoryPorts;
  directory = new EngineDirectory(ports);
  return { directory, lose: () => { lose(); } };
}

test('an engine answers as the one that is meant, as another one, or not any more', async () => {
  const { directory: engines, lose } = watched();
  expect(engines.answersAs(theEndpoint, theEngine)).toBe('silent');

  engines.watch();
  expect(engines.answersAs(theEndpoint, theEngine)).toBe('asked');
  await eventually(() => { expect(engines.answersAs(theEndpoint, theEngine)).toBe('itself'); });
  expect(engines.answersAs(theEndpoint, 'ENGINE:TWO' as EngineId)).toBe('another');
  lose();

  await eventually(() => { expect(engines.answersAs(theEndpoint, theEngine)).toBe('silent'); });
});

test.each([[true, 'itself'], [false, 'reading']])('what is on an engine is read anew before anything on it is told as of now; where it was all read: %s', async (isWhole, answers) => {
  let read = (_isWhole: boolean): void => undefined;
  const { directory: engines } = watched(() => new Promise((resolve) => { read = resolve; }));
  engines.watch();
  await eventually(() => { expect(engines.answersAs(theEndpoint, theEngine)).toBe('reading'); });

  read(isWhole);

  await eventually(() => { expect(engines.answersAs(theEndpoint, theEngine)).toBe(answers); });
});
