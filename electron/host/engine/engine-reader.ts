import type { Readable } from 'node:stream';
import type { EngineId } from '../../../shared/ids.ts';
import type { ProbeName } from '../../../shared/probes.ts';
import type { UsageCounters } from '../../../shared/usage.ts';
import type { ContainerChange, ContainerReading, ContainerRow, EngineFacts, ImageRow, NetworkReading, VolumeReading } from '../../../shared/engine-readings.ts';

/**
 * Everything that can be read of one engine without changing it. May be imported by anyone. Every method keeps its own
 * deadline, checks what came back against a schema, and throws EngineUnreachableError or EngineFault otherwise;
 * "not there" is a value (`null`).
 */
export interface EngineReader {
  /** Who answers on this endpoint now. Never cached. */
  identity(): Promise<EngineFacts>;
  /** All containers, running or not, without sizes; or what there is of those with these ids. */
  listContainers(only?: readonly string[]): Promise<readonly ContainerRow[]>;
  listVolumes(): Promise<readonly VolumeReading[]>;
  listImages(): Promise<readonly ImageRow[]>;
  /** All networks, without their endpoints. */
  listNetworks(): Promise<readonly NetworkReading[]>;
  /** `fresh` reads over a connection of its own. */
  inspectContainer(idOrName: string, options?: { readonly fresh?: boolean }): Promise<ContainerReading | null>;
  inspectVolume(name: string, options?: { readonly fresh?: boolean }): Promise<VolumeReading | null>;
  /** By its immutable id only: several networks may have one name. */
  inspectNetwork(id: string): Promise<NetworkReading | null>;
  inspectImage(reference: string): Promise<ImageRow | null>;
  /** Runs one of a closed list of read-only commands in the guest: its output, or why there is none. */
  probe(containerId: string, probe: ProbeName): Promise<ProbeResult>;
  /** A tar stream of a path in the container; `null` when the engine says the path is not there. */
  archive(containerId: string, path: string, signal?: AbortSignal): Promise<Readable | null>;
  /** What lies at each of these paths in the container: much cheaper than its archive. Links on the way are followed. */
  kindsAt(containerId: string, paths: readonly string[], signal?: AbortSignal): Promise<readonly PathKind[]>;
  /** What changed in a container outside its volumes, in no order. */
  changes(containerId: string): Promise<readonly ContainerChange[]>;
  /** Lines in order, of both streams, with the engine's timestamps. Ends when the log ends or the signal aborts. */
  logs(containerId: string, options: LogOptions): AsyncIterable<LogFrame>;
  /** What a container uses, about once a second; `null` while the engine has no numbers of it. Ends when the container is gone or the signal aborts. */
  usage(containerId: string, signal: AbortSignal): AsyncIterable<UsageCounters | null>;
  /**
   * Events from now on, or from a little before the one of that `timeNano`, some of them once more; ends with an error when
   * the connection is lost. The first item says that it is open.
   */
  events(signal: AbortSignal, after?: string): AsyncIterable<EngineEvent>;
}

/** `other` is a pipe, a socket or a device. */
export type PathKind = 'absent' | 'file' | 'folder' | 'link' | 'other';

export type ProbeResult =
  | { readonly kind: 'output'; readonly text: string }
  /** The command is not in the image, or ended with another exit code than 0. */
  | { readonly kind: 'failed'; readonly exitCode: number; readonly says: string }
  | { readonly kind: 'not_running' };

export interface LogOptions {
  readonly follow: boolean;
  /** Only lines at or after this engine time (RFC 3339 with nanoseconds). */
  readonly since?: string;
  /** Only the last so many lines. */
  readonly tail?: number;
  readonly signal: AbortSignal;
}

/** One line. A line longer than 64 KiB is cut into frames of which only the last has `ends`. */
export interface LogFrame {
  readonly stream: 'stdout' | 'stderr';
  readonly at: string;
  readonly text: string;
  readonly ends: boolean;
}

export type EngineEvent =
  | { readonly type: 'open' }
  | { readonly type: 'changed'; readonly kind: 'container' | 'volume' | 'network' | 'image'; readonly action: string; readonly id: string; readonly timeNano: string };

/** Readers of every known endpoint; a reader's `identity` says whether it is still the engine one expects. */
export interface EngineReaders {
  at(endpoint: string): EngineReader;
}

export type ExpectedEngine = { readonly endpoint: string; readonly engine: EngineId };

/** Nobody answers there: no way to it, no socket, no permission, nothing listening, or no answer within the deadline. */
export class EngineUnreachableError extends Error {
  override name = 'EngineUnreachableError';
  readonly reason: 'no_way' | 'no_socket' | 'no_permission' | 'refused' | 'no_answer' | 'cut';
  constructor(reason: EngineUnreachableError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The engine answered something that is an error or does not fit what it should answer. */
export class EngineFault extends Error {
  override name = 'EngineFault';
}

/** It answers, and nothing in what it says lets it be told from another engine: nothing can be done on it. */
export class UnknowableEngineError extends EngineFault {
  override name = 'UnknowableEngineError';
}
