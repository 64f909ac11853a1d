import { assertNever } from './assert-never.ts';
import { wasFoundAbsent } from './attempt.ts';
import type { EvidenceMark } from './evidence-mark.ts';
import type { EngineId } from './ids.ts';
import { operations, type Operation } from './operations.ts';
import type { Settlement } from './receipt.ts';

/** The four words. `supported` is said of what was seen on this very engine, and never of what a flag or a version promises. */
export type CapabilityWord = 'supported' | 'untested' | 'unsupported' | 'failed';

/** What an engine was seen to do in the version that it has now: places of receipts. */
export interface EngineRecord {
  readonly version: string;
  /** It had another version before: what that was seen to do counts no more. */
  readonly isRenewed: boolean;
  readonly applied: Readonly<Partial<Record<Operation, number>>>;
  /** Where the engine itself answered so. */
  readonly refused: Readonly<Partial<Record<Operation, number>>>;
  /** Closed as not applied: tried, and shown neither to work nor to fail. */
  readonly notShown: Readonly<Partial<Record<Operation, number>>>;
}

export interface Capability {
  readonly name: string;
  readonly word: CapabilityWord;
  readonly says: string;
  /** The receipt that shows it. */
  readonly seq?: number;
}

/** Operations whose effect is the engine's own: what else there is happens on the console's machine. */
export const engineOperations = [
  'create_network', 'create_volume', 'create_container', 'deliver', 'start_container', 'stop_container', 'remove_container', 'remove_network', 'remove_volume', 'build_image', 'pull_image', 'remove_image',
] as const satisfies readonly Operation[];

/** What a worker's harness would need of this console, and is not built: said so that no method's name implies it. */
const notBuilt: readonly Omit<Capability, 'word'>[] = [
  { name: 'Resume a conversation', says: 'no harness profile says where its history is and how it is resumed' },
  { name: 'Give a credential', says: 'no grant and no way into the guest for its value' },
  { name: 'Cancel a turn', says: 'nothing speaks a harness’s own protocol: only its container can be stopped' },
  { name: 'Hear a harness’s activity and questions', says: 'nothing in a guest can speak to the console' },
];

/** What can be done on an engine, in the four words, each with what it rests on; nothing, where the engine itself is unsupported. */
export function capabilitiesOf(record: EngineRecord | undefined, unsupported?: string): readonly Capability[] {
  const ofEngine = (operation: Operation): Capability => (unsupported === undefined ? capabilityOf(operation, record) : { name: operations[operation].label, word: 'unsupported', says: unsupported });
  return [...engineOperations.map(ofEngine), ...notBuilt.map((one): Capability => ({ ...one, word: 'unsupported' }))];
}

function capabilityOf(operation: Operation, record: EngineRecord | undefined): Capability {
  const name = operations[operation].label;
  const [applied, refusal, notShown] = [record?.applied[operation], record?.refused[operation], record?.notShown[operation]];
  if (applied !== undefined) return { name, word: 'supported', says: 'took effect here', seq: applied };
  if (refusal !== undefined) return { name, word: 'failed', says: 'was refused here, and never took effect', seq: refusal };
  if (notShown !== undefined) return { name, word: 'untested', says: 'was tried here, and was shown neither to work nor to fail', seq: notShown };
  return { name, word: 'untested', says: record?.isRenewed ? `not tried since it is ${record.version}` : 'not tried here yet' };
}

export function capabilityMark(word: CapabilityWord): EvidenceMark {
  switch (word) {
    case 'supported': return 'seen';
    case 'untested': return 'asked';
    case 'failed': return 'refused';
    case 'unsupported': return 'none';
    default: return assertNever(word);
  }
}

export type EngineRecords = ReadonlyMap<EngineId, EngineRecord>;

/** The record of an engine that has just said which version it is. */
export function atVersion(record: EngineRecord | undefined, version: string): EngineRecord {
  return record?.version === version ? record : { version, isRenewed: record !== undefined, applied: {}, refused: {}, notShown: {} };
}

/** Adds what one settled attempt showed. */
export const withOutcome = (record: EngineRecord, operation: Operation, outcome: Outcome, seq: number): EngineRecord => ({ ...record, [outcome]: { ...record[outcome], [operation]: seq } });

type Outcome = 'applied' | 'refused' | 'notShown';

/** What an attempt says of its engine: a refusal only where the engine itself answered, and not where nothing was sent; a stop only where its container was not found gone. */
export function outcomeOf({ disposition, evidence }: Settlement): Outcome | undefined {
  switch (disposition) {
    case 'applied': return wasFoundAbsent({ settlement: { evidence } }) ? 'notShown' : 'applied';
    case 'refused': return evidence.some(({ kind }) => kind === 'answer') ? 'refused' : undefined;
    case 'not_applied': return 'notShown';
    case 'no_op': return undefined;
  }
}
