import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { codeOf } from '../../../shared/error-code.ts';

/** What this machine is joined to. Of an interface that nobody uses just now only the routes tell: another engine's network without a container has one. */
export const machineSubnets = (): readonly string[] => [...interfaces(), ...routesIn(readRoutes())];

const interfaces = (): readonly string[] => Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).flatMap(({ cidr }) => cidr ?? []));

function readRoutes(): string {
  try {
    return readFileSync('/proc/net/route', 'utf8');
  } catch (error) {
    // Only Linux tells them there.
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** A wider route is a way to elsewhere, as a private network's at work: a network of sixteen addresses within it goes before it. */
const widest = 16;

/** The networks in a table of routes (proc(5), `/proc/net/route`). */
export function routesIn(table: string): readonly string[] {
  return table.split('\n').slice(1).flatMap((line) => {
    const [, destination, , , , , , mask] = line.trim().split(/\s+/);
    const prefix = mask === undefined ? 0 : octetsOf(mask).reduce((bits, octet) => bits + bitsOf(octet), 0);
    return destination === undefined || prefix < widest ? [] : [`${octetsOf(destination).join('.')}/${prefix}`];
  });
}

/** Written as the machine keeps them: the last octet first, where it is little-endian, as all are that Electron runs on. */
const octetsOf = (hex: string): readonly number[] => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)).toReversed();

const bitsOf = (octet: number): number => octet.toString(2).replaceAll('0', '').length;
