import { describe, expect, test } from 'vitest';
import { EngineFault, EngineUnreachableError, type EngineReader, type LogFrame } from '../../electron/host/engine/engine-reader.ts';
import { followLog } from '../../electron/host/execution/follow-log.ts';
import { plainLine } from '../../electron/host/execution/plain-line.ts';
import type { LogLines } from '../../shared/bridge-values.ts';
import type { ContainerReading, ContainerState } from '../../shared/engine-readings.ts';
import { theContainer } from '../support/memory-guest.ts';

const frame = (text: string): LogFrame => ({ stream: 'stdout', at: '2026-03-04T14:00:00.000Z', text, ends: true });

interface Behaviour {
  readonly logs: () => AsyncIterable<LogFrame>;
  readonly inspect?: () => Promise<ContainerReading | null>;
  readonly signal?: AbortSignal;
}

async function follow({ logs, inspect = () => Promise.resolve(null), signal = new AbortController().signal }: Behaviour): Promise<readonly LogLines[]> {
  const said: LogLines[] = [];
  const reader: Partial<EngineReader> = { logs, inspectContainer: inspect };
  await followLog(reader as EngineReader, { log: 'one', container: theContainer, tail: 100, signal }, (lines) => { said.push(lines); });
  return said;
}

const twoLines = async function* () { yield frame('first'); yield frame('second'); };
const inState = (state: ContainerState) => () => Promise.resolve({ state } as ContainerReading);

describe('the end of a log', () => {
  test.each([
    ['exited', 'The log ends here: the main process has ended.'],
    ['dead', 'The log ends here: the main process has ended.'],
    ['running', 'The engine ended the log here, though the container is up. Open it again to read on.'],
    ['restarting', 'The engine ended the log here, though the container is up. Open it again to read on.'],
  ] as const)('of a container that is %s says just that, after the lines', async (state, ended) => {
    const said = await follow({ logs: twoLines, inspect: inState(state) });

    expect(said.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(['first', 'second']);
    expect(said.at(-1)).toEqual({ log: 'one', lines: [], ended });
  });

  test('of a container that is gone says so', async () => {
    expect((await follow({ logs: twoLines })).at(-1)?.ended).toBe('The log ends here: the engine has no such container any more.');
  });

  test('claims nothing where the engine does not answer', async () => {
    const unreachable = () => Promise.reject(new EngineUnreachableError('refused', 'nothing listens on the socket'));

    expect((await follow({ logs: twoLines, inspect: unreachable })).at(-1)?.ended).toBe('The log ends here; whether the main process has ended is not known: nothing listens on the socket.');
  });

  test('that was cut says why, and keeps what came', async () => {
    const cut = async function* () { yield frame('first'); throw new EngineFault('the answer was cut'); };

    expect(await follow({ logs: cut })).toEqual([{ log: 'one', lines: [{ stream: 'stdout', at: frame('').at, text: 'first' }], ended: 'The log broke off: the answer was cut. Open it again to read on.' }]);
  });

  test('is not told to nobody, and the engine is not asked for it', async () => {
    const over = new AbortController();
    let asked = 0;
    const inspect = () => { asked += 1; return Promise.resolve(null); };

    expect(await follow({ logs: async function* () { over.abort(); yield frame('late'); }, inspect, signal: over.signal })).toEqual([]);
    expect(asked).toBe(0);
  });
});

describe('a log line', () => {
  test('is sent as it is shown', async () => {
    const said = await follow({ logs: async function* () { yield frame('\u001b[1mbold\u001b[0m'); } });

    expect(said[0]?.lines).toEqual([{ stream: 'stdout', at: frame('').at, text: 'bold' }]);
  });

  test('loses its colours and control characters, and keeps its words and tabs', () => {
    expect(plainLine('\u001b[1;32mok\u001b[0m\tdone\r')).toBe('ok\tdone');
    expect(plainLine('\u001b]0;a title\u0007text')).toBe('text');
  });

  test('that is too long is cut, and says by how much', () => {
    expect(plainLine('x'.repeat(5_000))).toBe(`${'x'.repeat(2_000)} … 3000 characters more`);
  });
});
