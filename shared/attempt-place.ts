import type { Attempt } from './attempt.ts';
import type { Binding, Execution, Resource } from './binding.ts';

/** The one attempt that stands where another of its kind would; `undefined` for what a worker keeps all attempts of. */
interface Place {
  readonly standing: Attempt | undefined;
}

export function placeOf(binding: Binding, { about, operation }: Attempt): Place | undefined {
  switch (about.kind) {
    case 'resource': return ofResource(binding.resources[about.role], operation);
    case 'execution': return ofExecution(binding.executions.find(({ id }) => id === about.execution), operation);
    case 'binding': return operation === 'remove_staging' ? { standing: binding.stagingRemoval } : undefined;
    default: return undefined;
  }
}

function ofResource({ creation, layout, stop, removal }: Resource, operation: Attempt['operation']): Place | undefined {
  switch (operation) {
    case 'create_network':
    case 'create_volume':
    case 'create_container': return { standing: creation };
    case 'deliver': return { standing: layout };
    case 'stop_container': return { standing: stop };
    case 'remove_container':
    case 'remove_network':
    case 'remove_volume': return { standing: removal };
    default: return undefined;
  }
}

function ofExecution(execution: Execution | undefined, operation: Attempt['operation']): Place | undefined {
  switch (operation) {
    case 'deliver': return execution && { standing: execution.delivery };
    case 'start_container': return execution && { standing: execution.start };
    default: return undefined;
  }
}

/** Of what stood there and what was to stand there: the settled one that does not any more. */
export function displacedBy(attempt: Attempt, before: Place | undefined, after: Place | undefined): Attempt | undefined {
  if (!after) return undefined;
  return [before?.standing, attempt].find((one) => one?.settlement && one.id !== after.standing?.id);
}
