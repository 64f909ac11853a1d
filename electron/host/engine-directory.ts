import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isHeld, type Binding } from '../../shared/binding.ts';
import type { EngineListing, EngineRow, EngineSource } from '../../shared/bridge-values.ts';
import { isTakenOver } from '../../shared/external.ts';
import type { BindingId, Endpoint, EngineId } from '../../shared/ids.ts';
import { consoleItself } from '../../shared/receipt.ts';
import type { EngineNow } from '../../shared/readiness.ts';
import { holdersOn, privatePlace } from '../../shared/private-engine.ts';
import type { World } from '../../shared/world.ts';
import type { EngineEvent, EngineReaders } from './engine/engine-reader.ts';
import type { PrivateEngine } from './engine/private-engine.ts';
import type { EnginePlaces } from './engine/usual-sockets.ts';
import { engineInstant } from './engine/engine-time.ts';
import { findEngines, type FoundEngine, type FoundEngines } from './engine/find-engines.ts';
import { watchEngine } from './engine/watch-engine.ts';
import { candidateRow, factOf, isElsewhere, isOverTls, labelOfEndpoint, reachAfter, stateOf, withoutCertificates, type EngineReach } from './engine-words.ts';
import type { Journal } from './ledger/journal.ts';
import type { SettingsFile } from './settings-file.ts';

interface Known {
  readonly endpoint: Endpoint;
  readonly source: EngineSource;
  reach: EngineReach;
  /** The workers there that were not read since it answered. */
  unread: Set<BindingId>;
  readonly stop: AbortController;
}

export interface DirectoryPorts {
  readonly journal: Journal;
  readonly readers: EngineReaders;
  readonly privateEngine: PrivateEngine;
  readonly settings: SettingsFile;
  /** Where engines are looked for. */
  readonly places: EnginePlaces;
  /** Ends what is open to an engine. */
  readonly leave: (endpoint: Endpoint) => void;
  /** The engine answers, on a new connection: everything about it has to be read again. */
  readonly onReachable: (endpoint: Endpoint) => void;
  readonly onChange: (endpoint: Endpoint, change: Extract<EngineEvent, { readonly type: 'changed' }>) => void;
  readonly onFrame: () => void;
}

const dialledAfterMs = 50;

/** The engines there are, each watched from the moment it is known. */
export class EngineDirectory {
  readonly #ports: DirectoryPorts;
  readonly #known = new Map<Endpoint, Known>();
  #found: FoundEngines = { engines: [], unusable: [] };

  constructor(ports: DirectoryPorts) {
    this.#ports = ports;
  }

  /** Starts to watch every engine there is. */
  watch(): void {
    this.rescan();
  }

