import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksIn, deadAddressOf, hostAddressOf, networkPoolSchema, nextFreeBlock, overlaps, poolProblem, usualNetworkPool } from '../../shared/network-pool.ts';

const octet = fc.nat(255);
/** Any range near the pool: of any size, and not always where one may begin. */
const near = fc.tuple(fc.integer({ min: 60, max: 84 }), octet, fc.integer({ min: 8, max: 32 })).map(([third, fourth, prefix]) => `10.213.${third}.${fourth}/${prefix}`);
const blockOf = (index: number): string => `10.213.${64 + Math.floor(index / 16)}.${(index % 16) * 16}/28`;

describe('the next free network of a pool', () => {
  test('is the first one where nothing is taken', () => {
    expect(nextFreeBlock(usualNetworkPool, [])).toBe('10.213.64.0/28');
    expect(nextFreeBlock(usualNetworkPool, ['10.213.64.0/28', '10.213.64.16/28'])).toBe('10.213.64.32/28');
  });

  test('is a gap that was left, before anything behind it', () => {
    expect(nextFreeBlock(usualNetworkPool, ['10.213.64.32/28', '10.213.64.0/28'])).toBe('10.213.64.16/28');
  });

  test('is behind a network that is larger, or begins in the middle of one', () => {
    expect(nextFreeBlock(usualNetworkPool, ['10.213.64.0/24'])).toBe('10.213.65.0/28');
    expect(nextFreeBlock(usualNetworkPool, ['10.213.64.8/29'])).toBe('10.213.64.16/28');
    expect(nextFreeBlock('10.213.64.0/27', ['10.0.0.0/8'])).toBeUndefined();
  });

  test('is not asked of what is no range of IPv4', () => {
    expect(nextFreeBlock(usualNetworkPool, ['fd00::/64', '', '10.213.64.0', '10.213.300.0/24'])).toBe('10.213.64.0/28');
  });

  test('lies in the pool, overlaps nothing that is taken, and nothing before it is free, whatever is taken', () => {
    fc.assert(
      fc.property(fc.array(near, { maxLength: 40 }), (taken) => {
        const free = nextFreeBlock(usualNetworkPool, taken);
        const blocks = Array.from({ length: 256 }, (_, index) => blockOf(index));

        expect(free).toBe(blocks.find((block) => !taken.some((range) => overlaps(block, range))));
      }),
    );
  });

  test('comes until all are taken, each once, and then there is none', () => {
    const pool = '192.168.7.0/25';
    const taken: string[] = [];
    for (let free = nextFreeBlock(pool, taken); free !== undefined; free = nextFreeBlock(pool, taken)) taken.push(free);

    expect(new Set(taken).size).toBe(blocksIn(pool));
    expect(blocksIn(pool)).toBe(8);
  });
});

describe('the addresses of a network', () => {
  test('are the engine’s own side, the first one, and one that nobody is given, the last one', () => {
    expect(hostAddressOf('10.213.64.16/28')).toBe('10.213.64.17');
    expect(deadAddressOf('10.213.64.16/28')).toBe('10.213.64.30');
  });
});

describe('a pool that is typed in', () => {
  test.each(['10.213.64.0/20', '10.0.0.0/8', '172.16.0.0/12', '192.168.1.0/28'])('%s can be used', (pool) => {
    expect(poolProblem(pool)).toBeUndefined();
    expect(networkPoolSchema.parse(pool)).toBe(pool);
  });

  test.each([
    ['nothing', 'an address and a length'],
    ['10.0.0.0', 'an address and a length'],
    ['10.0.0.0/33', 'an address and a length'],
    ['10.0.0.300/24', 'an address and a length'],
    ['10.213.64.5/20', 'begins at 10.213.64.0/20'],
    ['10.213.64.0/29', 'smaller than one network'],
    ['8.8.8.0/24', 'private range'],
    ['172.0.0.0/8', 'private range'],
    ['0.0.0.0/0', 'private range'],
  ])('%s is refused, and it is said why', (pool, why) => {
    expect(poolProblem(pool)).toContain(why);
    expect(networkPoolSchema.safeParse(pool).success).toBe(false);
  });
});
