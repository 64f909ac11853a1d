import type { Attempt } from './attempt.ts';
import type { ArtifactState, Binding, Execution, Noted, Projection, Resource } from './binding.ts';
import { executionOfResults } from './execution-results.ts';
import type { FactValue } from './facts.ts';
import type { BindingId, Digest, ExecutionId, InstallationId, Instant } from './ids.ts';
import { lifetimeOver } from './lifetime.ts';
import { resourceName } from './naming.ts';
import { isCreation } from './operations.ts';
import type { Observation } from './receipt.ts';
import { kindOfRole, type Ref, type ResourceRole } from './reference.ts';

type Line = { readonly seq: number; readonly at: Instant };

/** A worker's generation as it is when it has only been asked for. */
export function bornBinding(id: BindingId, installation: InstallationId, spec: FactValue<'requested'>, line: Line): Binding {
  const owner = { installation, seat: spec.seat, binding: id, generation: spec.generation };
  const resource = (role: ResourceRole): Resource => ({ role, kind: kindOfRole[role], name: resourceName(owner, role) });
  return {
    id,
    spec,
    requested: line,
    resources: { container: resource('container'), work: resource('work'), state: resource('state'), network: resource('network') },
    projections: [],
    accepted: [],
    executions: [],
    artifacts: spec.artifacts.map(({ path }) => ({ path, declared: true, publications: [] })),
    readiness: {},
    closed: [],
    late: [],
    open: [],
    last: line,
  };
}

/** Puts an attempt, open or settled, where it belongs in its worker. */
export function withAttempt(binding: Binding, attempt: Attempt): Binding {
  const others = binding.open.filter(({ id }) => id !== attempt.id);
  const closed = attempt.settlement?.disposition === 'not_applied' ? [...binding.closed, attempt] : binding.closed;
  const next = { ...binding, closed, open: attempt.settlement ? others : [...others, attempt] };
  const { about } = attempt;
  switch (about.kind) {
    case 'resource': return withResource(next, about.role, (resource) => withResourceAttempt(resource, attempt));
    case 'execution': return withExecution(next, about.execution, (execution) => withExecutionAttempt(execution, attempt));
    case 'projection': return withDelivery(next, about.manifest, attempt);
    case 'binding': return attempt.operation === 'remove_staging' ? { ...next, stagingRemoval: attempt } : next;
    case 'artifact': return withArtifact(next, about.path, (artifact) => ({ ...artifact, publications: replaced(artifact.publications, attempt) }));
    default: return next;
  }
}

export function withResourceAttempt(resource: Resource, attempt: Attempt): Resource {
  switch (attempt.operation) {
    case 'create_network':
    case 'create_volume':
    case 'create_container': return withCreation(resource, attempt);
    case 'deliver': return { ...resource, layout: attempt };
    case 'stop_container': return { ...resource, stop: attempt };
    case 'remove_container':
    case 'remove_network':
    case 'remove_volume': return { ...resource, removal: attempt };
    default: return resource;
  }
}

function withCreation({ absent, ...resource }: Resource, attempt: Attempt): Resource {
  const { creation } = resource;
  // What one attempt made ours, a later one cannot take away.
  const settledEarlier = creation && creation.id !== attempt.id && creation.settlement?.disposition === 'applied';
  if (settledEarlier) return { ...resource, ...(absent && { absent }) };
  // An absence read before a late creation was shown says nothing about what is there now.
  const outdated = attempt.settlement?.disposition === 'applied';
  return { ...resource, creation: attempt, ...(absent && !outdated && { absent }) };
}

function withExecutionAttempt(execution: Execution, attempt: Attempt): Execution {
  switch (attempt.operation) {
    case 'deliver': return { ...execution, delivery: attempt };
    case 'start_container': return { ...execution, start: attempt };
    default: return execution;
  }
}

