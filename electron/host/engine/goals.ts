import { foundAbsent } from '../../../shared/attempt.ts';
import type { ContainerReading } from '../../../shared/engine-readings.ts';
import type { AbsenceReading } from '../../../shared/facts.ts';
import { instantOf } from '../../../shared/ids.ts';
import { labelKeys, type Labels } from '../../../shared/naming.ts';
import type { Evidence } from '../../../shared/receipt.ts';
import { readAbsence, type Absence, type AbsenceOptions } from './absence.ts';
import { EngineFault, EngineUnreachableError, type EngineReader } from './engine-reader.ts';

/** What stands under a name that an attempt was for: whose it is, its labels tell. */
export interface Found {
  readonly id: string;
  readonly created: string;
  readonly labels: Labels;
}

/** Whether the state that an operation is for was there, by one look. */
export type StateReading =
  | { readonly reached: true; readonly evidence: Evidence[]; readonly id?: string; readonly found?: Found; readonly absent?: readonly AbsenceReading[]; readonly unreadable?: undefined }
  | { readonly reached: false; readonly says: string; readonly found?: Found; readonly unreadable?: undefined }
  /** Nothing was learnt. */
  | { readonly unreadable: true; readonly says: string; readonly reached?: undefined };

/** A volume of this name with this attempt's label. Any other volume there is reported as found. */
export function volumeCreated(reader: EngineReader, name: string, attempt: string): Promise<StateReading> {
  return look(async () => {
    const volume = await reader.inspectVolume(name, { fresh: true });
    if (volume === null) return missing(`volume ${name}`);
    return createdBy(attempt, `volume ${name}`, { id: volume.name, created: volume.created, labels: volume.labels });
  });
}

/** A network with this attempt's label. Names of networks are not unique: all are looked through; another one of this name is reported as found. */
export function networkCreated(reader: EngineReader, name: string, attempt: string): Promise<StateReading> {
  return look(async () => {
    const networks = await reader.listNetworks();
    const network = networks.find(({ labels }) => labels[labelKeys.attempt] === attempt) ?? networks.find((each) => each.name === name);
    if (network === undefined) return missing(`network ${name}`);
    const created = createdBy(attempt, `network ${name}`, { id: network.id, created: network.created, labels: network.labels });
    return created.reached ? named(created, network.id) : created;
  });
}

/** A container of this name with this attempt's label. Any other container there is reported as found. */
export function containerCreated(reader: EngineReader, name: string, attempt: string): Promise<StateReading> {
  return look(async () => {
    const container = await reader.inspectContainer(name, { fresh: true });
    if (container === null) return missing(`container ${name}`);
    const created = createdBy(attempt, `container ${name}`, { id: container.id, created: container.created, labels: container.labels });
    return created.reached ? named(created, container.id) : created;
  });
}

/** Another start than the one that was known before, whatever the engine's clock did between them; `startedBefore` is empty for a container that never was started. */
export function containerStarted(reader: EngineReader, id: string, startedBefore: string): Promise<StateReading> {
  return lookAtContainer(reader, id, ({ startedAt, state }) =>
    startedAt !== '' && startedAt !== startedBefore
      ? reached(`container ${id}`, `${state}, started at ${startedAt}`, id)
      : { reached: false, says: startedAt === '' ? 'it was never started' : `it was last started at ${startedAt}` });
}

/** What is verified absent does not run: an engine removes what was made to go with its process, and somebody else may have. */
export function containerStopped(reader: EngineReader, id: string, options?: AbsenceOptions): Promise<StateReading> {
  return look(async () => {
    const container = await reader.inspectContainer(id, { fresh: true });
    return container === null ? stoppedByAbsence(id, await readAbsence(reader, { kind: 'container', id }, options)) : stoppedByState(container, id);
  });
}

function stoppedByState({ state, finishedAt, exitCode }: ContainerReading, id: string): StateReading {
  switch (state) {
    case 'exited':
    case 'dead': return reached(`container ${id}`, `${state} with code ${exitCode} at ${finishedAt}`, id);
    case 'created': return reached(`container ${id}`, 'created, never started', id);
    case 'running':
    case 'paused':
    case 'restarting':
    case 'removing': return { reached: false, says: `it is ${state}` };
  }
}

