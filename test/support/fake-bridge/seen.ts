import type { Resource } from '../../../shared/binding.ts';
import type { Seen, SeenOf } from '../../../shared/teardown-plan.ts';
import type { FakeWorker } from './scene.ts';

/** What the engine would show of a worker's resources, if it shows what the receipts say. */
export function seenOf({ story: { binding }, seen }: FakeWorker): SeenOf {
  const running = binding.executions.at(-1)?.process?.value.state === 'running';
  const look = (resource: Resource): Seen => (resource.absent ? { kind: 'gone' } : { kind: 'there', running: resource.role === 'container' && running, usedBy: [] });
  const { container, work, state, network } = binding.resources;
  return { container: look(container), work: look(work), state: look(state), network: look(network), ...seen };
}