/** Folds one observation about a worker that exists. */
export function withObservation(binding: Binding, about: Ref, body: Observation, line: Line): Binding {
  switch (body.fact) {
    case 'present': return ofResource(binding, about, ({ absent: _gone, unnamed: _with, ...resource }) => ({ ...resource, present: noted(body.value, line) }));
    case 'absent': return ofResource(binding, about, (resource) => withAbsence(resource, noted(body.value, line)));
    case 'late_effect': return withLateEffect(binding, about, noted(body.value, line));
    case 'reobserved': return { ...binding, reobserved: noted(body.value, line) };
    case 'proposed': return { ...binding, proposal: body.value };
    case 'admitted': return { ...binding, admitted: noted(body.value.readings, line) };
    case 'observed': return { ...binding, observed: noted(body.value.readings, line) };
    case 'reach': return { ...binding, reach: noted(body.value, line) };
    case 'staged': return withStaged(binding, noted(body.value, line));
    case 'unstaged': return about.kind === 'binding' ? { ...binding, stagingGone: noted(body.value, line) } : binding;
    case 'delivered': return withReadBack(binding, noted(body.value, line));
    case 'ingested': return withIngestion(binding, noted(body.value, line));
    case 'readiness': return { ...binding, readiness: { ...binding.readiness, [body.value.rung]: noted({ state: body.value.state, says: body.value.says }, line) } };
    case 'launch_requested': return about.kind === 'execution' ? withLaunch(binding, { id: about.execution, request: noted(body.value, line) }) : binding;
    case 'process': return about.kind === 'execution' ? withExecution(binding, about.execution, (execution) => ({ ...execution, process: noted(body.value, line) })) : binding;
    case 'exported': return about.kind === 'artifact' ? withArtifact(binding, about.path, (artifact) => withExport(artifact, noted(body.value, line))) : binding;
    case 'checked': return about.kind === 'artifact' ? withArtifact(binding, about.path, (artifact) => ({ ...artifact, checked: noted(body.value, line) })) : binding;
    // About an engine, an image or the console itself, never about a worker.
    case 'epoch': case 'engine': case 'inventory': case 'image': case 'requested': case 'key': return binding;
  }
}

export const withAbsence = <Thing extends Pick<Resource, 'absent' | 'unnamed'>>(thing: Thing, { value: { readings, unnamed }, ...line }: Noted<FactValue<'absent'>>): Thing => ({ ...thing, absent: { ...line, value: readings }, ...(unnamed && { unnamed }) });

/** Copies are there again. */
function withStaged({ stagingGone: _outdated, ...binding }: Binding, staged: Noted<FactValue<'staged'>>): Binding {
  return { ...binding, projections: [...binding.projections, { manifest: staged.value.manifest, staged, deliveries: [], ingested: [] }] };
}

/** What a closed creation made after all is ours; of other effects only the fact is kept. */
function withLateEffect(binding: Binding, about: Ref, late: Noted<FactValue<'late_effect'>>): Binding {
  const next = { ...binding, late: [...binding.late, late] };
  const attempt = binding.closed.find(({ id }) => id === late.value.attempt);
  if (!attempt || !isCreation(attempt.operation)) return next;
  return ofResource(attempt.operation === 'create_container' ? withVolumesUnproven(next) : next, about, ({ absent: _outdated, unnamed: _with, ...resource }) => ({ ...resource, late }));
}

/** An engine makes again, without a label, the volumes that a container mounts. */
function withVolumesUnproven(binding: Binding): Binding {
  const unproven = ({ absent: _outdated, ...resource }: Resource): Resource => resource;
  return { ...binding, resources: { ...binding.resources, work: unproven(binding.resources.work), state: unproven(binding.resources.state) } };
}

/** Only what went somewhere takes the place of what went before, and of what was seen there since. */
function withExport(artifact: ArtifactState, exported: Noted<FactValue<'exported'>>): ArtifactState {
  const { value } = exported;
  if (!('destination' in value)) return { ...artifact, exported };
  const { checked: _outdated, ...others } = artifact;
  return { ...others, exported, lastLeft: { ...exported, value } };
}

