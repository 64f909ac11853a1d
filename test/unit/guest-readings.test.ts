import { describe, expect, test } from 'vitest';
import { guestReadings, type ProbeOutputs } from '../../electron/host/execution/guest-readings.ts';
import type { Aspect } from '../../shared/facts.ts';

const output = (text: string) => ({ kind: 'output', text }) as const;

const status = output(['Name:\tdocker-init', 'Uid:\t1000\t1000\t1000\t1000', 'Gid:\t1000\t1000\t1000\t1000', 'CapEff:\t0000000000000000', 'CapBnd:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t2'].join('\n'));

const read = (outputs: ProbeOutputs, aspect: Aspect) => guestReadings(outputs).find((reading) => reading.aspect === aspect);

describe('limits read in the guest', () => {
  test('cgroup v1 and v2 give the same words', () => {
    const v1 = { cpu_quota_v1: output('50000\n100000\n'), memory_limit_v1: output('268435456\n'), pids_limit_v1: output('64\n') };
    const v2 = { cpu_quota_v2: output('50000 100000\n'), memory_limit_v2: output('268435456\n'), pids_limit_v2: output('64\n') };

    for (const aspect of ['cpu', 'memory', 'pids'] as const) expect(read(v1, aspect)?.value).toBe(read(v2, aspect)?.value);
    expect(read(v2, 'cpu')).toEqual({ aspect: 'cpu', value: '0.5 CPU', source: 'cgroup v2 cpu.max' });
    expect(read(v1, 'memory')).toEqual({ aspect: 'memory', value: '256 MiB', source: 'cgroup v1 memory.limit_in_bytes' });
  });

  test.each([
    ['cpu', { cpu_quota_v1: output('-1\n100000\n') }],
    ['cpu', { cpu_quota_v2: output('max 100000\n') }],
    ['memory', { memory_limit_v1: output('9223372036854771712\n') }],
    ['memory', { memory_limit_v2: output('max\n') }],
    ['pids', { pids_limit_v2: output('max\n') }],
  ] as const)('no limit on %s is said, not left out', (aspect, outputs) => {
    expect(read(outputs, aspect)?.value).toBe('unlimited');
  });

  test('nothing readable is null, never the value that was asked for', () => {
    const failed = { kind: 'failed', exitCode: 1, says: 'no such file' } as const;

    expect(guestReadings({ memory_limit_v1: failed, memory_limit_v2: failed }).every(({ value }) => value === null)).toBe(true);
  });
});

describe('isolation read in the guest', () => {
  test('comes from the main process’s own status', () => {
    expect(read({ process_status: status }, 'capabilities')).toEqual({ aspect: 'capabilities', value: 'none', source: '/proc/1/status CapEff, CapBnd' });
    expect(read({ process_status: status }, 'no_new_privileges')?.value).toBe('on');
    expect(read({ process_status: status }, 'seccomp')?.value).toBe('on');
    expect(read({ process_status: status }, 'user')?.value).toBe('1000:1000');
  });

  test('a capability that is held is shown with its mask', () => {
    expect(read({ process_status: output('CapEff:\t00000000a80425fb\nCapBnd:\t00000000a80425fb') }, 'capabilities')?.value).toBe('mask 00000000a80425fb');
  });

  test('an ordinary user’s none is not taken for what was dropped: what a program could still get is shown', () => {
    expect(read({ process_status: output('CapEff:\t0000000000000000\nCapBnd:\t00000000a80425fb') }, 'capabilities')?.value).toBe('none in effect, and to be had: mask 00000000a80425fb');
    expect(read({ process_status: output('CapEff:\t0000000000000000') }, 'capabilities')?.value).toBeNull();
  });

  test('the root is read-only only when its mount says so', () => {
    const mount = (flags: string) => output(`25 20 0:24 / /sys ro,nosuid - sysfs sysfs ro\n400 399 0:60 / / ${flags} - overlay overlay rw,lowerdir=/x\n`);

    expect(read({ mounts: mount('ro,relatime') }, 'read_only_root')?.value).toBe('on');
    expect(read({ mounts: mount('rw,relatime') }, 'read_only_root')?.value).toBe('off');
  });

  test('a guest with only a loopback device has no network', () => {
    const head = 'Inter-|   Receive\n face |bytes\n';

    expect(read({ network_devices: output(`${head}    lo:       0\n`) }, 'network')?.value).toBe('none');
    expect(read({ network_devices: output(`${head}    lo:       0\n  eth0:  100\n`) }, 'network')?.value).toBe('eth0');
  });
});

describe('the network of a guest, by its devices and routes', () => {
  const devices = (...names: string[]) => output(['Inter-|   Receive', ' face |bytes', ...names.map((name) => `  ${name}: 0 0`)].join('\n'));
  const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT';
  const own = 'eth0\t0040D50A\t00000000\t0001\t0\t0\t0\tF0FFFFFF\t0\t0\t0';
  const by = (gateway: string): string => `eth0\t00000000\t${gateway}\t0003\t0\t0\t0\t00000000\t0\t0\t0`;
  const networkOf = (...rows: string[]) => read({ network_devices: devices('lo', 'eth0'), network_routes: output([head, ...rows].join('\n')) }, 'network')?.value;

  test('is internal where no route leads out of its own addresses', () => {
    expect(networkOf(own)).toBe('internal');
  });

  test('is internal where every other route ends at the address that nobody has', () => {
    expect(networkOf(by('0E40D50A'), own)).toBe('internal');
  });

  test('has a way out where a gateway is anybody else', () => {
    expect(networkOf(by('0140D50A'), own)).toBe('eth0, with a way out by 10.213.64.1');
    expect(networkOf(by('00000000'), own)).toBe('eth0, with a way out by its device');
  });

  test('is not called internal where it has more than one device, or addresses of more than one network: they are named', () => {
    const second = 'eth1\t0050D50A\t00000000\t0001\t0\t0\t0\tF0FFFFFF\t0\t0\t0';

    expect(read({ network_devices: devices('lo', 'eth0', 'eth1'), network_routes: output([head, own, second].join('\n')) }, 'network')?.value).toBe('eth0, eth1, without a way out');
    expect(networkOf(own, second.replace('eth1', 'eth0'))).toBe('eth0, on 10.213.64.0/28, 10.213.80.0/28, without a way out');
  });

  test('is named by its devices alone where its routes cannot be read', () => {
    expect(read({ network_devices: devices('lo', 'eth0') }, 'network')).toEqual({ aspect: 'network', value: 'eth0', source: '/proc/1/net/dev' });
  });
});
