import type { Binding } from './binding.ts';
import type { WorkerRow } from './bridge-values.ts';
import type { AttemptId } from './ids.ts';
import { custodyOf, isClosed, workerState } from './worker-state.ts';

export function workerRow(binding: Binding, calling: ReadonlySet<AttemptId>, engineLabel: string): WorkerRow {
  const { id, spec, resources, last } = binding;
  const container = resources.container.present?.value.id;
  return {
    binding: id,
    seat: spec.seat,
    generation: spec.generation,
    image: spec.image.reference,
    engineLabel,
    ...(container !== undefined && { containerId: container }),
    state: workerState(binding, calling),
    custody: custodyOf(binding),
    open: !isClosed(binding),
    last,
  };
}
