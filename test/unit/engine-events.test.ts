import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DockerReader } from '../../electron/host/engine/docker-reader.ts';
import { toEngineEvent } from '../../electron/host/engine/docker-events.ts';
import { jsonLines, longestLineBytes } from '../../electron/host/engine/json-lines.ts';
import { onlyOnce, watchEngine } from '../../electron/host/engine/watch-engine.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';

// Every test dials a socket, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

/** Machines that run tests are busy. */
const patient = { timeout: 10_000 };

const event = (action: string, timeNano = '1767322445123456789', Type = 'container') =>
  `{"Type":"${Type}","Action":"${action}","Actor":{"ID":"abc","Attributes":{"note":"\\"timeNano\\":5"}},"time":1767322445,"timeNano":${timeNano}}\n`;

describe('B5 48: an event that comes again', () => {
  test('is told by its time, id and action, and dropped', () => {
    const isNew = onlyOnce(3);

    expect(['a', 'b', 'a', 'c', 'd', 'a'].map(isNew)).toEqual([true, true, false, true, true, true]);
  });

  test('keeps every digit of its time', () => {
    expect(toEngineEvent(event('start'))).toEqual({ type: 'changed', kind: 'container', action: 'start', id: 'abc', timeNano: '1767322445123456789' });
  });

  test('of a command that only looks is no change', () => {
    expect(toEngineEvent(event('exec_create: cat /proc/1/status'))).toBeNull();
    expect(toEngineEvent(event('reload', '1', 'daemon'))).toBeNull();
  });

  test('that does not fit is a fault', () => {
    expect(() => toEngineEvent('{"status":"start"}')).toThrow('does not fit');
    expect(() => toEngineEvent('half a li')).toThrow('does not fit');
  });
});

describe('lines of JSON in any chunks', () => {
  test('come out whole and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json(), { maxLength: 10 }), fc.integer({ min: 1, max: 30 }), async (lines, size) => {
        const texts = lines.map((line) => line.replaceAll('\n', ' ').trim()).filter((line) => line !== '');

        const found: string[] = [];
        for await (const line of jsonLines(inChunks(Buffer.from(texts.join('\r\n')), size))) found.push(line);

        expect(found).toEqual(texts);
      }),
    );
  });

  test('that never end are a fault, not a growing buffer', async () => {
    const endless = (async function* () {
      for (;;) yield Buffer.alloc(100_000, 'x');
    })();

    await expect(jsonLines(endless).next()).rejects.toThrow(`longer than ${longestLineBytes} bytes`);
  });
});

describe('watching an engine', () => {
  let daemon: FakeDaemon;
  const stop = new AbortController();

  beforeEach(async () => {
    daemon = await FakeDaemon.listen();
  });

  afterEach(async () => {
    await daemon.close();
  });

  test('opens again after each loss for what came meanwhile, tells nothing twice, and says once that it is lost and why', async () => {
    const told: string[] = [];
    daemon.answer('GET /events', { then: (socket) => void socket.write(event('start') + event('start') + event('die')) });
    const watcher = {
      onOpen: () => void told.push('open'),
      onChange: ({ action }: { readonly action: string }) => void told.push(action),
      onLost: () => void told.push('lost'),
    };

    const watching = watchEngine(new DockerReader(daemon.way), watcher, stop.signal, { firstMs: 10, longestMs: 20 });
    await expect.poll(() => told, patient).toEqual(['open', 'start', 'die']);
    daemon.answer('GET /events', { status: 500, body: { message: 'starting' } });
    daemon.hangUp();
    await expect.poll(() => daemon.requestsTo('GET /events').length, patient).toBeGreaterThan(3);
    const failure = 'the engine starts';
    daemon.answer('GET /events', { status: 503, body: { message: failure } });
    await expect.poll(() => told.filter((what) => what === 'lost').length, patient).toBe(3);
    daemon.answer('GET /events', { then: (socket) => void socket.write(event('die') + event('destroy', '1767322446000000001')) });
    await expect.poll(() => told.slice(-2), patient).toEqual(['open', 'destroy']);
    stop.abort();
    await watching;

    // By the engine's own clock, five seconds before the last event that came.
    expect(daemon.requestsTo('GET /events')[0]?.query.get('since')).toBeNull();
    expect(new Set(daemon.requestsTo('GET /events').slice(1).map(({ query }) => query.get('since')))).toEqual(new Set(['1767322440.123456789']));
  });

  test('holds later events back until everything was read anew', async () => {
    const told: string[] = [];
    const over = new AbortController();
    daemon.answer('GET /events', { then: (socket) => void socket.write(event('start')) });

    const watching = watchEngine(
      new DockerReader(daemon.way),
      { onOpen: async () => { await sleep(50); told.push('read'); }, onChange: () => void told.push('change'), onLost: () => undefined },
      over.signal,
    );
    await expect.poll(() => told, patient).toEqual(['read', 'change']);
    over.abort();
    await watching;
  });
});

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
