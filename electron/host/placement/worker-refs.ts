import type { Binding } from '../../../shared/binding.ts';
import type { Digest, ExecutionId, InstallationId } from '../../../shared/ids.ts';
import type { Owner } from '../../../shared/naming.ts';
import type { Ref, ResourceRef, ResourceRole } from '../../../shared/reference.ts';

const ofWorker = ({ id, spec }: Binding) => ({ engine: spec.engine, seat: spec.seat, binding: id });

export const bindingRef = (binding: Binding): Ref => ({ kind: 'binding', ...ofWorker(binding) });

export const executionRef = (binding: Binding, execution: ExecutionId): Ref => ({ kind: 'execution', ...ofWorker(binding), execution });

export const artifactRef = (binding: Binding, path: string): Ref => ({ kind: 'artifact', ...ofWorker(binding), path });

export const projectionRef = (binding: Binding, manifest: Digest): Ref => ({ kind: 'projection', ...ofWorker(binding), manifest });

export function resourceRef(binding: Binding, role: ResourceRole): ResourceRef {
  const { kind, name, present } = binding.resources[role];
  return { kind: 'resource', ...ofWorker(binding), role, resource: kind, name, ...(present && { id: present.value.id }) };
}

export const ownerOf = ({ id, spec }: Binding, installation: InstallationId): Owner => ({ installation, seat: spec.seat, binding: id, generation: spec.generation });
