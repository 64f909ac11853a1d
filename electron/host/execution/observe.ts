import { isDeepStrictEqual } from 'node:util';
import type { Binding } from '../../../shared/binding.ts';
import type { ContainerReading, NetworkReading } from '../../../shared/engine-readings.ts';
import type { FactValue } from '../../../shared/facts.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { readingProbes, type ReadingProbe } from '../../../shared/probes.ts';
import { providerAnswers, rungsOfFacts, type RungNow } from '../../../shared/readiness.ts';
import { consoleItself, type Observation } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { engineInstant } from '../engine/engine-time.ts';
import type { Means } from '../engine/means.ts';
import type { Entry } from '../ledger/journal.ts';
import { admittedReadings } from '../placement/admitted-readings.ts';
import { containerOf, isOfEngine, sameContainer, whenReachable } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { bindingRef, executionRef } from '../placement/worker-refs.ts';
import { guestReadings, type ProbeOutputs } from './guest-readings.ts';
import { executionShown } from './its-start.ts';

/** Looks at the engine and, while it runs, into the guest. Writes only what changed since it was last written. */
export async function observe(means: Means, id: BindingId): Promise<Result<null>> {
  const seen = await whenReachable(async () => {
    const ours = await containerOf(means.readers, bindingOf(means, id));
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;
    const joined = await networkOf(reader, bindingOf(means, id));
    const binding = bindingOf(means, id);
    write(means, [...admittedOf(binding, container, joined), ...processOf(means, binding, container)]);
    if (container.state === 'running') await noteObserved(means, bindingOf(means, id), reader, container.id);
    return ok(null);
  });
  noteReadiness(means, id, { isRead: seen.ok, ...(!seen.ok && isOfEngine(seen.refusal) && { trouble: seen.refusal.says }) });
  return seen;
}

/** Only the main process: what an event or a launch asks for. */
export async function noteProcess(means: Means, reader: EngineReader, id: BindingId): Promise<Result<null>> {
  const container = await sameContainer(reader, bindingOf(means, id));
  if (!container.ok) return container;
  write(means, processOf(means, bindingOf(means, id), container.value));
  noteReadiness(means, id, { isRead: true });
  return ok(null);
}

/** The same by a reading that somebody just made for something else: nothing is written where it shows nothing new. */
export function noteProcessOf(means: Means, id: BindingId, container: ContainerReading): void {
  const entries = processOf(means, bindingOf(means, id), container);
  if (entries.length === 0) return;
  write(means, entries);
  noteReadiness(means, id, { isRead: true });
}

const networkOf = async (reader: EngineReader, { resources: { network } }: Binding): Promise<NetworkReading | null> =>
  network.present && !network.absent ? reader.inspectNetwork(network.present.value.id) : null;

function admittedOf(binding: Binding, container: ContainerReading, joined: NetworkReading | null): readonly Entry[] {
  const value = { readings: [...admittedReadings(container, joined)] };
  return isDeepStrictEqual(binding.admitted?.value, value.readings) ? [] : [seen(bindingRef(binding), { kind: 'observation', fact: 'admitted', value, source: 'inspect' })];
}

async function noteObserved(means: Means, binding: Binding, reader: EngineReader, container: string): Promise<void> {
  const names = Object.keys(readingProbes) as ReadingProbe[];
  const results = await Promise.all(names.map(async (name) => [name, await reader.probe(container, name)] as const));
  // A guest that ended meanwhile shows only a part: that is no change of what was seen.
  if ((await reader.inspectContainer(container))?.state !== 'running') return;
  const value = { readings: [...guestReadings(Object.fromEntries(results) satisfies ProbeOutputs)] };
  if (isDeepStrictEqual(binding.observed?.value, value.readings)) return;
  write(means, [seen(bindingRef(binding), { kind: 'observation', fact: 'observed', value, source: 'read in the guest' })]);
}

function processOf(means: Means, binding: Binding, container: ContainerReading): readonly Entry[] {
  const execution = executionShown(means, binding, container);
  const value = processValue(container);
  if (!execution || execution === 'not_known' || !value || isKnown(execution.process?.value, value)) return [];
  const clock = engineInstant(value.state === 'exited' ? value.finishedAt : value.startedAt);
  return [{ ...seen(executionRef(binding, execution.id), { kind: 'observation', fact: 'process', value, source: 'inspect' }), ...clock }];
}

/** A start that fails leaves its own exit code and no times of its own: how the process before it ended was seen. */
function isKnown(known: FactValue<'process'> | undefined, shown: FactValue<'process'>): boolean {
  if (known?.state === 'exited' && shown.state === 'exited') return known.startedAt === shown.startedAt && known.finishedAt === shown.finishedAt;
  return isDeepStrictEqual(known, shown);
}

function processValue({ state, startedAt, finishedAt, exitCode, outOfMemory }: ContainerReading): FactValue<'process'> | undefined {
  if (startedAt === '') return undefined;
  if (state === 'running' || state === 'paused') return { state: 'running', startedAt };
  // Its removal may be said before it is killed: it has ended where its end is later than its start.
  const hasEnded = state === 'exited' || state === 'dead' || (state === 'removing' && Date.parse(finishedAt) >= Date.parse(startedAt));
  return hasEnded ? { state: 'exited', startedAt, finishedAt, exitCode, outOfMemory } : undefined;
}

interface Look {
  /** The container was just read. */
  readonly isRead: boolean;
  /** Why the engine could not be. */
  readonly trouble?: string;
}

/** Writes each rung that changed since it was last noted. */
export function noteReadiness(means: Pick<Means, 'journal'>, id: BindingId, { isRead, trouble }: Look): void {
  const binding = bindingOf(means, id);
  const provider: RungNow = trouble === undefined ? providerAnswers : { rung: 'provider_reachable', state: 'not_seen', says: trouble };
  const changed = [provider, ...rungsOfFacts(binding, isRead)].map(({ rung, state, says }) => ({ rung, state, says })).filter(({ rung, state, says }) => {
    const known = binding.readiness[rung]?.value;
    return known?.state !== state || known.says !== says;
  });
  write(means, changed.map((value) => seen(bindingRef(binding), { kind: 'observation', fact: 'readiness', value, source: 'folded from what was seen' })));
}

const seen = (about: Ref, body: Observation): Entry => ({ actor: consoleItself, about, body });

/** What one reading showed is written at once. */
function write({ journal }: Pick<Means, 'journal'>, entries: readonly Entry[]): void {
  if (entries.length > 0) journal.appendAll(entries);
}
