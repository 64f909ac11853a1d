import type { EngineRow } from '../../../shared/bridge-values.ts';
import type { EngineFacts, ImageRow } from '../../../shared/engine-readings.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { digestOf, engineIdOf } from './ids.ts';

export const labEndpoint = 'unix:///var/run/docker.sock' as Endpoint;
export const privateEndpoint = 'unix:///run/bailiwick/engine.sock' as Endpoint;
export const lostEndpoint = 'unix:///run/user/1000/podman/podman.sock' as Endpoint;

export const factsOf = (name: string): EngineFacts => ({
  engine: engineIdOf(name),
  name,
  version: '20.10.24',
  apiVersion: '1.41',
  operatingSystem: 'Debian GNU/Linux 12 (bookworm)',
  architecture: 'x86_64',
  cpus: 8,
  memoryBytes: 16_700_000_000,
  cgroupVersion: '2',
  storageDriver: 'overlay2',
  systemTime: '2026-03-04T14:02:11.412345678Z',
});

export const labEngine: EngineRow = { endpoint: labEndpoint, label: 'lab-engine', source: 'found', where: 'Docker Engine', state: { mark: 'seen', says: 'answers' }, facts: factsOf('lab-engine') };

export const lostEngine: EngineRow = { endpoint: lostEndpoint, label: 'podman.sock', source: 'typed', where: 'Podman, rootless', state: { mark: 'refused', says: 'nothing listens on this socket' } };

/** Read of in a Docker context, and not dialled. */
export const candidateEngine: EngineRow = {
  endpoint: 'ssh://build@build-02.example.internal' as Endpoint, label: 'build-02.example.internal', source: 'found', where: 'Docker context “build”', isCandidate: true, state: { mark: 'none', says: 'not connected' },
};

export const unusableContext = { file: '/home/operator/.docker/contexts/meta/6b86b273/meta.json', says: '“old” leads to tcp://10.0.0.7:2375: without TLS whoever reaches it is as good as root there' };

export const privateEngine = (state: 'unsupported' | 'stopped' | 'running', unconfirmed = false): EngineRow => ({
  endpoint: privateEndpoint,
  label: 'private engine',
  source: 'private',
  state: state === 'running' ? { mark: 'seen', says: 'answers' } : { mark: 'none', says: state === 'stopped' ? 'not started' : 'unsupported: needs root' },
  ...(state === 'running' && { facts: factsOf('private engine') }),
  daemon: {
    state,
    unconfirmed,
    run: {},
    holders: [],
    says: {
      unsupported: 'An engine of the console’s own needs root, and this console does not run as root.',
      stopped: 'An engine of the console’s own, with its own images and volumes. It is not running.',
      running: 'It runs, and holds no worker. Whoever may use its socket can do on this machine what root can.',
    }[state],
  },
});

export const imageOf = (tag: string, bytes: number, createdSeconds = 1_771_000_000): ImageRow => ({ id: digestOf(`image ${tag}`), tags: [tag], digests: [], createdSeconds, bytes, labels: {} });

export const sampleImage = imageOf('bailiwick/sample:1', 4_812_345);
