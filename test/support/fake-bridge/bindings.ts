import type { Attempt } from '../../../shared/attempt.ts';
import type { Binding } from '../../../shared/binding.ts';
import type { Reading } from '../../../shared/facts.ts';
import { bornBinding, withAttempt, withObservation } from '../../../shared/fold-binding.ts';
import { instantOf, type Seat } from '../../../shared/ids.ts';
import { creationOf, removalOf, type Operation } from '../../../shared/operations.ts';
import { creationOrder } from '../../../shared/preparation.ts';
import { operator, type Disposition, type Observation } from '../../../shared/receipt.ts';
import { kindOfRole, type Ref, type ResourceRole } from '../../../shared/reference.ts';
import type { LaunchRequest, WorkerSpec } from '../../../shared/worker-spec.ts';
import { guest } from '../../../shared/worker-spec.ts';
import { factsOf, labEndpoint, sampleImage } from './engines.ts';
import { attemptIdOf, bindingIdOf, containerIdOf, digestOf, executionIdOf, installation, type Clock } from './ids.ts';

export function aSpec(change: Partial<WorkerSpec> = {}): WorkerSpec {
  return {
    endpoint: labEndpoint,
    engine: factsOf('lab-engine').engine,
    seat: 'reviewer@atlas' as Seat,
    generation: 1,
    image: { reference: sampleImage.tags[0] ?? '', id: sampleImage.id },
    resources: { cpuMilli: 1000, memoryBytes: 512 * 1024 ** 2, pids: 128 },
    user: { uid: 10_001, gid: 10_001 },
    network: 'none',
    artifacts: [{ path: '/workspace/task/result.md', maxBytes: 10_000_000 }],
    argv: ['/usr/local/bin/sample-harness', '--task', '/workspace/task/task.md'],
    ...change,
  };
}

/** A worker's receipts, one call after the other. */
export class Story {
  readonly #clock: Clock;
  readonly #seed: string;
  #attempts = 0;
  binding: Binding;

  constructor(seed: string, clock: Clock, spec: WorkerSpec = aSpec()) {
    this.#clock = clock;
    this.#seed = seed;
    this.binding = bornBinding(bindingIdOf(seed), installation, spec, clock.line());
  }

