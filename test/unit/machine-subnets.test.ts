import { expect, test } from 'vitest';
import { machineSubnets, routesIn } from '../../electron/host/placement/machine-subnets.ts';

const table = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
br-34360abf8786\t0040D50A\t00000000\t0001\t0\t0\t0\tF0FFFFFF\t0\t0\t0
eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
tun0\t0000000A\t00000000\t0001\t0\t0\t0\t000000FF\t0\t0\t0
`;

test('a network of another engine that no container uses is known by its route, and a way to elsewhere is none', () => {
  expect(routesIn(table)).toEqual(['10.213.64.0/28', '192.0.2.0/24']);
});

test('a machine that tells no routes has none', () => {
  expect(routesIn('')).toEqual([]);
});

test('what this machine is joined to has its own addresses in it', () => {
  expect(machineSubnets()).toContain('127.0.0.1/8');
});