  /** Looks for engines again; those that are known already stay as they are. */
  rescan(): void {
    const { privateEngine, settings, places, journal } = this.#ports;
    this.#found = findEngines(places);
    this.#add(privateEngine.endpoint, 'private');
    for (const endpoint of settings.current.endpoints) this.#add(endpoint, 'typed');
    for (const { endpoint } of this.#found.engines) if (!isElsewhere(endpoint)) this.#add(endpoint, 'found');
    // A worker's engine stays listed although its socket is gone; one elsewhere only while something of the worker is or may be there.
    for (const binding of journal.world.bindings.values()) {
      const { endpoint } = binding.spec;
      if (!isElsewhere(endpoint) || mayBeThere(binding, journal.world)) this.#add(endpoint, 'found');
    }
    for (const external of journal.world.externals.values()) if (isTakenOver(external)) this.#add(external.endpoint, 'found');
  }

  forget(endpoint: Endpoint): void {
    this.#known.get(endpoint)?.stop.abort();
    this.#known.delete(endpoint);
    this.#ports.leave(endpoint);
    this.#ports.onFrame();
  }

  listing(): EngineListing {
    const candidates = this.#found.engines.filter(({ endpoint }) => !this.#known.has(endpoint)).map(candidateRow);
    return { engines: [...this.rows(), ...candidates], unusable: this.#found.unusable.map(({ file, says }) => ({ file, says })) };
  }

  /** What was found of an endpoint, whether it is dialled or not. */
  found(endpoint: Endpoint): FoundEngine | undefined {
    return this.#found.engines.find((engine) => engine.endpoint === endpoint);
  }

  /** Dials an engine anew, with what was chosen for it since. */
  redial(endpoint: Endpoint): void {
    this.forget(endpoint);
    this.rescan();
  }

  /** The engines that are dialled. */
  rows(): readonly EngineRow[] {
    return [...this.#known.values()].map((known) => this.#row(known)).filter((row) => row.source !== 'private' || row.facts !== undefined || row.daemon !== undefined);
  }

  row(endpoint: Endpoint): EngineRow | undefined {
    const known = this.#known.get(endpoint);
    return known && this.#row(known);
  }

  labelOf(endpoint: Endpoint): string {
    const known = this.#known.get(endpoint);
    return known?.source === 'private' ? 'Private engine' : labelOfEndpoint(endpoint);
  }

  isReachable(endpoint: Endpoint): boolean {
    return this.#known.get(endpoint)?.reach.kind === 'reachable';
  }

  /** Which engine answers now where a worker’s own did. */
  answersTo({ id, spec }: Pick<Binding, 'id' | 'spec'>): Exclude<EngineNow, 'not_known'> {
    const known = this.#known.get(spec.endpoint);
    switch (known?.reach.kind) {
      case 'asking': return 'asked';
      case 'reachable':
        if (known.reach.facts.engine !== spec.engine) return 'another';
        return known.unread.has(id) ? 'reading' : 'itself';
      case 'unreachable':
      case 'unsupported':
      case undefined: return 'silent';
    }
  }

  /** These were read on the connection that stands. */
  noteRead(endpoint: Endpoint, bindings: Iterable<BindingId>): void {
    const unread = this.#known.get(endpoint)?.unread;
    let isNew = false;
    for (const id of bindings) if (unread?.delete(id)) isNew = true;
    if (isNew) this.#ports.onFrame();
  }

  close(): void {
    for (const { stop } of this.#known.values()) stop.abort();
  }

  #add(endpoint: Endpoint, source: EngineSource): void {
    if (this.#known.has(endpoint)) return;
    const known: Known = { endpoint, source, reach: { kind: 'asking' }, unread: new Set(), stop: new AbortController() };
    this.#known.set(endpoint, known);
    void this.#watch(known);
  }

  async #watch(known: Known): Promise<void> {
    // What dials an engine takes as long to load as all else at the start: the page asks first, and has its answers.
    await sleep(dialledAfterMs, undefined, { signal: known.stop.signal }).catch(() => undefined);
    if (known.stop.signal.aborted) return;
    const reader = this.#ports.readers.at(known.endpoint);
    await watchEngine(
      reader,
      {
        onOpen: async () => {
          const facts = await reader.identity();
          // An answer that comes after the end is nobody's: the ledger may be closed.
          if (known.stop.signal.aborted) return;
          known.unread = this.#workersOf(known.endpoint, facts.engine);
          this.#reached(known, { kind: 'reachable', facts });
          this.#ports.onReachable(known.endpoint);
        },
        onChange: (change) => this.#ports.onChange(known.endpoint, change),
        onLost: (error) => this.#reached(known, reachAfter(error)),
      },
      known.stop.signal,
    );
  }

  #workersOf(endpoint: Endpoint, engine: EngineId): Set<BindingId> {
    return new Set([...this.#ports.journal.world.bindings.values()].filter(({ spec }) => spec.endpoint === endpoint && spec.engine === engine).map(({ id }) => id));
  }

  #reached(known: Known, reach: EngineReach): void {
    const before = known.reach;
    known.reach = reach;
    if (isDeepStrictEqual(before, reach)) return;
    this.#note(known.endpoint, reach);
    this.#ports.onFrame();
  }

  /** Written when it changes, and only of engines that the ledger has something to say about. */
  #note(endpoint: Endpoint, reach: EngineReach): void {
    const { journal } = this.#ports;
    const matters = [...journal.world.bindings.values()].some(({ spec }) => spec.endpoint === endpoint) || journal.world.endpoints.has(endpoint);
    const value = factOf(reach);
    const known = journal.world.endpoints.get(endpoint)?.value;
    const changed = known?.state !== value?.state || known?.engine !== value?.engine || known?.version !== value?.version;
    if (!value || !matters || !changed || !journal.writable) return;
    const clock = reach.kind === 'reachable' ? engineInstant(reach.facts.systemTime) : {};
    journal.append({ actor: consoleItself, about: { kind: 'endpoint', endpoint }, ...clock, body: { kind: 'observation', fact: 'engine', value, source: 'asked the engine' } });
  }

  #row({ endpoint, source, reach }: Known): EngineRow {
    const daemon = source === 'private' ? this.#daemonState() : undefined;
    const facts = reach.kind === 'reachable' ? reach.facts : undefined;
    const where = this.found(endpoint)?.where;
    const certificates = isOverTls(endpoint) ? (this.#ports.settings.current.certificates[endpoint] ?? null) : undefined;
    const state = certificates === null ? withoutCertificates : stateOf(reach, daemon);
    return { endpoint, source, label: this.labelOf(endpoint), state, ...(where !== undefined && { where }), ...(certificates !== undefined && { certificates }), ...(facts && { facts }), ...(reach.kind === 'unsupported' && { unsupported: reach.says }), ...(daemon && { daemon }) };
  }

  #daemonState(): NonNullable<EngineRow['daemon']> {
    const { privateEngine, journal } = this.#ports;
    const open = [...journal.world.open.values()].some(({ operation }) => operation === 'start_engine' || operation === 'stop_engine');
    const { world } = journal;
    const known = { unconfirmed: open, run: world.engineRuns.get(privateEngine.endpoint) ?? {}, holders: holdersOn(world, privatePlace(world, privateEngine.endpoint)) };
    const state = privateEngine.read();
    switch (state.kind) {
      case 'unsupported': return { state: 'unsupported', says: state.says, ...known };
      case 'stopped': return { state: 'stopped', says: 'not running', ...known };
      case 'running': return { state: 'running', says: `process ${state.pid}`, ...known };
    }
  }
}

const mayBeThere = ({ id, resources }: Binding, { open }: World): boolean =>
  Object.values(resources).some(isHeld) || [...open.values()].some(({ about }) => 'binding' in about && about.binding === id);
