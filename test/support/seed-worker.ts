import { createHash } from 'node:crypto';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { digestOfText } from '../../electron/host/ledger/digest.ts';
import { aspectLabels, requestedText } from '../../shared/comparison.ts';
import { canonicalText } from '../../shared/canonical.ts';
import type { Aspect, Fact, FactValue, Reading, Rung } from '../../shared/facts.ts';
import { attemptIdSchema, bindingIdSchema, executionIdSchema, instantOf, type AttemptId, type BindingId, type Digest, type InstallationId } from '../../shared/ids.ts';
import type { Json } from '../../shared/json.ts';
import { resourceName } from '../../shared/naming.ts';
import { creationOf, removalOf, type Operation } from '../../shared/operations.ts';
import { consoleItself, operator, type Decision, type Disposition, type Observation } from '../../shared/receipt.ts';
import { kindOfRole, type ExternalRef, type Ref, type ResourceRef, type ResourceRole } from '../../shared/reference.ts';
import { guest, type LaunchRequest, type WorkerSpec } from '../../shared/worker-spec.ts';

/** Hexadecimal digits that look random and are the same for the same words. */
export const hexOf = (words: string, length = 32): string => createHash('sha256').update(words).digest('hex').slice(0, length);

const roles = ['work', 'state', 'container'] as const;
const aspects = Object.keys(aspectLabels) as Aspect[];

/** The receipts of one worker as a console would have written them, one step of its way after the other. */
export class SeedWorker {
  readonly id: BindingId;
  readonly spec: WorkerSpec;
  readonly containerId: string;
  readonly created: string;
  readonly entries: Entry[] = [];
  /** What is kept beside the ledger, by its digest. */
  readonly documents: Json[] = [];
  readonly #installation: InstallationId;
  readonly #creations = new Map<ResourceRole, AttemptId>();
  #effects = 0;
  #executions = 0;

  constructor(spec: WorkerSpec, installation: InstallationId, startedAt: number) {
    this.spec = spec;
    this.id = bindingIdSchema.parse(hexOf(`binding ${spec.seat} ${spec.generation}`));
    this.containerId = hexOf(`container ${this.id}`, 64);
    // With as many digits as an engine tells.
    this.created = instantOf(startedAt).replace('Z', '000000Z');
    this.#installation = installation;
    this.#observe(this.#binding, 'requested', spec);
  }

  creationOf = (role: ResourceRole): AttemptId | undefined => this.#creations.get(role);

