import { randomBytes } from 'node:crypto';
import type { NewWorker } from '../../../shared/bridge.ts';
import type { EngineFacts } from '../../../shared/engine-readings.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { lifetimeProblem } from '../../../shared/lifetime.ts';
import { bytesText, cpuText, memoryText } from '../../../shared/quantities.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import type { Json } from '../../../shared/json.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { generationsOn, seatTaken } from '../../../shared/seat.ts';
import { workerSpecSchema, type DeclaredArtifact, type WorkerSpec } from '../../../shared/worker-spec.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Journal } from '../ledger/journal.ts';

/** Every worker runs as this user unless its image is made for another one. */
const guestUser = { uid: 1000, gid: 1000 };

/** What the operator filled in, with its results as the spec has them. */
export interface WorkerRequest extends Omit<NewWorker, 'artifacts'> {
  readonly artifacts: readonly DeclaredArtifact[];
}

/** Checks what the operator filled in against the engine and the ledger, and records it as asked, with the documents it names. No effect yet. */
export async function requestWorker(journal: Journal, reader: EngineReader, input: WorkerRequest, documents: readonly Json[] = []): Promise<Result<BindingId>> {
  const [facts, image] = await Promise.all([reader.identity(), reader.inspectImage(input.image.id)]);
  if (!image) return refused(refusal('not_found', `The image ${input.image.reference} is not on this engine any more.`, 'Choose another image, or build the sample image.'));
  const parsed = workerSpecSchema.safeParse({ ...input, engine: facts.engine, generation: nextGeneration(journal, input.seat), user: guestUser });
  if (!parsed.success) return refused(refusalOfInput(parsed.error.issues));
  const says = lifetimeProblem(parsed.data);
  if (says !== undefined) return refused(refusal('bad_input', says, 'Correct it and ask again; nothing was recorded.'));
  const problem = seatTaken(journal.world, parsed.data.seat) ?? moreThanTheEngineHas(parsed.data, facts);
  return problem ? refused(problem) : ok(recordRequest(journal, parsed.data, documents));
}

function recordRequest(journal: Journal, spec: WorkerSpec, documents: readonly Json[]): BindingId {
  const binding = randomBytes(16).toString('hex') as BindingId;
  const about = { kind: 'binding', engine: spec.engine, seat: spec.seat, binding } as const;
  journal.append({ actor: operator, about, body: { kind: 'observation', fact: 'requested', value: spec, source: 'the operator, at the window' } }, documents);
  return binding;
}

const nextGeneration = ({ world }: Journal, seat: string): number => Math.max(0, ...generationsOn(world, seat).map(({ spec }) => spec.generation)) + 1;

function moreThanTheEngineHas({ resources }: WorkerSpec, facts: EngineFacts): Refusal | undefined {
  if (resources.memoryBytes > facts.memoryBytes) {
    return refusal('too_large', `${memoryText(resources.memoryBytes)} of memory is more than the engine has (${bytesText(facts.memoryBytes)}).`, 'Ask for less memory.');
  }
  if (resources.cpuMilli > facts.cpus * 1000) return refusal('too_large', `${cpuText(resources.cpuMilli)} is more than the engine has (${facts.cpus}).`, 'Ask for less CPU.');
  return undefined;
}

function refusalOfInput(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): Refusal {
  const places = issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return refusal('bad_input', `The request does not fit: ${places.join('; ')}.`, 'Correct it and ask again; nothing was recorded.');
}
