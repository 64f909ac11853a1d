import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import type { Fingerprint } from '../../../shared/facts.ts';
import { consoleItself, operator } from '../../../shared/receipt.ts';
import type { Ref, ResourceKind } from '../../../shared/reference.ts';
import { unnamedIn, volumesOfRemoved, type UnnamedAfter } from '../../../shared/unnamed-volumes.ts';
import type { Seen } from '../../../shared/teardown-plan.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { AttemptOutcome } from '../attempts/attempts.ts';
import { readAbsence } from '../engine/absence.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { anotherVolume, fingerprintOfVolume, readerAt, whenReachable } from '../placement/identity.ts';
import { unnamedAtRemoval } from './unnamed-volumes.ts';

const graceSeconds = 10;
const stopDeadlineSeconds = graceSeconds + 30;
const removeDeadlineSeconds = 60;

/** One thing that is taken back, be it a worker’s or given to this console. */
export interface TakenBack {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  readonly about: Ref;
  readonly kind: ResourceKind;
  readonly name: string;
  /** The engine’s immutable id; of a volume, its name. */
  readonly id: string;
  /** What identified it when it was recorded, where it was. */
  readonly identity: Fingerprint | undefined;
}

/** `seen` is what the look right before it showed: what goes with its process goes by this. */
export function askToStop({ attempts }: Pick<Means, 'attempts'>, { endpoint, engine, about, id: container }: TakenBack, seen: Seen): Promise<AttemptOutcome> {
  const unnamed = seen.kind === 'there' && seen.goesWithProcess ? { unnamed: [...unnamedIn(seen).names] } : {};
  return attempts.run({ operation: 'stop_container', about, params: { container, graceSeconds, ...unnamed }, actor: operator, deadlineSeconds: stopDeadlineSeconds }, (mutations, token) =>
    mutations.engine(endpoint, engine).stopContainer(token, container, { seconds: graceSeconds }));
}

/** `seen` is what the look right before it showed. */
export function askToRemove({ attempts }: Pick<Means, 'attempts'>, { endpoint, engine, about, kind, id }: TakenBack, seen: Seen): Promise<AttemptOutcome> {
  const asked = { about, actor: operator, deadlineSeconds: removeDeadlineSeconds } as const;
  switch (kind) {
    case 'container': {
      const unnamed = unnamedIn(seen);
      const volumes = volumesOfRemoved(unnamed);
      return attempts.run({ ...asked, operation: 'remove_container', params: { container: id, volumes, unnamed: [...unnamed.names] } }, (mutations, token) => mutations.engine(endpoint, engine).removeContainer(token, id, volumes));
    }
    case 'network': return attempts.run({ ...asked, operation: 'remove_network', params: { network: id } }, (mutations, token) => mutations.engine(endpoint, engine).removeNetwork(token, id));
    case 'volume': return attempts.run({ ...asked, operation: 'remove_volume', params: { name: id } }, (mutations, token) => mutations.engine(endpoint, engine).removeVolume(token, id));
  }
}

/** "Delete requested" is one fact, "absence verified" another: this reads and records the second. */
export function verifyAbsence({ readers, journal }: Pick<Means, 'readers' | 'journal'>, { endpoint, engine, about, kind, name, id, identity }: TakenBack): Promise<Result<null>> {
  return whenReachable(async () => {
    const reader = await readerAt(readers, { endpoint, engine });
    if (!reader.ok) return reader;
    const absence = await readAbsence(reader.value, kind === 'volume' ? { kind, name: id, ...(identity && { unlike: (found) => anotherVolume(identity, fingerprintOfVolume(found)) }) } : { kind, id }, { engine });
    if (!absence.absent) return refused(refusal('unconfirmed', `The ${kind} ${name} is still there: ${absence.says}.`, 'Look again in a moment.'));
    const unnamed = kind === 'container' ? await readUnnamed(reader.value, engine, unnamedAtRemoval(journal, about)) : [];
    journal.append({ actor: consoleItself, about, body: { kind: 'observation', fact: 'absent', value: { readings: [...absence.readings], ...(unnamed.length > 0 && { unnamed }) }, source: 'read twice, over two connections' } });
    return ok(null);
  });
}

/** An engine leaves a volume that something else mounts without a word, so each is read by itself. */
const readUnnamed = (reader: EngineReader, engine: EngineId, names: readonly string[]): Promise<UnnamedAfter> =>
  Promise.all(names.map(async (name) => ({ name, state: (await readAbsence(reader, { kind: 'volume', name }, { engine })).absent ? 'absent' : 'there' } as const)));