  resource(role: ResourceRole): ResourceRef {
    const { seat, generation } = this.spec;
    const name = resourceName({ installation: this.#installation, seat, generation, binding: this.id }, role);
    return { kind: 'resource', ...this.#worker, role, resource: kindOfRole[role], name };
  }

  keep(document: Json): Digest {
    this.documents.push(document);
    return digestOfText(canonicalText(document));
  }

  creation(role: ResourceRole, disposition: Disposition = 'applied'): this {
    const about = this.resource(role);
    this.#creations.set(role, this.effect(creationOf[kindOfRole[role]], about, disposition));
    return disposition === 'applied' ? this.#look(role) : this;
  }

  prepared(): this {
    for (const role of roles) this.creation(role);
    for (const role of ['work', 'state'] as const) {
      this.effect('deliver', this.resource(role));
      this.#look(role);
    }
    this.#observe(this.#binding, 'admitted', { readings: aspects.map((aspect) => ({ aspect, value: aspect === 'seccomp' ? null : requestedText(this.spec, aspect), source: aspect === 'seccomp' ? 'inspect HostConfig.SecurityOpt: the engine’s default, not told' : 'inspect HostConfig' })) });
    return this.rung('provider_reachable', 'seen', 'the engine answers with the id that was recorded');
  }

  staged(value: FactValue<'staged'>): this {
    return this.#observe(this.#projection(value.manifest), 'staged', value);
  }

  delivered(value: FactValue<'delivered'>): this {
    this.effect('deliver', this.#projection(value.manifest));
    this.#observe(this.#projection(value.manifest), 'delivered', value);
    return this.rung('filesystem_projected', value.matched === value.files ? 'seen' : 'not_seen', `${value.matched} of ${value.files} files were read back with their hash`);
  }

  launched(request: Partial<LaunchRequest> = {}): this {
    this.#executions += 1;
    this.#observe(this.#execution, 'launch_requested', { argv: this.spec.argv, workingDirectory: guest.task, environmentNames: ['HOME', 'PATH'], ...request });
    this.effect('deliver', this.#execution);
    this.effect('start_container', this.#execution);
    this.#observe(this.#execution, 'process', { state: 'running', startedAt: this.created });
    return this.rung('process_started', 'seen', `the engine shows a start at ${this.created.slice(0, 19).replace('T', ' ')} UTC`);
  }

  observed(differing?: Aspect): this {
    const readings = aspects.map((aspect): Reading => {
      if (aspect === 'image') return { aspect, value: null, source: 'no guest tells its image' };
      return { aspect, value: aspect === differing ? 'something else' : requestedText(this.spec, aspect), source: `read in /proc and /sys, ${aspect}` };
    });
    this.#observe(this.#binding, 'observed', { readings });
    return this.rung('team_identity', 'unsupported', 'this worker has no route to a team');
  }

  ingested(value: FactValue<'ingested'>): this {
    return this.#observe(this.#projection(value.manifest), 'ingested', value);
  }

  exited(exitCode: number, outOfMemory = false): this {
    this.#observe(this.#execution, 'process', { state: 'exited', startedAt: this.created, finishedAt: this.created, exitCode, outOfMemory });
    return this.rung('task_completed', exitCode === 0 ? 'seen' : 'not_seen', `the main process ended with exit code ${exitCode}`);
  }

  exported(path: string, value: FactValue<'exported'>): this {
    const about: Ref = { kind: 'artifact', ...this.#worker, path };
    if (value.outcome === 'published') this.effect('publish_file', about);
    return this.#observe(about, 'exported', { ...value, ...(this.#executions > 0 && { execution: executionIdOf(this.id, this.#executions) }) });
  }

  removed(role: ResourceRole): this {
    this.effect(removalOf[kindOfRole[role]], this.resource(role));
    const at = instantOf(Date.parse(this.created));
    return this.#observe(this.resource(role), 'absent', { readings: [{ via: 'id', at }, { via: 'listing', at }] });
  }

  /** All that it holds, to whoever takes it up. */
  released(): this {
    const at = instantOf(Date.parse(this.created));
    const resources = roles.map((role) => ({ resource: kindOfRole[role], name: this.resource(role).name, identity: this.#identity(role) }));
    const statement = { v: 1, kind: 'release', installation: this.#installation, engine: this.spec.engine, to: 'anyone', of: this.spec.seat, resources, nonce: hexOf(`release ${this.id}`), at, until: instantOf(Date.parse(at) + 30 * 86_400_000) };
    const subject = this.keep(statement);
    return this.#observe(this.#binding, 'proposed', { act: 'release', subject, to: 'anyone' }).#decide('release', this.#binding, subject);
  }

  /** What was released is given back, on the operator’s own word. */
  returned(role: ResourceRole): this {
    const from = { by: 'statement', named: this.keep({ owner: 'the team that had it meanwhile', nonce: hexOf(`owner ${this.id}`) }) } as const;
    const subject = this.keep({ ...from, of: this.resource(role).name });
    return this.#observe(this.#external(role), 'proposed', { act: 'transfer', subject, endpoint: this.spec.endpoint, identity: this.#identity(role), from }).#decide('transfer', { kind: 'engine', engine: this.spec.engine }, subject);
  }

  /** What came back is given up. */
  left(role: ResourceRole): this {
    return this.#decide('revoke', this.#external(role), this.keep({ leave: this.resource(role).name }));
  }

  rung(rung: Rung, state: FactValue<'readiness'>['state'], says: string): this {
    return this.#observe(this.#binding, 'readiness', { rung, state, says });
  }

  /** One that nothing has settled yet. */
  asked(operation: Operation, about: Ref): AttemptId {
    this.#effects += 1;
    const attempt = attemptIdSchema.parse(hexOf(`attempt ${this.id} ${this.#effects}`));
    const params = this.keep({ operation, worker: this.spec.seat, number: this.#effects });
    this.entries.push({ actor: operator, about, body: { kind: 'intent', attempt, operation, params, epoch: 1, deadline: instantOf(Date.parse(this.created) + 60_000) } });
    return attempt;
  }

  effect(operation: Operation, about: Ref, disposition: Disposition = 'applied'): AttemptId {
    const attempt = this.asked(operation, about);
    const status = disposition === 'refused' ? 409 : 201;
    this.entries.push({ actor: consoleItself, about, body: { kind: 'settlement', attempt, authorEpoch: 1, disposition, evidence: [{ kind: 'answer', status }] } });
    return attempt;
  }

  #identity(role: ResourceRole) {
    return { id: role === 'container' ? this.containerId : this.resource(role).name, created: this.created, ...(role === 'container' ? { imageId: this.spec.image.id } : { driver: 'local' }) };
  }

  #external(role: ResourceRole): ExternalRef {
    const { resource, name } = this.resource(role);
    return { kind: 'external', engine: this.spec.engine, resource, id: role === 'container' ? this.containerId : name, name };
  }

  #decide(decision: Decision['decision'], about: Ref, subject: Digest): this {
    this.entries.push({ actor: operator, about, body: { kind: 'decision', decision, subject } });
    return this;
  }

  #look(role: ResourceRole): this {
    const about = this.resource(role);
    const attempt = this.#creations.get(role) ?? '';
    const value = role === 'container' ? { id: this.containerId, created: this.created, imageId: this.spec.image.id, attempt } : { id: about.name, created: this.created, driver: 'local', attempt };
    return this.#observe(about, 'present', value);
  }

  #observe<F extends Fact>(about: Ref, fact: F, value: FactValue<F>): this {
    this.entries.push({ actor: consoleItself, about, body: { kind: 'observation', fact, value, source: 'a seeded ledger' } as Observation });
    return this;
  }

  get #worker() {
    return { engine: this.spec.engine, seat: this.spec.seat, binding: this.id };
  }

  get #binding(): Ref {
    return { kind: 'binding', ...this.#worker };
  }

  get #execution(): Ref {
    return { kind: 'execution', ...this.#worker, execution: executionIdOf(this.id, this.#executions) };
  }

  #projection(manifest: Digest): Ref {
    return { kind: 'projection', ...this.#worker, manifest };
  }
}

const executionIdOf = (binding: BindingId, number: number) => executionIdSchema.parse(hexOf(`execution ${binding} ${number}`));
