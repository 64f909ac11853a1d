import type { Binding } from './binding.ts';
import type { WorkerRow } from './bridge-values.ts';
import type { AttemptId } from './ids.ts';
import { custodyOf, isClosed, workerState } from './worker-state.ts';

/** `latest`: the latest generation that had its seat. */
export function workerRow(binding: Binding, calling: ReadonlySet<AttemptId>, engineLabel: string, latest: Binding | undefined): WorkerRow {
  const { id, spec, resources, last } = binding;
  const container = resources.container.present?.value.id;
  return {
    binding: id,
    seat: spec.seat,
    generation: spec.generation,
    image: spec.image.reference,
    engineLabel,
    ...(container !== undefined && { containerId: container }),
    state: workerState(binding, calling, latest),
    custody: custodyOf(binding),
    open: !isClosed(binding, latest),
    last,
  };
}
