import type { AdmittedSettings, ContainerReading, NetworkReading } from '../../../shared/engine-readings.ts';
import type { Reading } from '../../../shared/facts.ts';
import { cpuText, memoryText, pidsText } from '../../../shared/quantities.ts';

/** What the engine says it admitted, in the words in which it was requested. Nothing here was seen at work. `joined` is the worker's own network. */
export function admittedReadings({ admitted, imageId }: Pick<ContainerReading, 'admitted' | 'imageId'>, joined: NetworkReading | null): readonly Reading[] {
  const said = (aspect: Reading['aspect'], value: string | null, field: string): Reading => ({ aspect, value, source: `inspect ${field}` });
  return [
    said('cpu', admitted.nanoCpus > 0 ? cpuText(admitted.nanoCpus / 1_000_000) : 'unlimited', 'HostConfig.NanoCpus'),
    said('memory', admitted.memoryBytes > 0 ? memoryText(admitted.memoryBytes) : 'unlimited', 'HostConfig.Memory'),
    said('pids', admitted.pids > 0 ? pidsText(admitted.pids) : 'unlimited', 'HostConfig.PidsLimit'),
    said('capabilities', capabilitiesText(admitted), 'HostConfig.CapDrop'),
    said('no_new_privileges', onOff(admitted.securityOptions.some((option) => option.startsWith('no-new-privileges') && !option.endsWith('false'))), 'HostConfig.SecurityOpt'),
    seccompReading(admitted),
    said('user', admitted.user === '' ? 'the image’s own' : admitted.user, 'Config.User'),
    said('read_only_root', onOff(admitted.readOnlyRoot), 'HostConfig.ReadonlyRootfs'),
    networkReading(admitted, joined),
    said('image', imageId, 'Image'),
  ];
}

/** Without an option it is the engine's default, which may be none: no inspection tells. */
function seccompReading({ privileged, securityOptions }: AdmittedSettings): Reading {
  const option = securityOptions.find((each) => each.startsWith('seccomp='));
  const source = 'inspect HostConfig.SecurityOpt';
  if (privileged || option === 'seccomp=unconfined') return { aspect: 'seccomp', value: 'off', source };
  return option === undefined ? { aspect: 'seccomp', value: null, source: `${source}: the engine’s default, not told` } : { aspect: 'seccomp', value: 'on', source };
}

/** A container is joined by its network's id; whether that has a way out is the network's own setting. Anybody may join it to more. */
function networkReading(admitted: AdmittedSettings, joined: NetworkReading | null): Reading {
  const { value, source } = modeReading(admitted, joined);
  const others = othersOf(admitted, joined);
  if (others.length === 0) return { aspect: 'network', value, source };
  return { aspect: 'network', value: `${value}, and joined to ${others.join(', ')}`, source: `${source}, NetworkSettings.Networks` };
}

function modeReading({ networkMode }: AdmittedSettings, joined: NetworkReading | null): Pick<Reading, 'value' | 'source'> {
  if (joined?.id !== networkMode) return { value: networkMode, source: 'inspect HostConfig.NetworkMode' };
  return { value: joined.internal ? 'internal' : 'with a way out', source: 'inspect HostConfig.NetworkMode, network Internal' };
}

/** What it was created with is told by its id, by its name as long as the engine tells no id, or by the word for its mode. */
function othersOf({ networkMode, networks }: AdmittedSettings, joined: NetworkReading | null): readonly string[] {
  const own = joined?.id === networkMode ? joined : { id: networkMode, name: networkMode === 'default' ? 'bridge' : networkMode };
  return networks.filter(({ name, id }) => id !== own.id && name !== own.id && (name !== own.name || (id !== '' && own === joined))).map(({ name }) => name);
}

function capabilitiesText({ privileged, droppedCapabilities, addedCapabilities }: AdmittedSettings): string {
  if (privileged) return 'all';
  if (!droppedCapabilities.some((name) => name.toUpperCase() === 'ALL')) return 'the engine’s default';
  return addedCapabilities.length === 0 ? 'none' : addedCapabilities.join(', ');
}

const onOff = (on: boolean): string => (on ? 'on' : 'off');