/** The results that their owner gives up, by name: those of the execution that was signed for. Older receipts do not name it: then those that lay there. */
export function withWaiver(binding: Binding, about: Ref, line: Line, signedFor: ExecutionId | null | undefined): Binding {
  const execution = signedFor === undefined ? executionOfResults(binding)?.id : signedFor;
  return about.kind === 'artifact' ? withArtifact(binding, about.path, (artifact) => ({ ...artifact, waived: { ...line, ...(execution && { execution }) } })) : binding;
}

/** That it was proposed to end: it stays. */
export function withDenial(binding: Binding, about: Ref, { seq, at }: Line): Binding {
  const launch = lifetimeOver(binding)?.launch;
  return about.kind === 'binding' ? { ...binding, kept: { seq, at, ...(launch && { launch }) } } : binding;
}

/** A finding that somebody signed for as it is. */
export const withAcceptance = (binding: Binding, subject: Digest): Binding => ({ ...binding, accepted: [...binding.accepted, subject] });

const noted = <Value>(value: Value, line: Line): Noted<Value> => ({ value, seq: line.seq, at: line.at });

const ofResource = (binding: Binding, about: Ref, change: (resource: Resource) => Resource): Binding =>
  about.kind === 'resource' ? withResource(binding, about.role, change) : binding;

const withResource = (binding: Binding, role: ResourceRole, change: (resource: Resource) => Resource): Binding => ({
  ...binding,
  resources: { ...binding.resources, [role]: change(binding.resources[role]) },
});

const withExecution = (binding: Binding, id: Execution['id'], change: (execution: Execution) => Execution): Binding => ({
  ...binding,
  executions: binding.executions.map((execution) => (execution.id === id ? change(execution) : execution)),
});

const withLaunch = (binding: Binding, execution: Execution): Binding =>
  binding.executions.some(({ id }) => id === execution.id) ? binding : { ...binding, executions: [...binding.executions, execution] };

/** The same files may be staged again while an earlier delivery of them is open: an attempt stays where it began. */
function withDelivery(binding: Binding, manifest: Digest, attempt: Attempt): Binding {
  const begun = binding.projections.findIndex(({ deliveries }) => deliveries.some(({ id }) => id === attempt.id));
  const index = begun === -1 ? binding.projections.findLastIndex((projection) => projection.manifest === manifest) : begun;
  return withProjection(binding, index, (projection) => ({ ...projection, deliveries: replaced(projection.deliveries, attempt) }));
}

/** What was read back is of the last delivery of this manifest, also when it was staged again since. */
function withReadBack(binding: Binding, delivered: Noted<FactValue<'delivered'>>): Binding {
  const { manifest } = delivered.value;
  const asked = binding.projections.findLastIndex((projection) => projection.manifest === manifest && projection.deliveries.length > 0);
  const index = asked === -1 ? binding.projections.findLastIndex((projection) => projection.manifest === manifest) : asked;
  return withProjection(binding, index, (projection) => ({ ...projection, delivered }));
}

/** A manifest with a nonce is staged once: no other has it. */
const withIngestion = (binding: Binding, ingested: Noted<FactValue<'ingested'>>): Binding =>
  withProjection(binding, binding.projections.findIndex(({ manifest }) => manifest === ingested.value.manifest), (projection) => ({ ...projection, ingested: [...projection.ingested, ingested] }));

const withProjection = (binding: Binding, index: number, change: (projection: Projection) => Projection): Binding => ({
  ...binding,
  projections: binding.projections.map((projection, at) => (at === index ? change(projection) : projection)),
});

function withArtifact(binding: Binding, path: string, change: (artifact: ArtifactState) => ArtifactState): Binding {
  const known = binding.artifacts.some((artifact) => artifact.path === path);
  const artifacts = known ? binding.artifacts : [...binding.artifacts, { path, declared: false, publications: [] }];
  return { ...binding, artifacts: artifacts.map((artifact) => (artifact.path === path ? change(artifact) : artifact)) };
}

const replaced = (attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] => [...attempts.filter(({ id }) => id !== attempt.id), attempt];