function stoppedByAbsence(id: string, absence: Absence): StateReading {
  if (!absence.absent) return { reached: false, says: absence.says };
  return { reached: true, id, evidence: absence.readings.map(({ via, at }) => ({ kind: 'reading', of: `container ${id}, by ${via}`, found: foundAbsent, at })) };
}

/** An image under this tag with this build's own label, whatever the label's key is: its value is random. */
export function imageBuilt(reader: EngineReader, tag: string, label: string): Promise<StateReading> {
  return look(async () => {
    const image = await reader.inspectImage(tag);
    if (image === null) return missing(`image ${tag}`);
    if (!Object.values(image.labels).includes(label)) return { reached: false, says: `the image ${tag} is another one` };
    return named(reached(`image ${tag}`, `${image.id} with the label ${label}`), image.id);
  });
}

/** An image under this reference, another one than was there before; `before` is null where none was. */
export function imagePulled(reader: EngineReader, reference: string, before: string | null): Promise<StateReading> {
  return look(async () => {
    const image = await reader.inspectImage(reference);
    if (image === null) return missing(`image ${reference}`);
    if (image.id === before) return { reached: false, says: `the image ${reference} is the one that was there before` };
    return reached(`image ${reference}`, `${image.id}, not there before`, image.id);
  });
}

/** Absent by its id and in the listing, twice, over new connections. */
export function absentById(reader: EngineReader, kind: 'container' | 'network' | 'image', id: string, options?: AbsenceOptions): Promise<StateReading> {
  return look(async () => absenceGoal(`${kind} ${id}`, await readAbsence(reader, { kind, id }, options)));
}

/** Absent by its name and in the listing, twice, over new connections. */
export function volumeAbsent(reader: EngineReader, name: string, options?: AbsenceOptions): Promise<StateReading> {
  return look(async () => absenceGoal(`volume ${name}`, await readAbsence(reader, { kind: 'volume', name }, options)));
}

function absenceGoal(of: string, absence: Absence): StateReading {
  if (!absence.absent) return { reached: false, says: absence.says };
  const evidence: Evidence[] = absence.readings.map(({ via, at }) => ({ kind: 'reading', of, found: `absent by ${via}`, at }));
  return { reached: true, evidence, absent: absence.readings };
}

/** Turns "nobody answers" and "it answered nonsense" into a reading; every other fault stays one. */
async function look(read: () => Promise<StateReading>): Promise<StateReading> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EngineUnreachableError || error instanceof EngineFault) return { unreadable: true, says: error.message };
    throw error;
  }
}

function lookAtContainer(reader: EngineReader, id: string, judge: (container: ContainerReading) => StateReading): Promise<StateReading> {
  return look(async () => {
    const container = await reader.inspectContainer(id, { fresh: true });
    return container === null ? missing(`container ${id}`) : judge(container);
  });
}

function createdBy(attempt: string, of: string, found: Found): StateReading {
  const label = found.labels[labelKeys.attempt];
  if (label === attempt) return { ...reached(of, `there since ${found.created} with the label of attempt ${attempt}`), found };
  return { reached: false, says: label === undefined ? `${of} is there without a label of ours` : `${of} is there with the label of attempt ${label}`, found };
}

type Reached = Extract<StateReading, { readonly reached: true }>;

/** With the immutable id that the engine gives it, in the evidence too: that is what is looked for later. */
const named = (reading: Reached, id: string): Reached => ({ ...reading, id, evidence: reading.evidence.map((each) => (each.kind === 'reading' ? { ...each, id } : each)) });

const reached = (of: string, found: string, id?: string): Reached => ({
  reached: true,
  evidence: [{ kind: 'reading', of, found, at: instantOf(Date.now()) }],
  ...(id !== undefined && { id }),
});

const missing = (of: string): StateReading => ({ reached: false, says: `there is no ${of}` });
