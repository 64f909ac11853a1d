import type { Attempt } from './attempt.ts';
import { isBack, isHeld, isOurs, latestExecution, makerOf, type ArtifactState, type Binding, type Execution, type Noted, type Projection, type Resource } from './binding.ts';
import { executionOfResults } from './execution-results.ts';
import { comparisonRows } from './comparison.ts';
import { describeEvidence } from './describe-receipt.ts';
import { rungSchema } from './facts.ts';
import type { BindingId } from './ids.ts';
import type { Json } from './json.ts';
import { readinessNow } from './readiness.ts';
import type { Disposition } from './receipt.ts';
import { guest } from './worker-spec.ts';
import type { World } from './world.ts';

/** The form of document that this build makes. */
export const documentForm = 5;

/**
 * In the first one a try that another one followed was not told of; in the second neither was one on what came back, and a launch
 * that came to nothing hid how the run before it ended; in the third readiness was as it had been noted last, whatever was asked
 * since, and an export that failed hid where an earlier one had brought the result; in the fourth a result that was given up
 * was not told to be of one execution.
 */
const forms = [1, 2, 3, 4, documentForm] as const;
export type DocumentForm = (typeof forms)[number];

/** A form that this build knows; it makes the earlier ones again only to compare. */
export const formOf = (version: number): DocumentForm | undefined => forms.find((form) => form === version);

/** Of which ledger it is, and up to which receipt: the same document for the same receipts, whoever makes it. */
export interface DocumentHead {
  readonly origin: string;
  readonly size: number;
}

interface Documented {
  readonly binding: BindingId;
  readonly tries: readonly Attempt[];
  readonly head: DocumentHead;
  readonly form?: DocumentForm | undefined;
}

/**
 * All there is to say in public of one generation of a worker, folded from its receipts: where it is, what it was asked,
 * admitted and seen to have, what it was given and gave, what is held, pending and went wrong. `receipt` is the place of
 * the receipt that says so. Nothing in it is a secret: no receipt holds one. Undefined where the receipts do not tell of it.
 * `tries` are all attempts about it.
 */
export function bindingDocument(world: World, { binding: id, tries, head, form = documentForm }: Documented): Json | undefined {
  const binding = world.bindings.get(id);
  if (!binding) return undefined;
  const { spec, requested, last } = binding;
  const attempts = attemptsOf(binding, triesIn(form, tries));
  return {
    v: form,
    document: 'bailiwick binding',
    ledger: { origin: head.origin, size: head.size },
    binding: id,
    seat: spec.seat,
    generation: spec.generation,
    requested: noted(requested, {}),
    last: noted(last, {}),
    provider: { kind: 'docker', endpoint: spec.endpoint, engine: spec.engine, foundThere: orNull(world.inventories.get(spec.engine), (inventory) => noted(inventory, inventory.value)) },
    image: { reference: spec.image.reference, id: spec.image.id },
    environment: orNull(binding.resources.container.present, (present) => noted(present, { id: present.value.id, created: present.value.created })),
    places: { workingDirectory: guest.task, nativeState: guest.home, workspace: binding.resources.work.name, state: binding.resources.state.name },
    harness: { profile: null, nativeReference: null, says: 'no profile of a harness is declared: which conversation it holds, and how one is resumed, is not known' },
    limits: limitsOf(binding),
    readiness: form < 4 ? readinessNoted(binding) : readinessOf(binding),
    projections: binding.projections.map(projectionOf),
    resources: Object.values(binding.resources).filter(({ role }) => role !== 'network' || spec.network !== 'none').map(resourceOf),
    executions: binding.executions.map(executionOf),
    completion: orNull((form < 3 ? latestExecution(binding) : executionOfResults(binding))?.process, (process) => noted(process, { ...process.value })),
    artifacts: binding.artifacts.map((artifact) => artifactOf(artifact, form)),
    operations: operationsOf(attempts),
    pending: pendingOf(binding).map((attempt) => ({ ...askedOf(attempt), deadline: attempt.intent.deadline })),
    errors: attempts.filter(isError).map((attempt) => errorOf(binding, attempt)),
  };
}

const noted = (line: { readonly seq: number; readonly at: string }, value: Readonly<Record<string, Json>>): Json => ({ ...value, receipt: line.seq, at: line.at });

const orNull = <Value>(value: Value | undefined, tell: (value: Value) => Json): Json => (value === undefined ? null : tell(value));

/** Requested, admitted and observed: a column that nobody read is null. */
function limitsOf(binding: Binding): Json {
  const cell = (reading: { readonly value: string | null; readonly source: string } | undefined): Json => orNull(reading, ({ value, source }) => ({ value, source }));
  const rows = comparisonRows(binding).map(({ aspect, requested, admitted, observed }) => [aspect, { requested, admitted: cell(admitted), observed: cell(observed) }] as const);
  return { ...Object.fromEntries(rows), requested: binding.requested.seq, admitted: receiptOf(binding.admitted), observed: receiptOf(binding.observed) };
}

const receiptOf = (line: Noted<unknown> | undefined): number | null => line?.seq ?? null;

const readinessNoted = ({ readiness }: Binding): Json => Object.fromEntries(rungSchema.options.map((rung) => [rung, orNull(readiness[rung], (line) => noted(line, line.value))]));

const readinessOf = (binding: Binding): Json =>
  Object.fromEntries(readinessNow(binding, 'not_known').map(({ rung, state, says, line }) => [rung, { state, says, receipt: line?.seq ?? null, at: line?.at ?? null }]));

