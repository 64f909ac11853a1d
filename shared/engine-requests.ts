import type { Labels } from './naming.ts';

/** A volume to create, in no engine's own words. */
export interface VolumeRequest {
  readonly name: string;
  readonly labels: Labels;
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
  readonly network: 'none';
}