  #ref(): { engine: WorkerSpec['engine']; seat: Seat; binding: Binding['id'] } {
    const { engine, seat } = this.binding.spec;
    return { engine, seat, binding: this.binding.id };
  }

  resourceRef(role: ResourceRole): Ref {
    const { kind, name } = this.binding.resources[role];
    return { kind: 'resource', ...this.#ref(), role, resource: kind, name };
  }

  executionRef(index: number): Extract<Ref, { kind: 'execution' }> {
    return { kind: 'execution', ...this.#ref(), execution: executionIdOf(`${this.#seed} ${index}`) };
  }

  attempt(operation: Operation, about: Ref, disposition: Disposition | 'open' = 'applied'): Attempt {
    this.#attempts += 1;
    const asked = this.#clock.line();
    const id = attemptIdOf(`${this.#seed} ${this.#attempts}`);
    const intent = { ...asked, epoch: 7, deadline: instantOf(Date.parse(asked.at) + 30_000), params: digestOf(`params ${id}`) };
    const open: Attempt = { id, operation, about, actor: operator, intent };
    this.binding = { ...withAttempt(this.binding, open), last: asked };
    if (disposition === 'open') return open;
    const line = this.#clock.line();
    const settled: Attempt = { ...open, settlement: { ...line, disposition, evidence: [{ kind: 'answer', status: disposition === 'refused' ? 409 : 201 }] } };
    this.binding = { ...withAttempt(this.binding, settled), last: line };
    return settled;
  }

  observe(about: Ref, fact: Pick<Observation, 'fact' | 'value'>): this {
    const line = this.#clock.line();
    const body = { kind: 'observation', source: 'the fake', ...fact } as Observation;
    this.binding = { ...withObservation(this.binding, about, body, line), last: line };
    return this;
  }

  created(role: ResourceRole): this {
    this.attempt(creationOf[kindOfRole[role]], this.resourceRef(role));
    return this.#looked(role);
  }

  #looked(role: ResourceRole): this {
    const id = kindOfRole[role] === 'volume' ? this.binding.resources[role].name : containerIdOf(role === 'network' ? `network ${this.#seed}` : this.#seed);
    return this.observe(this.resourceRef(role), { fact: 'present', value: { id, created: this.#clock.now(), ...(role === 'network' && { subnet: '10.213.64.16/28' }) } });
  }

  prepared(): this {
    for (const role of creationOrder(this.binding)) this.created(role);
    this.layouts();
    return this.observe(this.#bindingRef(), { fact: 'admitted', value: { readings: [...admittedReadings, reading('image', this.binding.spec.image.id, 'inspect, Image')] } })
      .rung('provider_reachable', 'seen', `lab-engine ${factsOf('lab-engine').version} answers`);
  }

  layouts(): this {
    for (const role of ['work', 'state'] as const) {
      this.attempt('deliver', this.resourceRef(role));
      this.#looked(role);
    }
    return this;
  }

  #bindingRef(): Ref {
    return { kind: 'binding', ...this.#ref() };
  }

  rung(rung: Extract<Observation, { fact: 'readiness' }>['value']['rung'], state: 'seen' | 'not_seen' | 'unsupported', says: string): this {
    return this.observe(this.#bindingRef(), { fact: 'readiness', value: { rung, state, says } });
  }

  staged(manifest: Extract<Observation, { fact: 'staged' }>['value']): this {
    return this.observe(this.#bindingRef(), { fact: 'staged', value: manifest });
  }

  delivered(value: Extract<Observation, { fact: 'delivered' }>['value'], disposition: Disposition | 'open' = 'applied'): this {
    this.attempt('deliver', { kind: 'projection', ...this.#ref(), manifest: value.manifest }, disposition);
    if (disposition !== 'applied') return this;
    return this.observe(this.#bindingRef(), { fact: 'delivered', value }).rung('filesystem_projected', 'seen', `${value.matched} of ${value.files} files read back the same`);
  }

  launched(request: Partial<LaunchRequest> = {}): this {
    const about = this.executionRef(this.binding.executions.length);
    this.observe(about, { fact: 'launch_requested', value: { argv: this.binding.spec.argv, workingDirectory: guest.task, environmentNames: ['HOME', 'PATH'], ...request } });
    this.attempt('deliver', about);
    this.attempt('start_container', about);
    return this.observe(about, { fact: 'process', value: { state: 'running', startedAt: this.#clock.now() } })
      .observe(this.#bindingRef(), { fact: 'observed', value: { readings: observedReadings } })
      .rung('process_started', 'seen', 'process 1 runs as 10001:10001')
      .rung('team_identity', 'unsupported', 'this harness has no team identity');
  }

  exited(exitCode: number, outOfMemory = false): this {
    const startedAt = this.#clock.now();
    this.observe(this.executionRef(this.binding.executions.length - 1), { fact: 'process', value: { state: 'exited', startedAt, finishedAt: this.#clock.now(), exitCode, outOfMemory } });
    return this.rung('task_completed', 'seen', `the main process ended with exit code ${exitCode}`);
  }

  exported(path: string, value: Extract<Observation, { fact: 'exported' }>['value']): this {
    const about: Ref = { kind: 'artifact', ...this.#ref(), path };
    if (value.outcome === 'published') this.attempt('publish_file', about);
    const execution = this.binding.executions.at(-1)?.id;
    return this.observe(about, { fact: 'exported', value: { ...value, ...(execution && { execution }) } });
  }

  /** Looked at where it went: the same bytes. */
  checked(path: string): this {
    const exported = this.binding.artifacts.find((artifact) => artifact.path === path)?.exported?.value;
    if (!exported || !('destination' in exported)) return this;
    const { digest, bytes, destination } = exported;
    return this.observe({ kind: 'artifact', ...this.#ref(), path }, { fact: 'checked', value: { outcome: 'matches', digest, bytes, destination } });
  }

  unstaged(): this {
    this.attempt('remove_staging', this.#bindingRef());
    return this.observe(this.#bindingRef(), { fact: 'unstaged', value: { manifests: this.binding.projections.length } });
  }

  removed(role: ResourceRole): this {
    const about = this.resourceRef(role);
    this.attempt(removalOf[kindOfRole[role]], about);
    return this.observe(about, { fact: 'absent', value: { readings: [{ via: 'id', at: this.#clock.now() }, { via: 'listing', at: this.#clock.now() }] } });
  }
}

const reading = (aspect: Reading['aspect'], value: string | null, source: string): Reading => ({ aspect, value, source });

export const admittedReadings: Reading[] = [
  reading('cpu', '1 CPU', 'inspect, HostConfig.NanoCpus'),
  reading('memory', '512 MiB', 'inspect, HostConfig.Memory'),
  reading('pids', '128 processes', 'inspect, HostConfig.PidsLimit'),
  reading('capabilities', 'none', 'inspect, HostConfig.CapDrop'),
  reading('no_new_privileges', 'on', 'inspect, HostConfig.SecurityOpt'),
  reading('seccomp', null, 'inspect, HostConfig.SecurityOpt: the engine’s default, not told'),
  reading('user', '10001:10001', 'inspect, Config.User'),
  reading('read_only_root', 'on', 'inspect, HostConfig.ReadonlyRootfs'),
  reading('network', 'none', 'inspect, HostConfig.NetworkMode'),
];

const observedReadings: Reading[] = [
  reading('cpu', '1 CPU', '/sys/fs/cgroup/cpu.max'),
  reading('memory', '512 MiB', '/sys/fs/cgroup/memory.max'),
  reading('pids', null, '/sys/fs/cgroup/pids.max is not in the guest'),
  reading('capabilities', 'none', '/proc/1/status, CapEff and CapBnd'),
  reading('no_new_privileges', 'on', '/proc/1/status, NoNewPrivs'),
  reading('seccomp', 'off', '/proc/1/status, Seccomp'),
  reading('user', '10001:10001', '/proc/1/status, Uid and Gid'),
  reading('read_only_root', 'on', '/proc/1/mountinfo'),
  reading('network', 'none', '/proc/1/net/dev'),
  reading('image', null, 'no guest tells its image'),
];
