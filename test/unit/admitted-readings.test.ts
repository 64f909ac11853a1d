import { describe, expect, test } from 'vitest';
import { admittedReadings } from '../../electron/host/placement/admitted-readings.ts';
import { requestedText } from '../../shared/comparison.ts';
import type { AdmittedSettings, NetworkReading } from '../../shared/engine-readings.ts';
import { aspectSchema, type Aspect } from '../../shared/facts.ts';
import { aWorkerSpec } from '../support/builders.ts';

const spec = aWorkerSpec();

const asAsked: AdmittedSettings = {
  nanoCpus: spec.resources.cpuMilli * 1_000_000,
  memoryBytes: spec.resources.memoryBytes,
  pids: spec.resources.pids,
  droppedCapabilities: ['ALL'],
  addedCapabilities: [],
  securityOptions: ['no-new-privileges'],
  privileged: false,
  user: `${spec.user.uid}:${spec.user.gid}`,
  readOnlyRoot: true,
  networkMode: 'none',
  networks: [{ name: 'none', id: 'o'.repeat(64) }],
};

const itsNetwork: NetworkReading = { id: 'n'.repeat(64), name: 'its-own', driver: 'bridge', created: 'then', internal: true, subnets: ['10.213.64.16/28'], labels: {}, endpoints: [] };

const read = (aspect: Aspect, changed: Partial<AdmittedSettings> = {}, joined: NetworkReading | null = null): string | null | undefined =>
  admittedReadings({ admitted: { ...asAsked, ...changed }, imageId: spec.image.id }, joined).find((reading) => reading.aspect === aspect)?.value;

describe('what an engine admits', () => {
  test.each(aspectSchema.options.filter((aspect) => aspect !== 'seccomp'))('%s is told in the words in which it was asked for', (aspect) => {
    expect(read(aspect)).toBe(requestedText(spec, aspect));
  });

  test('that a default filter is in force is not concluded from the absence of an option', () => {
    expect(read('seccomp')).toBeNull();
    expect(read('seccomp', { securityOptions: ['seccomp={"defaultAction":"SCMP_ACT_ERRNO"}'] })).toBe('on');
  });

  test.each<[Aspect, Partial<AdmittedSettings>, string]>([
    ['cpu', { nanoCpus: 0 }, 'unlimited'],
    ['memory', { memoryBytes: 0 }, 'unlimited'],
    ['pids', { pids: -1 }, 'unlimited'],
    ['capabilities', { privileged: true }, 'all'],
    ['capabilities', { droppedCapabilities: [] }, 'the engine’s default'],
    ['capabilities', { addedCapabilities: ['NET_ADMIN', 'SYS_TIME'] }, 'NET_ADMIN, SYS_TIME'],
    ['no_new_privileges', { securityOptions: [] }, 'off'],
    ['no_new_privileges', { securityOptions: ['no-new-privileges:false'] }, 'off'],
    ['seccomp', { securityOptions: ['no-new-privileges', 'seccomp=unconfined'] }, 'off'],
    ['seccomp', { privileged: true }, 'off'],
    ['user', { user: '' }, 'the image’s own'],
    ['read_only_root', { readOnlyRoot: false }, 'off'],
    ['network', { networkMode: 'host', networks: [{ name: 'host', id: 'h'.repeat(64) }] }, 'host'],
    ['network', { networks: [{ name: 'none', id: 'o'.repeat(64) }, { name: 'theirs', id: 't'.repeat(64) }] }, 'none, and joined to theirs'],
  ])('%s of %j is “%s”, whatever was asked for', (aspect, changed, says) => {
    expect(read(aspect, changed)).toBe(says);
  });

  test.each<[string, Partial<AdmittedSettings>, string]>([
    ['by its name', { networks: [{ name: 'its-own', id: itsNetwork.id }, { name: 'theirs', id: 't'.repeat(64) }] }, 'internal, and joined to theirs'],
    ['also under the name of its own', { networks: [{ name: 'its-own', id: 't'.repeat(64) }] }, 'internal, and joined to its-own'],
    ['not where that is its own, which has no id before it starts', { networks: [{ name: 'its-own', id: '' }] }, 'internal'],
    ['not where that is its own by its id alone', { networks: [{ name: itsNetwork.id, id: '' }] }, 'internal'],
  ])('a network that it was joined to beside its own is told %s', (_how, networks, says) => {
    expect(read('network', { networkMode: itsNetwork.id, ...networks }, itsNetwork)).toBe(says);
  });

  test('a network is internal where its own setting says so, and not by its name', () => {
    expect(read('network', { networkMode: itsNetwork.id, networks: [] }, itsNetwork)).toBe('internal');
    expect(read('network', { networkMode: itsNetwork.id, networks: [] }, { ...itsNetwork, internal: false })).toBe('with a way out');
    expect(read('network', { networkMode: 'bridge', networks: [{ name: 'bridge', id: 'b'.repeat(64) }] }, itsNetwork)).toBe('bridge');
  });
});
