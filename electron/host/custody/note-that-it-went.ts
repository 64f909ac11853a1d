import { runs } from '../../../shared/execution-results.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Means } from '../engine/means.ts';
import { bindingOf } from '../placement/prepare.ts';
import { verifyGone } from './run-teardown-step.ts';

/**
 * What was seen to run may have gone with its container by somebody else's hand, and another one may have its name: it is told
 * as gone once that is verified. Refuses where it is there all the same, and is not the one that was recorded.
 */
export async function noteThatItWent(means: Pick<Means, 'readers' | 'journal'>, id: BindingId): Promise<Result<null>> {
  const binding = bindingOf(means, id);
  return runs(binding) && means.journal.writable ? verifyGone(means, binding, 'container') : ok(null);
}
