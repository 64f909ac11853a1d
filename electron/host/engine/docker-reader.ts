import type { Readable } from 'node:stream';
import { clockSkew } from '../../../shared/clock-skew.ts';
import type { ContainerChange, ContainerReading, ContainerRow, EngineFacts, ImageRow, NetworkReading, VolumeReading } from '../../../shared/engine-readings.ts';
import type { ProbeName } from '../../../shared/probes.ts';
import type { UsageCounters } from '../../../shared/usage.ts';
import { usualDeadlines, type Deadlines } from './deadlines.ts';
import { kindsOfPaths, readArchive } from './docker-archive.ts';
import { DockerConnection, fitting, refusedQuestion, type DockerAnswer } from './docker-connection.ts';
import { toContainerChange, toContainerReading, toContainerRow, toEngineFacts, toImageRow, toImageRowOfOne, toNetworkReading, toVolumeReading } from './docker-conversions.ts';
import { readEvents } from './docker-events.ts';
import { readLogs } from './docker-logs.ts';
import { runProbe } from './docker-probe.ts';
import { readUsage } from './docker-usage.ts';
import { changeListSchema, containerListSchema, containerSchema, imageListSchema, imageSchema, infoSchema, networkListSchema, networkSchema, volumeListSchema, volumeSchema } from './docker-schemas.ts';
import { UnknowableEngineError, type EngineEvent, type EngineReader, type LogFrame, type LogOptions, type PathKind, type ProbeResult } from './engine-reader.ts';
import type { Way } from './way.ts';

/** Reads one Docker engine. Every question goes over a connection of its own, so every reading is a fresh one. */
export class DockerReader implements EngineReader {
  readonly #connection: DockerConnection;

  constructor(way: Way, deadlines: Deadlines = usualDeadlines) {
    this.#connection = new DockerConnection(way, deadlines);
  }

  async identity(): Promise<EngineFacts> {
    const asked = Date.now();
    const info = await this.#info();
    const facts = withSkew(toFacts(info), asked, Date.now());
    // Podman makes up a new id for every answer.
    if ('libpod-api-version' in info.headers && toFacts(await this.#info()).engine !== facts.engine) {
      throw new UnknowableEngineError('it gives itself another id each time it is asked, so it cannot be told from another engine');
    }
    return facts;
  }

  async listContainers(only?: readonly string[]): Promise<readonly ContainerRow[]> {
    const query = { all: 'true', ...(only && { filters: JSON.stringify({ id: only }) }) };
    const rows = (await this.#list('/containers/json', containerListSchema, query)).map(toContainerRow);
    // An engine also takes the beginning of an id.
    return only ? rows.filter(({ id }) => only.includes(id)) : rows;
  }

  async listVolumes(): Promise<readonly VolumeReading[]> {
    return (await this.#list('/volumes', volumeListSchema)).Volumes.map(toVolumeReading);
  }

  async listImages(): Promise<readonly ImageRow[]> {
    return (await this.#list('/images/json', imageListSchema)).map(toImageRow);
  }

  async listNetworks(): Promise<readonly NetworkReading[]> {
    return (await this.#list('/networks', networkListSchema)).map(toNetworkReading);
  }

  async inspectContainer(idOrName: string): Promise<ContainerReading | null> {
    const container = await this.#connection.getIfThere(`${containerPath(idOrName)}/json`, containerSchema);
    if (container === null) return null;
    const reading = toContainerReading(container);
    // An engine also takes the beginning of an id, and then answers about another container than was asked for.
    return reading.id === idOrName || reading.name === idOrName ? reading : null;
  }

  async inspectVolume(name: string): Promise<VolumeReading | null> {
    const volume = await this.#connection.getIfThere(`/volumes/${encodeURIComponent(name)}`, volumeSchema);
    return volume === null ? null : toVolumeReading(volume);
  }

  async inspectNetwork(id: string): Promise<NetworkReading | null> {
    const network = await this.#connection.getIfThere(`/networks/${encodeURIComponent(id)}`, networkSchema);
    // An engine also takes a name, and the beginning of an id.
    return network?.Id === id ? toNetworkReading(network) : null;
  }

  async inspectImage(reference: string): Promise<ImageRow | null> {
    const image = await this.#connection.getIfThere(imagePath(reference), imageSchema);
    return image === null ? null : toImageRowOfOne(image);
  }

  probe(containerId: string, probe: ProbeName): Promise<ProbeResult> {
    return runProbe(this.#connection, containerPath(containerId), probe);
  }

  archive(containerId: string, path: string, signal?: AbortSignal): Promise<Readable | null> {
    return readArchive(this.#connection, containerPath(containerId), path, signal);
  }

  kindsAt(containerId: string, paths: readonly string[], signal?: AbortSignal): Promise<readonly PathKind[]> {
    return kindsOfPaths(this.#connection, containerPath(containerId), paths, signal);
  }

  async changes(containerId: string): Promise<readonly ContainerChange[]> {
    return (await this.#list(`${containerPath(containerId)}/changes`, changeListSchema)).map(toContainerChange);
  }

  logs(containerId: string, options: LogOptions): AsyncIterable<LogFrame> {
    return readLogs(this.#connection, containerPath(containerId), options);
  }

  usage(containerId: string, signal: AbortSignal): AsyncIterable<UsageCounters | null> {
    return readUsage(this.#connection, containerPath(containerId), signal);
  }

  events(signal: AbortSignal, after?: string): AsyncIterable<EngineEvent> {
    return readEvents(this.#connection, signal, after);
  }

  async #info(): Promise<DockerAnswer> {
    const answer = await this.#connection.ask({ method: 'GET', path: '/info' });
    if (answer.status !== 200) throw refusedQuestion('/info', answer);
    return answer;
  }

  #list<Schema extends Parameters<DockerConnection['get']>[1]>(path: string, schema: Schema, query: Readonly<Record<string, string>> = {}) {
    return this.#connection.get(path, schema, { query, ms: this.#connection.deadlines.listMs });
  }
}

function toFacts(answer: DockerAnswer): EngineFacts {
  const apiVersion = answer.headers['api-version'];
  return toEngineFacts(fitting(infoSchema, answer, '/info'), typeof apiVersion === 'string' ? apiVersion : '');
}

const containerPath = (idOrName: string): string => `/containers/${encodeURIComponent(idOrName)}`;

/** The slashes of a repository's name are part of the path. */
const imagePath = (reference: string): string => `/images/${reference.split('/').map(encodeURIComponent).join('/')}/json`;

function withSkew(facts: EngineFacts, asked: number, answered: number): EngineFacts {
  const theirs = Date.parse(facts.systemTime);
  return Number.isNaN(theirs) ? facts : { ...facts, skewMs: clockSkew(theirs, asked, answered) };
}
