import { z } from 'zod';

/** A range of IPv4 addresses: its first one as a number, and how many bits all of them share. */
interface Range {
  readonly first: number;
  readonly prefix: number;
}

/** Each worker's network is one of these: sixteen addresses, of which a worker needs two. */
export const blockPrefix = 28;

/** Where the networks of workers come from, until the operator says otherwise: 256 of them, in a private range. */
export const usualNetworkPool = '10.213.64.0/20';

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];

export const networkPoolSchema = z.string().max(18).superRefine((text, context) => {
  const problem = poolProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** What is wrong with a pool, in one sentence; absent where it can be used. */
export function poolProblem(text: string): string | undefined {
  const pool = readRange(text);
  if (!pool) return 'Write it as an address and a length, as in 10.213.64.0/20.';
  if (pool.first !== firstOf(pool.first, pool.prefix)) return `It begins at ${rangeText({ ...pool, first: firstOf(pool.first, pool.prefix) })}.`;
  if (pool.prefix > blockPrefix) return `It is smaller than one network: use a length of ${blockPrefix} or less.`;
  return privateRanges.some((range) => isWithin(pool, readRange(range))) ? undefined : 'Use a private range: within 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.';
}

/** The first block of the pool that overlaps nothing that is taken. What is no range of IPv4 cannot overlap one. */
export function nextFreeBlock(pool: string, taken: Iterable<string>): string | undefined {
  const whole = readRange(pool);
  if (!whole) return undefined;
  const ranges = [...taken].flatMap((text) => readRange(text) ?? []).map((range) => ({ first: firstOf(range.first, range.prefix), last: lastOf(range) }));
  let candidate = whole.first;
  for (const { first, last } of ranges.toSorted((one, other) => one.first - other.first)) {
    if (candidate + blockSize - 1 < first) break;
    if (last >= candidate) candidate = firstOf(last, blockPrefix) + blockSize;
  }
  return candidate + blockSize - 1 <= lastOf(whole) ? rangeText({ first: candidate, prefix: blockPrefix }) : undefined;
}

/** How many networks a pool has room for. */
export const blocksIn = (pool: string): number => {
  const range = readRange(pool);
  return range && range.prefix <= blockPrefix ? 2 ** (blockPrefix - range.prefix) : 0;
};

/** The first address of a network: the engine's own side of it. */
export const hostAddressOf = (subnet: string): string => addressIn(subnet, (range) => firstOf(range.first, range.prefix) + 1);

/**
 * The last address of a network, which nobody is given: what a guest sends to anywhere else goes there, and so nowhere.
 * An engine that filters nothing would otherwise pass it on, and one that filters would still let it reach the machine's
 * other addresses.
 */
export const deadAddressOf = (subnet: string): string => addressIn(subnet, (range) => lastOf(range) - 1);

export const overlaps = (one: string, other: string): boolean => {
  const [a, b] = [readRange(one), readRange(other)];
  return a !== undefined && b !== undefined && firstOf(a.first, a.prefix) <= lastOf(b) && firstOf(b.first, b.prefix) <= lastOf(a);
};

const blockSize = 2 ** (32 - blockPrefix);

function readRange(text: string): Range | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(text);
  const [first, second, third, fourth, prefix] = (parts ?? []).slice(1).map(Number);
  if (first === undefined || second === undefined || third === undefined || fourth === undefined || prefix === undefined) return undefined;
  if ([first, second, third, fourth].some((octet) => octet > 255) || prefix > 32) return undefined;
  return { first: ((first * 256 + second) * 256 + third) * 256 + fourth, prefix };
}

const firstOf = (address: number, prefix: number): number => address - (address % 2 ** (32 - prefix));

const lastOf = ({ first, prefix }: Range): number => firstOf(first, prefix) + 2 ** (32 - prefix) - 1;

const isWithin = (inner: Range, outer: Range | undefined): boolean => outer !== undefined && inner.first >= outer.first && lastOf(inner) <= lastOf(outer);

const addressText = (address: number): string => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');

const rangeText = ({ first, prefix }: Range): string => `${addressText(first)}/${prefix}`;

function addressIn(subnet: string, pick: (range: Range) => number): string {
  const range = readRange(subnet);
  if (!range) throw new TypeError(`${subnet} is no range of IPv4 addresses`);
  return addressText(pick(range));
}