function projectionOf({ manifest, staged, delivered, ingested }: Projection): Json {
  const { files, bytes } = staged.value;
  return {
    manifest,
    staged: noted(staged, { files, bytes }),
    delivered: orNull(delivered, (line) => noted(line, { files: line.value.files, bytes: line.value.bytes, matched: line.value.matched, differing: line.value.differing, missing: line.value.missing })),
    ingested: ingested.map((line) => noted(line, { seen: line.value.seen, place: line.value.place, file: line.value.file ?? null })),
  };
}

/** The handle by which exactly this one is acted on, and how far its removal is: asked and verified are two receipts. */
function resourceOf(resource: Resource): Json {
  const { role, kind, name, present, removal, absent, returned, unnamed } = resource;
  return {
    role, kind, name,
    custody: custodyOf(resource),
    released: orNull(resource.released, (released) => noted(released, { to: released.to, ...(released.anew && { signedAnew: released.anew.seq }) })),
    ...(returned && { returned: noted(returned, { from: { ...returned.from } }) }),
    held: isHeld(resource) || isBack(resource),
    attempt: makerOf(resource) ?? null,
    id: present?.value.id ?? null,
    created: present?.value.created ?? null,
    seen: receiptOf(present),
    removalAsked: removal?.intent.seq ?? null,
    verifiedAbsent: receiptOf(absent),
    ...(unnamed && { unnamedVolumes: unnamed.map((volume) => ({ ...volume })) }),
  };
}

function custodyOf(resource: Resource): string {
  if (resource.returned) return resource.returned.left ? 'left' : 'transferred';
  if (resource.released) return 'released';
  return isOurs(resource) ? 'created' : 'none';
}

function executionOf({ id, request, start, process }: Execution): Json {
  const { argv, workingDirectory, environmentNames } = request.value;
  return {
    execution: id, argv, workingDirectory, environmentNames,
    requested: request.seq,
    started: start?.settlement?.disposition === 'applied' ? start.settlement.seq : null,
    process: orNull(process, (line) => noted(line, { ...line.value })),
  };
}

function artifactOf({ path, declared, exported, lastLeft, checked, waived }: ArtifactState, form: DocumentForm): Json {
  const isShown = form > 3 || (checked?.seq ?? 0) > (exported?.seq ?? 0);
  return {
    path, declared,
    exported: orNull(exported, (line) => noted(line, { ...line.value })),
    ...(form > 3 && { lastLeft: orNull(lastLeft, (line) => noted(line, { ...line.value })) }),
    checked: orNull(isShown ? checked : undefined, (line) => noted(line, { ...line.value })),
    waived: orNull(waived, (line) => noted(line, form > 4 ? { execution: line.execution ?? null } : {})),
  };
}

/** Which operations were seen to take effect for it, and which were refused: of each the receipt about the last that was asked. */
function operationsOf(attempts: readonly Attempt[]): Json {
  const settled = attempts.flatMap(({ operation, settlement }) => (settlement ? [{ operation, ...settlement }] : []));
  const last = (wanted: Disposition): Json => Object.fromEntries(settled.filter(({ disposition }) => disposition === wanted).map(({ operation, seq }) => [operation, seq]));
  return { tookEffect: last('applied'), refused: last('refused') };
}

/** What is asked of a thing that came back is about that thing by itself, and open with it. */
function pendingOf({ open, resources }: Binding): readonly Attempt[] {
  const ofReturned = Object.values(resources).flatMap(({ returned, stop, removal }) => (returned ? [stop, removal] : [])).filter((attempt) => attempt !== undefined);
  return [...open, ...ofReturned.filter(({ settlement }) => !settlement)];
}

/** Those that another one followed, as far as a document of this form tells of them. */
function triesIn(form: DocumentForm, tries: readonly Attempt[]): readonly Attempt[] {
  switch (form) {
    case 1: return [];
    case 2: return tries.filter(({ about }) => about.kind !== 'external');
    case 3:
    case 4:
    case documentForm: return tries;
  }
}

function attemptsOf({ resources, executions, projections, artifacts, stagingRemoval, closed }: Binding, tries: readonly Attempt[]): readonly Attempt[] {
  const all = [
    ...tries,
    ...Object.values(resources).flatMap(({ creation, layout, stop, removal }) => [creation, layout, stop, removal]),
    ...executions.flatMap(({ delivery, start }) => [delivery, start]),
    ...projections.flatMap(({ deliveries }) => deliveries),
    ...artifacts.flatMap(({ publications }) => publications),
    stagingRemoval,
    ...closed,
  ].filter((attempt) => attempt !== undefined);
  return [...new Map(all.map((attempt) => [attempt.id, attempt])).values()].toSorted((one, other) => one.intent.seq - other.intent.seq);
}

const isError = ({ settlement }: Attempt): boolean => settlement?.disposition === 'refused' || settlement?.disposition === 'not_applied';

const askedOf = ({ id, operation, intent }: Attempt) => ({ attempt: id, operation, asked: intent.seq });

/** What was closed as not applied may have come about all the same, later. */
const errorOf = ({ late }: Binding, attempt: Attempt): Json => ({
  ...askedOf(attempt),
  disposition: attempt.settlement?.disposition ?? null,
  settled: attempt.settlement?.seq ?? null,
  evidence: (attempt.settlement?.evidence ?? []).map(describeEvidence),
  tookEffectLate: receiptOf(late.find(({ value }) => value.attempt === attempt.id)),
});

/** As it stands in a file, for people and for programs. */
export const bindingDocumentText = (document: Json): string => `${JSON.stringify(document, null, 2)}\n`;
