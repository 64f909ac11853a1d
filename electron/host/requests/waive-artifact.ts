import type { Binding } from '../../../shared/binding.ts';
import { awaitsExport, executionOfResults, waiverSubject } from '../../../shared/execution-results.ts';
import type { BindingId, ExecutionId } from '../../../shared/ids.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Permit } from '../attempts/permit.ts';
import type { KeyDesk } from '../key-desk.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { bindingOf } from '../placement/prepare.ts';
import { artifactRef } from '../placement/worker-refs.ts';

interface WaivingMeans {
  readonly journal: Journal;
  readonly keys: Pick<KeyDesk, 'ring'>;
  readonly permit: Permit;
}

/** What was shown: a declared result, and the execution that owes it; null where none had begun. */
interface Shown {
  readonly path: string;
  readonly execution: ExecutionId | null;
}

/** Signs that a declared result need not leave: that of one execution, by name. A later one owes its results anew. */
export async function waiveArtifact(means: WaivingMeans, id: BindingId, shown: Shown): Promise<Result<null>> {
  const { journal, keys, permit } = means;
  const bar = whyNot(journal, bindingOf(means, id), shown);
  if (bar) return refused(bar);
  const ring = await keys.ring();
  if (!ring.ok) return ring;
  // While the keys were opened, something may have begun, or have left.
  const binding = bindingOf(means, id);
  const still = whyNot(journal, binding, shown);
  if (still) return refused(still);
  const { path, execution } = shown;
  const subject = waiverSubject(id, path, execution);
  const approval = ring.value.sign('waive', subject);
  const allowed = permit('waive', subject, approval);
  if (!allowed.ok) return allowed;
  journal.append({ actor: operator, about: artifactRef(binding, path), approval: approval.nonce, body: { kind: 'decision', decision: 'waive', subject: digestOf(subject), execution, approval } }, [subject]);
  return ok(null);
}

function whyNot(journal: Journal, binding: Binding, { path, execution }: Shown): Refusal | undefined {
  const artifact = binding.artifacts.find((candidate) => candidate.declared && candidate.path === path);
  if (!artifact) return refusal('not_found', `${path} is not a declared result of this worker.`, 'Only declared results need a waiver.');
  if (!awaitsExport(binding, artifact)) return refusal('already_so', `${path} is not waited for: it has left, or was given up already.`, 'Go on with the teardown.');
  return writableBar(journal) ?? (execution === (executionOfResults(binding)?.id ?? null) ? undefined : begunSince(path));
}

const begunSince = (path: string): Refusal => refusal('changed_since', `Another execution of this worker began, or may have: ${path} would be given up as one of its results.`, 'Look at the results again, then decide.');
