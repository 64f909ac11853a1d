import type { Labels } from './naming.ts';

/** What the engine says of a container that others may depend on. */
export interface ServiceReading {
  readonly labels: Labels;
  /** Ports of the machine that lead to it. */
  readonly ports: readonly number[];
  /** When the engine starts it again by itself; only an inspection tells. */
  readonly restart?: string;
}

interface Manager {
  readonly label: string;
  readonly says: (value: string) => string;
}

/** Labels by which whoever runs an application knows its own things. */
const managers: readonly Manager[] = [
  { label: 'com.docker.compose.project', says: (project) => `it belongs to the Compose project “${project}”` },
  { label: 'io.podman.compose.project', says: (project) => `it belongs to the Compose project “${project}”` },
  { label: 'com.docker.swarm.service.name', says: (service) => `it is a task of the Swarm service “${service}”` },
  { label: 'com.docker.stack.namespace', says: (stack) => `it belongs to the Swarm stack “${stack}”` },
  { label: 'io.kubernetes.pod.name', says: (pod) => `it belongs to the Kubernetes pod “${pod}”` },
  { label: 'PODMAN_SYSTEMD_UNIT', says: (unit) => `systemd runs it as ${unit}` },
  { label: 'com.hashicorp.nomad.alloc_id', says: (allocation) => `it belongs to the Nomad allocation ${allocation}` },
];

const shown = (value: string): string => (value.length > 60 ? `${value.slice(0, 59)}…` : value);

const signsInLabels = (labels: Labels): readonly string[] =>
  managers.flatMap(({ label, says }) => (labels[label] === undefined ? [] : [says(shown(labels[label]))]));

/** What shows that a container is a service of an application: it is not offered for attaching by itself then. */
export function serviceSigns({ labels, ports, restart }: ServiceReading): readonly string[] {
  return [
    ...signsInLabels(labels),
    ...(ports.length === 0 ? [] : [`ports of the machine lead to it: ${ports.slice(0, 6).join(', ')}${ports.length > 6 ? ', …' : ''}`]),
    ...(restart === undefined || restart === '' || restart === 'no' ? [] : [`the engine starts it again by itself (${restart})`]),
  ];
}

/** A volume is a service's where its labels say so, or where a container that is one mounts it. */
export const volumeSigns = (labels: Labels, services: readonly string[]): readonly string[] => [
  ...signsInLabels(labels),
  ...services.map((name) => `${name} mounts it, which is a service`),
];

/** Networks that an engine brings along, under names that it keeps for itself. */
const enginesOwn: ReadonlySet<string> = new Set(['bridge', 'host', 'none', 'podman']);

/** The same of a network; those of the engine itself belong to whoever starts a container on it. */
export const networkSigns = ({ name, labels }: { readonly name: string; readonly labels: Labels }, services: readonly string[]): readonly string[] => [
  ...(enginesOwn.has(name) ? ['the engine brings it along, for every container that names no other'] : []),
  ...signsInLabels(labels),
  ...services.map((service) => `${service} is on it, which is a service`),
];
