import { describe, expect, test } from 'vitest';
import { reachOf } from '../../electron/host/execution/reach-readings.ts';
import type { ProbeResult } from '../../electron/host/engine/engine-reader.ts';
import { probes, reachProbes, readingProbes } from '../../shared/probes.ts';

const failed = (exitCode: number, says: string): ProbeResult => ({ kind: 'failed', exitCode, says });

describe('what a connection tells that was tried in a guest', () => {
  test.each([
    ['came about', { kind: 'output', text: '' } as const, 'reached'],
    ['was refused by the other end', failed(1, "nc: can't connect to remote host (10.213.64.1): Connection refused"), 'reached'],
    ['has no route', failed(1, "nc: can't connect to remote host (1.1.1.1): Network is unreachable"), 'not_reached'],
    ['found nobody at the address', failed(1, "nc: can't connect to remote host (1.1.1.1): No route to host"), 'not_reached'],
    ['had no answer in time', failed(1, 'nc: timed out'), 'not_reached'],
    ['is for a name that the guest does not know', failed(1, "nc: bad address 'console'"), 'not_reached'],
    ['ended for no reason that is said', failed(1, ''), 'unclear'],
    ['did not end in time', failed(143, ''), 'unclear'],
    ['has no command in the image', failed(127, 'exec: "timeout": executable file not found in $PATH'), 'unsupported'],
  ] as const)('one that %s', (_what, result, state) => {
    expect(reachOf('outside', result)).toMatchObject({ target: 'outside', state });
  });
});

describe('what a name tells that was looked up in a guest', () => {
  test.each([
    ['was resolved', { kind: 'output', text: 'Name: example.com' } as const, 'reached'],
    ['no name server answered for', failed(1, ';; connection timed out; no servers could be reached'), 'not_reached'],
    ['no name server answered for in time', failed(143, ''), 'not_reached'],
    ['has no way to a name server', failed(1, "nslookup: can't connect to remote host (10.0.0.2): Network is unreachable"), 'not_reached'],
    ['its name server refuses', failed(1, "** server can't find example.com: REFUSED"), 'not_reached'],
    ['ended for no reason that is said', failed(2, ''), 'unclear'],
    ['has no command in the image', failed(126, ''), 'unsupported'],
  ] as const)('one that %s', (_what, result, state) => {
    expect(reachOf('names', result)).toMatchObject({ target: 'names', state });
  });
});

test('a guest that does not run reaches nothing and misses nothing: there is no reading', () => {
  expect(reachOf('host', { kind: 'not_running' })).toBeUndefined();
});

test('what is run in a guest to look is a closed list: readings, and tries with an end', () => {
  expect(Object.keys(probes)).toEqual([...Object.keys(readingProbes), ...Object.keys(reachProbes)]);
  for (const argv of Object.values(readingProbes)) expect(argv[0]).toBe('cat');
  for (const argv of Object.values(reachProbes)) expect(argv.slice(0, 2)).toEqual(['timeout', '5']);
});
