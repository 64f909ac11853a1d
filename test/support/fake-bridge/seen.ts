import type { Resource } from '../../../shared/binding.ts';
import type { StagingSeen } from '../../../shared/staging-step.ts';
import type { Seen, SeenOf } from '../../../shared/teardown-plan.ts';
import type { FakeWorker } from './scene.ts';

/** What the engine would show of a worker's resources, if it shows what the receipts say. */
export function seenOf({ story: { binding }, seen }: FakeWorker): SeenOf {
  const running = binding.executions.at(-1)?.process?.value.state === 'running';
  const look = (resource: Resource): Seen => (resource.absent ? { kind: 'gone' } : { kind: 'there', running: resource.role === 'container' && running, usedBy: [] });
  const { container, work, state, network } = binding.resources;
  return { container: look(container), work: look(work), state: look(state), network: look(network), ...seen };
}

/** Where a fake worker's staged copies would lie. */
export function stagingOf({ story: { binding } }: FakeWorker): StagingSeen {
  const folder = `/home/operator/.local/share/bailiwick/staging/${binding.id}`;
  const { stagingGone, projections } = binding;
  return stagingGone ? { kind: 'gone', folder } : { kind: 'there', folder, manifests: projections.length, bytes: projections.reduce((sum, { staged }) => sum + staged.value.bytes, 0) };
}
