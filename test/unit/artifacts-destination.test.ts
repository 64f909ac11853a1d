import fc from 'fast-check';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { destinationOf, hostName } from '../../electron/host/artifacts/destination.ts';
import { nameText } from '../../electron/host/engine/name-text.ts';
import { aBindingId, aWorkerSpec, anExecutionId, anInstant } from '../support/builders.ts';

const worker = { id: aBindingId(), spec: aWorkerSpec(), executions: [] };
const folder = '/exports';

describe('where an artifact goes', () => {
  test('by seat, generation and binding, then as it lay below the workspace', () => {
    expect(destinationOf(folder, worker, '/workspace/results/report.md')).toEqual({ ok: true, value: `/exports/reviewer@atlas/1-${aBindingId().slice(0, 8)}/results/report.md` });
  });

  test('by its execution too, from the second one on', () => {
    const execution = (number: number) => ({ id: anExecutionId(number), request: { value: { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, seq: number, at: anInstant() }, process: { value: { state: 'running' as const, startedAt: 'then' }, seq: number, at: anInstant() } });
    const placeAfter = (launches: number) => destinationOf(folder, { ...worker, executions: Array.from({ length: launches }, (_, index) => execution(index + 1)) }, '/workspace/results/report.md');

    expect(placeAfter(1)).toEqual(destinationOf(folder, worker, '/workspace/results/report.md'));
    expect(placeAfter(2)).toEqual({ ok: true, value: `/exports/reviewer@atlas/1-${aBindingId().slice(0, 8)}-run-2/results/report.md` });
  });

  test('by the execution before it where a launch came to nothing', () => {
    const request = { value: { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, seq: 1, at: anInstant() };
    const ran = { id: anExecutionId(1), request, process: { value: { state: 'running' as const, startedAt: 'then' }, seq: 2, at: anInstant() } };

    expect(destinationOf(folder, { ...worker, executions: [ran, { id: anExecutionId(2), request }] }, '/workspace/results/report.md')).toEqual(destinationOf(folder, worker, '/workspace/results/report.md'));
  });

  test('a name that this machine cannot hold is refused', () => {
    expect(destinationOf(folder, worker, `/workspace/${'x'.repeat(256)}`)).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
  });
});

describe('a guest’s name on this machine', () => {
  test.each([
    ['report.md', 'report.md'],
    ['.env', '.env'],
    ['100% done', '100% done'],
    ['été 日本.md', 'été 日本.md'],
    ['a\\b', 'a%5Cb'],
    ['C:evil', 'C%3Aevil'],
    ['file:stream', 'file%3Astream'],
    ['what?*', 'what%3F%2A'],
    ['line\nbreak', 'line%0Abreak'],
    ['turned\u202etxt', 'turned%E2%80%AEtxt'],
    ['trailing.', 'trailing%2E'],
    ['trailing ', 'trailing%20'],
    [' leading', '%20leading'],
    ['CON', '%43ON'],
    ['nul.txt', '%6Eul.txt'],
    ['a%3Ab', 'a%253Ab'],
    ['a\\xFFb', 'a%FFb'],
    ['a\\x5CxFF', 'a%5CxFF'],
  ])('%j becomes %j', (name, fit) => {
    expect(hostName(name)).toBe(fit);
  });

  const name = fc.string({ unit: fc.constantFrom(...'aC:\\%/. 253AEconul\n\u202e日'), minLength: 1, maxLength: 12 }).filter((text) => text !== '.' && text !== '..' && !text.includes('/'));
  const bytes = fc.array(fc.constantFrom(...'\\x5CFF%'.split('').map((text) => Buffer.from(text)), Buffer.from([0xff]), Buffer.from([0xe6])), { minLength: 1, maxLength: 8 }).map((parts) => nameText(Buffer.concat(parts)));

  test('is never another guest name’s, also where bytes are no text', () => {
    fc.assert(fc.property(bytes, bytes, (one, other) => { fc.pre(one !== other); expect(hostName(one)).not.toBe(hostName(other)); }), { numRuns: 2000 });
  });

  test('is never another guest name’s', () => {
    fc.assert(fc.property(name, name, (one, other) => { fc.pre(one !== other); expect(hostName(one)).not.toBe(hostName(other)); }), { numRuns: 2000 });
  });

  test('never leads anywhere else', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (parts) => {
        const result = destinationOf(folder, worker, `/workspace/${parts.join('/')}`);
        const own = `/exports/reviewer@atlas/1-${aBindingId().slice(0, 8)}/`;
        if (result.ok) expect(path.resolve(result.value).startsWith(own)).toBe(true);
        if (result.ok) expect(result.value.slice(own.length).split('/')).toHaveLength(parts.length);
      }),
    );
  });
});
