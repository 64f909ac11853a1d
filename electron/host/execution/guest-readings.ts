import type { ReadingProbe } from '../../../shared/probes.ts';
import type { Reading } from '../../../shared/facts.ts';
import { cpuText, memoryText, pidsText } from '../../../shared/quantities.ts';
import type { ProbeResult } from '../engine/engine-reader.ts';
import { devicesOf, routesOf, type Routes } from './guest-network.ts';

export type ProbeOutputs = Readonly<Partial<Record<ReadingProbe, ProbeResult>>>;

/** A cgroup v1 limit at or above this is the kernel's way to say "no limit". */
const unlimitedFrom = 2 ** 62;

/** What was read in the guest, in the words in which it was requested. `null` where the guest shows nothing. */
export function guestReadings(outputs: ProbeOutputs): readonly Reading[] {
  const status = new Map(linesOf(outputs.process_status).map((line) => splitOnce(line, ':')));
  return [
    firstOf('cpu', [fromOutput(outputs.cpu_quota_v2, cpuOfV2, 'cgroup v2 cpu.max'), fromOutput(outputs.cpu_quota_v1, cpuOfV1, 'cgroup v1 cpu.cfs_quota_us')]),
    firstOf('memory', [fromOutput(outputs.memory_limit_v2, memoryLimit, 'cgroup v2 memory.max'), fromOutput(outputs.memory_limit_v1, memoryLimit, 'cgroup v1 memory.limit_in_bytes')]),
    firstOf('pids', [fromOutput(outputs.pids_limit_v2, pidsLimit, 'cgroup v2 pids.max'), fromOutput(outputs.pids_limit_v1, pidsLimit, 'cgroup v1 pids.max')]),
    capabilitiesReading(status),
    fromStatus('no_new_privileges', status, 'NoNewPrivs', (flag) => (flag === '1' ? 'on' : 'off')),
    fromStatus('seccomp', status, 'Seccomp', (mode) => (mode === '2' ? 'on' : mode === '0' ? 'off' : `mode ${mode}`)),
    userReading(status),
    firstOf('read_only_root', [fromOutput(outputs.mounts, readOnlyRoot, '/proc/1/mountinfo')]),
    networkReading(outputs),
    { aspect: 'image', value: null, source: 'no guest tells its image' },
  ];
}

type Found<Value = string> = { readonly value: Value; readonly source: string } | undefined;

function firstOf(aspect: Reading['aspect'], candidates: readonly Found[]): Reading {
  const found = candidates.find((candidate) => candidate !== undefined);
  return found ? { aspect, ...found } : { aspect, value: null, source: 'nothing readable in the guest' };
}

function fromOutput<Value>(result: ProbeResult | undefined, read: (text: string) => Value | undefined, source: string): Found<Value> {
  if (result?.kind !== 'output') return undefined;
  const value = read(result.text.trim());
  return value === undefined ? undefined : { value, source };
}

function fromStatus(aspect: Reading['aspect'], status: ReadonlyMap<string, string>, field: string, read: (value: string) => string): Reading {
  const value = status.get(field);
  return value === undefined ? { aspect, value: null, source: 'nothing readable in the guest' } : { aspect, value: read(value), source: `/proc/1/status ${field}` };
}

/** Those in effect, and those that any program in the guest could still get: an ordinary user's are none by themselves. */
function capabilitiesReading(status: ReadonlyMap<string, string>): Reading {
  const [effective, bounding] = ['CapEff', 'CapBnd'].map((field) => status.get(field));
  if (effective === undefined || bounding === undefined) return { aspect: 'capabilities', value: null, source: 'nothing readable in the guest' };
  const source = '/proc/1/status CapEff, CapBnd';
  if (!isEmptyMask(effective)) return { aspect: 'capabilities', value: `mask ${effective}`, source };
  return { aspect: 'capabilities', value: isEmptyMask(bounding) ? 'none' : `none in effect, and to be had: mask ${bounding}`, source };
}

const isEmptyMask = (mask: string): boolean => /^0+$/.test(mask);

/** The effective ids: the second number of each line. */
function userReading(status: ReadonlyMap<string, string>): Reading {
  const [uid, gid] = ['Uid', 'Gid'].map((field) => status.get(field)?.split(/\s+/)[1]);
  return uid === undefined || gid === undefined
    ? { aspect: 'user', value: null, source: 'nothing readable in the guest' }
    : { aspect: 'user', value: `${uid}:${gid}`, source: '/proc/1/status Uid, Gid' };
}

function cpuOfV2(text: string): string | undefined {
  const [quota, period] = text.split(/\s+/);
  return quota === 'max' ? 'unlimited' : quotaText(quota, period);
}

function cpuOfV1(text: string): string | undefined {
  const [quota, period] = text.split(/\s+/);
  return quota === '-1' ? 'unlimited' : quotaText(quota, period);
}

function quotaText(quota: string | undefined, period: string | undefined): string | undefined {
  const milli = (Number(quota) / Number(period)) * 1000;
  return Number.isFinite(milli) && milli > 0 ? cpuText(milli) : undefined;
}

function memoryLimit(text: string): string | undefined {
  if (text === 'max') return 'unlimited';
  const bytes = Number(text);
  if (!Number.isFinite(bytes) || text === '') return undefined;
  return bytes >= unlimitedFrom ? 'unlimited' : memoryText(bytes);
}

function pidsLimit(text: string): string | undefined {
  if (text === 'max') return 'unlimited';
  return /^\d+$/.test(text) ? pidsText(Number(text)) : undefined;
}

/** The mount of `/`: fifth field of mountinfo is where, sixth holds its flags. The last one mounted there counts. */
function readOnlyRoot(text: string): string | undefined {
  const root = text.split('\n').map((line) => line.split(' ')).findLast((fields) => fields[4] === '/');
  return root?.[5] === undefined ? undefined : root[5].split(',').includes('ro') ? 'on' : 'off';
}

/** The devices that it has, and where its routes lead. */
function networkReading({ network_devices, network_routes }: ProbeOutputs): Reading {
  const devices = fromOutput(network_devices, devicesOf, '/proc/1/net/dev');
  if (!devices || devices.value === 'none') return firstOf('network', [devices]);
  const routes = fromOutput(network_routes, routesOf, '/proc/1/net/route');
  if (!routes) return { aspect: 'network', ...devices };
  return { aspect: 'network', value: routeText(devices.value, routes.value), source: `${devices.source}, ${routes.source}` };
}

/** One device with addresses of one network, and no way out, is what is called internal: whatever is beside that is named. */
function routeText(devices: string, { ways, own }: Routes): string {
  if (ways !== '') return `${devices}, with a way out by ${ways}`;
  if (devices.includes(', ')) return `${devices}, without a way out`;
  return own.length > 1 ? `${devices}, on ${own.join(', ')}, without a way out` : 'internal';
}

const linesOf = (result: ProbeResult | undefined): readonly string[] => (result?.kind === 'output' ? result.text.split('\n') : []);

function splitOnce(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator);
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + separator.length).trim()];
}
