import { isHeld, type Binding } from './binding.ts';
import { executionOfResults, isOut } from './execution-results.ts';
import type { ExecutionId, Instant } from './ids.ts';
import { countText } from './quantities.ts';
import type { Lifetime, WorkerSpec } from './worker-spec.ts';

/** A worker asked for without one stays until somebody takes it back. */
export const lifetimeOf = ({ lifetime }: Pick<WorkerSpec, 'lifetime'>): Lifetime => lifetime ?? { kind: 'persistent' };

/** When a lifetime is over, and what showed it. */
export interface LifetimeOver {
  readonly seq: number;
  readonly at: Instant;
  readonly says: string;
  /** The launch that it is about: that a worker stays is said of this one. */
  readonly launch: ExecutionId | 'none';
}

/**
 * Whether the named condition was seen to come about. It speaks of this worker's own invocation or results and of nothing
 * else: that nothing is left to do, or that somebody closed a view, is never it. Nothing follows by itself.
 */
export function lifetimeOver(binding: Binding): LifetimeOver | undefined {
  const lifetime = lifetimeOf(binding.spec);
  if (lifetime.kind === 'persistent') return undefined;
  switch (lifetime.condition) {
    case 'execution_ended': return executionEnded(binding);
    case 'results_exported': return resultsExported(binding);
  }
}

/** The invocation is its first one that started: a later one is not what was named, and a launch that came to nothing is none. */
function executionEnded({ executions, resources: { container } }: Binding): LifetimeOver | undefined {
  const first = executions.find(({ start, process }) => process !== undefined || start?.settlement?.disposition === 'applied');
  const ended = first?.process;
  if (first && container.absent && ended?.value.state !== 'exited') return { seq: container.absent.seq, at: container.absent.at, launch: first.id, says: 'Its first execution went with its container, which is what its lifetime was until.' };
  if (!first || ended?.value.state !== 'exited') return undefined;
  return { seq: ended.seq, at: ended.at, launch: first.id, says: `Its first execution ended with exit code ${ended.value.exitCode}, which is what its lifetime was until.` };
}

/** A result that was given up has not left, nor has a later execution's by what an earlier one gave. */
function resultsExported(binding: Binding): LifetimeOver | undefined {
  const declared = binding.artifacts.filter((artifact) => artifact.declared);
  const left = declared.flatMap((artifact) => (artifact.exported && isOut(binding, artifact) ? [{ seq: artifact.exported.seq, at: artifact.exported.at }] : []));
  const last = left.toSorted((one, other) => one.seq - other.seq).at(-1);
  if (!last || left.length < declared.length) return undefined;
  return { ...last, launch: executionOfResults(binding)?.id ?? 'none', says: `${countText(declared.length, 'declared result has', 'declared results have')} left, which is what its lifetime was until.` };
}

/** Proposed as long as something is held and nobody said that it is to stay: what left once more is the same condition. */
export function proposedEnd(binding: Binding): LifetimeOver | undefined {
  const over = lifetimeOver(binding);
  const isKept = over !== undefined && binding.kept?.launch === over.launch;
  return over && !isKept && Object.values(binding.resources).some(isHeld) ? over : undefined;
}

export const lifetimeText = (lifetime: Lifetime): string => {
  if (lifetime.kind === 'persistent') return 'until it is taken back';
  return lifetime.condition === 'execution_ended' ? 'until its first execution ended' : 'until its declared results have left';
};

/** The digest of this is what a decision to keep it names. */
export const keepSubject = (binding: Binding, over: LifetimeOver) => ({ decision: 'deny', proposal: 'take_back', binding: binding.id, receipt: over.seq });

export const lifetimeProblem = ({ lifetime, artifacts }: { readonly lifetime?: Lifetime | undefined; readonly artifacts: readonly unknown[] }): string | undefined =>
  lifetime?.kind === 'until' && lifetime.condition === 'results_exported' && artifacts.length === 0 ? 'No result is declared, so that none is left would say nothing: declare one, or choose another lifetime.' : undefined;
