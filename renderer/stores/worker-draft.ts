import type { NewWorker } from '../../shared/bridge.ts';
import type { EngineFacts } from '../../shared/engine-readings.ts';
import { seatSchema, type Endpoint } from '../../shared/ids.ts';
import { lifetimeProblem } from '../../shared/lifetime.ts';
import { memoryText } from '../../shared/quantities.ts';
import { launchRequestSchema, resourceRequestSchema, type ImageChoice, type Lifetime, type NetworkChoice } from '../../shared/worker-spec.ts';
import { artifactDraftOf, artifactProblems, wantedArtifact, type ArtifactDraft, type ArtifactField } from './artifact-draft.ts';

export type MemoryUnit = 'MiB' | 'GiB';

const unitBytes: Readonly<Record<MemoryUnit, number>> = { MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** A worker as it is being filled in: numbers may be NaN while a field is empty. */
export interface WorkerDraft {
  readonly endpoint: Endpoint | null;
  readonly image: ImageChoice | null;
  readonly seat: string;
  readonly cpus: number;
  readonly memory: { readonly amount: number; readonly unit: MemoryUnit };
  readonly pids: number;
  readonly network: NetworkChoice;
  readonly argv: readonly string[];
  readonly artifacts: readonly ArtifactDraft[];
  readonly lifetime: LifetimeChoice;
}

export type LifetimeChoice = 'persistent' | Extract<Lifetime, { kind: 'until' }>['condition'];

const lifetimeFrom = (choice: LifetimeChoice): Lifetime => (choice === 'persistent' ? { kind: 'persistent' } : { kind: 'until', condition: choice });

export const emptyDraft: WorkerDraft = {
  endpoint: null,
  image: null,
  seat: '',
  cpus: 1,
  memory: { amount: 512, unit: 'MiB' },
  pids: 128,
  network: 'none',
  argv: [''],
  artifacts: [],
  lifetime: 'persistent',
};

/** An earlier worker, as it can be asked for again. A seat that is taken is left for a person to choose. */
export function draftOf(worker: NewWorker, seatIsFree: boolean): WorkerDraft {
  const { endpoint, image, seat, resources, network, argv, artifacts, lifetime } = worker;
  return {
    endpoint, image, network, argv,
    seat: seatIsFree ? seat : '',
    cpus: resources.cpuMilli / 1000,
    memory: memoryOf(resources.memoryBytes),
    pids: resources.pids,
    artifacts: artifacts.map(artifactDraftOf),
    lifetime: lifetime?.kind === 'until' ? lifetime.condition : 'persistent',
  };
}

const memoryOf = (bytes: number): WorkerDraft['memory'] =>
  bytes % unitBytes.GiB === 0 ? { amount: bytes / unitBytes.GiB, unit: 'GiB' } : { amount: bytes / unitBytes.MiB, unit: 'MiB' };

export type DraftField = 'endpoint' | 'image' | 'seat' | 'cpus' | 'memory' | 'pids' | 'lifetime' | `argv.${number}` | `artifacts.${number}.${ArtifactField}`;

export interface CheckedDraft {
  /** Present when nothing is missing or wrong. */
  readonly worker?: NewWorker;
  readonly errors: ReadonlyMap<DraftField, string>;
}

export const memoryBytesOf = ({ memory }: Pick<WorkerDraft, 'memory'>): number => Math.round(memory.amount * unitBytes[memory.unit]);

/** Everything that can be said about a draft without asking the engine; `facts` are its totals, where it answers. */
export function checkDraft(draft: WorkerDraft, facts?: EngineFacts): CheckedDraft {
  const errors = new Map<DraftField, string>();
  const { endpoint, image } = draft;
  if (!endpoint) errors.set('endpoint', 'Choose the engine it is created on.');
  if (!image) errors.set('image', 'Choose an image that is on this engine.');
  const seat = seatSchema.safeParse(draft.seat);
  if (!seat.success) errors.set('seat', seatProblem(draft.seat));
  checkResources(draft, facts, errors);
  checkArgv(draft.argv, errors);
  for (const [index, artifact] of draft.artifacts.entries()) {
    for (const [field, says] of artifactProblems(artifact, draft.artifacts.slice(0, index))) errors.set(`artifacts.${index}.${field}`, says);
  }
  const lifetime = lifetimeFrom(draft.lifetime);
  const problem = lifetimeProblem({ lifetime, artifacts: draft.artifacts });
  if (problem !== undefined) errors.set('lifetime', problem);
  if (errors.size > 0 || !endpoint || !image || !seat.success) return { errors };
  return { errors, worker: { endpoint, image, seat: seat.data, resources: resourcesOf(draft), network: draft.network, artifacts: draft.artifacts.map(wantedArtifact), argv: draft.argv, lifetime } };
}

const seatProblem = (seat: string): string =>
  seat === '' ? 'Name the seat, as in reviewer@atlas.' : 'Use lower-case letters, digits and hyphens, up to 40 on each side of one @.';

const resourcesOf = (draft: WorkerDraft): NewWorker['resources'] => ({
  cpuMilli: Math.round(draft.cpus * 1000),
  memoryBytes: memoryBytesOf(draft),
  pids: draft.pids,
});

function checkResources(draft: WorkerDraft, facts: EngineFacts | undefined, errors: Map<DraftField, string>): void {
  const { cpuMilli, memoryBytes, pids } = resourceRequestSchema.shape;
  const asked = resourcesOf(draft);
  if (!cpuMilli.safeParse(asked.cpuMilli).success) errors.set('cpus', 'Use 0.01 CPU or more.');
  else if (facts && draft.cpus > facts.cpus) errors.set('cpus', `This engine has ${facts.cpus}.`);
  if (!memoryBytes.safeParse(asked.memoryBytes).success) errors.set('memory', 'Use 6 MiB or more.');
  else if (facts && asked.memoryBytes > facts.memoryBytes) errors.set('memory', `This engine has ${roundMemory(facts.memoryBytes)}.`);
  if (!pids.safeParse(asked.pids).success) errors.set('pids', 'Use a whole number from 8.');
}

/** A total to compare with, to a tenth of a GiB; limits themselves are never rounded. */
export const roundMemory = (bytes: number): string =>
  bytes >= unitBytes.GiB ? `${Number((bytes / unitBytes.GiB).toFixed(1))} GiB` : memoryText(Math.round(bytes / unitBytes.MiB) * unitBytes.MiB);

function checkArgv(argv: readonly string[], errors: Map<DraftField, string>): void {
  const argument = launchRequestSchema.shape.argv.element;
  for (const [index, value] of argv.entries()) {
    if (argument.safeParse(value).success) continue;
    errors.set(`argv.${index}`, value === '' ? emptyArgument(index) : 'At most 4,096 characters, none of them NUL.');
  }
}

const emptyArgument = (index: number): string => (index === 0 ? 'Name the program to run.' : 'Fill in or take out this argument.');
