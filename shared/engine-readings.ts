import type { EngineId } from './ids.ts';
import type { Labels } from './naming.ts';

/** Who answers on an endpoint, as it describes itself. */
export interface EngineFacts {
  readonly engine: EngineId;
  /** The engine's host name, for people; never an identity. */
  readonly name: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly operatingSystem: string;
  readonly architecture: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly cgroupVersion: string;
  readonly storageDriver: string;
  /** The engine's clock when it answered, ISO 8601. */
  readonly systemTime: string;
  /** How far that clock is ahead of ours, at least; absent where it does not tell its time. */
  readonly skewMs?: number;
}

export type ContainerState = 'created' | 'running' | 'paused' | 'restarting' | 'removing' | 'exited' | 'dead';

/** Something of it runs, or will again by itself. */
export const isUp = (state: ContainerState): boolean => state === 'running' || state === 'paused' || state === 'restarting';

/** A container as listed: no sizes, no per-container look-up. */
export interface ContainerRow {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly imageId: string;
  readonly state: ContainerState;
  /** The engine's own words, as in `Up 2 hours`. */
  readonly status: string;
  readonly createdSeconds: number;
  readonly labels: Labels;
  /** Names of the volumes it mounts. */
  readonly volumes: readonly string[];
  /** Ids and names of the networks it is joined to, also while it does not run. */
  readonly networks: readonly string[];
  /** Ports of the engine's machine that lead to it. */
  readonly ports: readonly number[];
}

/** A container as inspected: what the engine admits, in no engine's own words. */
export interface ContainerReading {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly imageId: string;
  readonly labels: Labels;
  readonly state: ContainerState;
  /** Empty while it was never started. ISO 8601 with the engine's precision. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly exitCode: number;
  readonly outOfMemory: boolean;
  /** Where its image has programs looked for, as in `PATH`. */
  readonly searchPath?: string;
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  /** When the engine starts it again by itself; empty or `no` where it does not. */
  readonly restart: string;
  /** Its engine removes it when its process ends, and its unnamed volumes with it. */
  readonly goesWithProcess: boolean;
  readonly admitted: AdmittedSettings;
}

export interface AdmittedSettings {
  readonly nanoCpus: number;
  readonly memoryBytes: number;
  readonly pids: number;
  readonly droppedCapabilities: readonly string[];
  readonly addedCapabilities: readonly string[];
  readonly securityOptions: readonly string[];
  readonly privileged: boolean;
  readonly user: string;
  readonly readOnlyRoot: boolean;
  readonly networkMode: string;
  /** All that it is joined to, also what it was joined to after it was created. The id is empty while the engine does not tell it. */
  readonly networks: readonly { readonly name: string; readonly id: string }[];
}

export interface VolumeReading {
  readonly name: string;
  readonly created: string;
  readonly driver: string;
  readonly labels: Labels;
}

export interface NetworkReading {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly driver: string;
  /** Without a way out, as far as the engine says. */
  readonly internal: boolean;
  readonly labels: Labels;
  readonly subnets: readonly string[];
  /** The running containers on it; a listing leaves them out. */
  readonly endpoints: readonly { readonly container: string; readonly name: string }[];
}

export interface ImageRow {
  readonly id: string;
  readonly tags: readonly string[];
  /** What registries call it, as `repository@sha256:…`. */
  readonly digests: readonly string[];
  /** 0 where the image does not tell. */
  readonly createdSeconds: number;
  readonly bytes: number;
  readonly labels: Labels;
  /** What the image itself would run: only where one image was inspected. */
  readonly command?: readonly string[];
}

/** A path that is not as it is in the image. */
export interface ContainerChange {
  readonly path: string;
  readonly kind: 'changed' | 'added' | 'removed';
}

/** So many containers are asked for by their ids; when more may have changed, all are listed. */
export const mostNamedContainers = 200;
