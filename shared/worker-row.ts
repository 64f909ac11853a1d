import type { Binding } from './binding.ts';
import type { WorkerRow } from './bridge-values.ts';
import type { AttemptId } from './ids.ts';
import type { EngineNow } from './readiness.ts';
import { custodyOf, isClosed, workerState } from './worker-state.ts';

/** What the receipts of one worker do not say of it. */
interface Beside {
  readonly calling: ReadonlySet<AttemptId>;
  /** Of its engine. */
  readonly label: string;
  readonly now: EngineNow;
  /** The latest generation that had its seat. */
  readonly latest: Binding | undefined;
}

export function workerRow(binding: Binding, { calling, label, now, latest }: Beside): WorkerRow {
  const { id, spec, resources, last } = binding;
  const container = resources.container.present?.value.id;
  return {
    binding: id,
    seat: spec.seat,
    generation: spec.generation,
    image: spec.image.reference,
    engineLabel: label,
    ...(container !== undefined && { containerId: container }),
    state: workerState(binding, calling, now, latest),
    custody: custodyOf(binding),
    open: !isClosed(binding, latest),
    last,
  };
}
