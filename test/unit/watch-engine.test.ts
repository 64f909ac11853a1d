import { describe, expect, test } from 'vitest';
import type { EngineEvent, EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { watchEngine } from '../../electron/host/engine/watch-engine.ts';

/** A reader whose events end in an error as soon as it is let go. */
function failing(): { readonly reader: EngineReader; readonly fail: () => void } {
  let fail = (): void => undefined;
  const failure = new Promise<never>((_resolve, reject) => { fail = () => reject(new Error('the way is gone')); });
  const events = async function* (): AsyncGenerator<EngineEvent> {
    yield await failure;
  };
  return { reader: { events } as unknown as EngineReader, fail: () => fail() };
}

function watched(stopsBefore: boolean) {
  const lost: unknown[] = [];
  const stop = new AbortController();
  const { reader, fail } = failing();
  const end = watchEngine(reader, { onOpen: () => undefined, onChange: () => undefined, onLost: (error) => { lost.push(error); stop.abort(); } }, stop.signal);
  if (stopsBefore) stop.abort();
  fail();
  return end.then(() => lost);
}

describe('an engine that is watched', () => {
  test('is told to be lost once its way is gone', async () => {
    expect(await watched(false)).toEqual([expect.objectContaining({ message: 'the way is gone' })]);
  });

  test('is not told to be lost to whoever has stopped to watch: nothing of theirs may be open any more', async () => {
    expect(await watched(true)).toEqual([]);
  });
});
