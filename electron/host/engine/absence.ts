import { setTimeout as sleep } from 'node:timers/promises';
import type { VolumeReading } from '../../../shared/engine-readings.ts';
import type { AbsenceReading } from '../../../shared/facts.ts';
import { instantOf, type EngineId } from '../../../shared/ids.ts';
import { EngineFault, type EngineReader } from './engine-reader.ts';

/**
 * A volume's name is all the identity it has; so is that of a container or a network of which no id was ever told. `unlike`
 * says of what has it now that it is another one, if that can be told.
 */
export type Sought = { readonly kind: 'container' | 'network' | 'image'; readonly id: string } | { readonly kind: 'volume'; readonly name: string; readonly unlike?: (found: VolumeReading) => string | undefined };

export type Absence = { readonly absent: true; readonly readings: readonly AbsenceReading[] } | { readonly absent: false; readonly says: string };

export interface AbsenceOptions {
  /** The engine that is meant. When left out: the one that answers at the beginning. */
  readonly engine?: EngineId;
  readonly pauseMs?: number;
}

/** A listing may leave a thing out for a moment while it is being removed, so one look is not enough. */
const usualPauseMs = 600;

/**
 * Looks by id and in the listing, and when both say absent, again later over new connections. What another engine does
 * not know says nothing, so who answers is asked before and after. Throws when nothing can be read.
 */
export async function readAbsence(reader: EngineReader, sought: Sought, { engine, pauseMs = usualPauseMs }: AbsenceOptions = {}): Promise<Absence> {
  const before = (await reader.identity()).engine;
  const first = await lookOnce(reader, sought);
  if (!first.absent) return first;
  await sleep(pauseMs);
  const second = await lookOnce(reader, sought);
  if (!second.absent) return second;
  const after = (await reader.identity()).engine;
  if (before !== (engine ?? before) || after !== before) throw new EngineFault('another engine answers on the socket now');
  return { absent: true, readings: [...first.readings, ...second.readings] };
}

async function lookOnce(reader: EngineReader, sought: Sought): Promise<Absence> {
  const namesake = sought.kind === 'volume' ? await namesakeOf(reader, sought) : undefined;
  if (namesake === undefined && await isThereById(reader, sought)) return { absent: false, says: 'it is there by its id' };
  const byId: AbsenceReading = { via: 'id', at: instantOf(Date.now()), ...(namesake !== undefined && { found: namesake }) };
  if (await isInListing(reader, sought)) return { absent: false, says: 'it is in the listing' };
  return { absent: true, readings: [byId, { via: 'listing', at: instantOf(Date.now()) }] };
}

async function namesakeOf(reader: EngineReader, { name, unlike }: Extract<Sought, { kind: 'volume' }>): Promise<string | undefined> {
  const found = unlike && await reader.inspectVolume(name, { fresh: true });
  return found ? unlike(found) : undefined;
}

async function isThereById(reader: EngineReader, sought: Sought): Promise<boolean> {
  switch (sought.kind) {
    case 'container': return (await reader.inspectContainer(sought.id, { fresh: true })) !== null;
    case 'network': return (await reader.inspectNetwork(sought.id)) !== null;
    case 'image': return (await reader.inspectImage(sought.id)) !== null;
    case 'volume': return (await reader.inspectVolume(sought.name, { fresh: true })) !== null;
  }
}

async function isInListing(reader: EngineReader, sought: Sought): Promise<boolean> {
  switch (sought.kind) {
    case 'container': return (await reader.listContainers()).some(({ id, name }) => id === sought.id || name === sought.id);
    case 'network': return (await reader.listNetworks()).some(({ id, name }) => id === sought.id || name === sought.id);
    case 'image': return (await reader.listImages()).some(({ id }) => id === sought.id);
    case 'volume': return (await reader.listVolumes()).some((volume) => volume.name === sought.name && sought.unlike?.(volume) === undefined);
  }
}
