import type { Readable } from 'node:stream';
import type { ContainerRequest, NetworkRequest, VolumeRequest } from '../../../shared/engine-requests.ts';
import type { BindingId, Endpoint, EngineId } from '../../../shared/ids.ts';
import type { ImageReference } from '../../../shared/image-reference.ts';
import type { VolumesOfRemoved } from '../../../shared/unnamed-volumes.ts';
import type { Answer } from './answer.ts';
import type { EffectToken } from './effect-token.ts';

/**
 * Every way to change something on an engine. Each method spends its token before it does anything, sends over the
 * engine's one mutation connection after comparing the engine's id there, keeps its own deadline, and never throws for
 * what an engine or a network does: that is an `Answer`.
 */
export interface EngineMutations {
  createNetwork(token: EffectToken, request: NetworkRequest): Promise<Answer>;
  createVolume(token: EffectToken, request: VolumeRequest): Promise<Answer>;
  createContainer(token: EffectToken, request: ContainerRequest): Promise<Answer>;
  /** Unpacks a tar stream into an existing folder of the container. */
  putArchive(token: EffectToken, target: { readonly container: string; readonly folder: string }, tar: Readable, signal?: AbortSignal): Promise<Answer>;
  startContainer(token: EffectToken, id: string): Promise<Answer>;
  /** Asks the main process to end, and kills it when the grace is over. */
  stopContainer(token: EffectToken, id: string, grace: { readonly seconds: number }): Promise<Answer>;
  /** By its immutable id and without force. What it mounts by name stays; of what nobody named, all goes with it or nothing. */
  removeContainer(token: EffectToken, id: string, volumes: VolumesOfRemoved): Promise<Answer>;
  removeNetwork(token: EffectToken, id: string): Promise<Answer>;
  removeVolume(token: EffectToken, name: string): Promise<Answer>;
  /** Lets the engine fetch from a registry, without credentials; `onProgress` gets how far it is. */
  pullImage(token: EffectToken, reference: ImageReference, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<Answer>;
  removeImage(token: EffectToken, id: string): Promise<Answer>;
  /** Builds from a tar stream of the build folder; `onProgress` gets one line at a time. */
  buildImage(token: EffectToken, request: ImageBuildRequest, onProgress: (line: string) => void, signal?: AbortSignal): Promise<Answer>;
}

/** Bytes of what is known to come, and what happens just now. */
export interface PullProgress {
  readonly done: number;
  readonly total: number;
  readonly says: string;
}

export interface ImageBuildRequest {
  readonly context: Readable;
  readonly tag: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface FileMutations {
  /** Makes a finished staging file appear at its destination, all at once, and never over something that is there. After its end is asked for, it does not appear. */
  publish(token: EffectToken, file: { readonly staged: string; readonly destination: string }, signal?: AbortSignal): Promise<Answer>;
}

export interface StagingMutations {
  /** Removes every staged copy of a worker from the data folder. */
  remove(token: EffectToken, binding: BindingId): Promise<Answer>;
}

export interface DaemonMutations {
  start(token: EffectToken): Promise<Answer>;
  stop(token: EffectToken): Promise<Answer>;
}

/** Handed to `attempts` alone by the composition root. */
export interface Mutations {
  engine(endpoint: Endpoint, expected: EngineId): EngineMutations;
  /** Ends every connection for changes, and every file that is on its way out: a call under way is unclear then, and nothing of it is sent any more. */
  cut(): void;
  readonly files: FileMutations;
  /** The same for backups of the ledger, wherever the operator wants them. */
  readonly backups: FileMutations;
  /** And for receipts with their proofs. */
  readonly bundles: FileMutations;
  /** And for what this console gives away with a signature. */
  readonly releases: FileMutations;
  readonly staging: StagingMutations;
  readonly daemon: DaemonMutations;
}
