import type { Labels } from './naming.ts';

/** A volume to create, in no engine's own words. */
export interface VolumeRequest {
  readonly name: string;
  readonly labels: Labels;
}

/** A network of a worker's own: without exits, with addresses that were chosen for it. */
export interface NetworkRequest {
  readonly name: string;
  readonly labels: Labels;
  readonly subnet: string;
  /** The engine's own side of it. */
  readonly host: string;
  /** Where a guest's way to anywhere else ends: an address that nobody is given. */
  readonly dead: string;
}

/** A container to create, in no engine's own words. */
export interface ContainerRequest {
  readonly name: string;
  readonly labels: Labels;
  /** The immutable image id, `sha256:…`. */
  readonly imageId: string;
  readonly command: readonly string[];
  readonly workingDirectory: string;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly volumes: readonly { readonly name: string; readonly path: string }[];
  readonly tmpfs: readonly { readonly path: string; readonly options: string }[];
  readonly resources: { readonly cpuMilli: number; readonly memoryBytes: number; readonly pids: number };
  /** Joined by its immutable id, with the engine's own side of it under a name; names outside are asked of nobody. */
  readonly network: 'none' | { readonly id: string; readonly hostName: string; readonly host: string; readonly dead: string };
}
