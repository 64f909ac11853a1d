import { assertNever } from '../../shared/assert-never.ts';
import { stateOf } from '../../shared/attempt.ts';
import type { ArtifactState, Binding, Execution } from '../../shared/binding.ts';
import { executionOfResults, isGivenUp, isOfEarlier, isPastExport, leftEarly, owedBy } from '../../shared/execution-results.ts';
import type { Evident } from '../../shared/evidence-mark.ts';
import type { FactValue } from '../../shared/facts.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { bytesText, countText } from '../../shared/quantities.ts';
import type { DeclaredArtifact } from '../../shared/worker-spec.ts';
import { actorText } from './receipt-text.ts';

/** How far a result got on its way out. */
export function artifactEvident(binding: Binding, artifact: ArtifactState, calling: ReadonlySet<AttemptId>): Evident {
  const { exported, publications, waived } = artifact;
  const last = publications.at(-1);
  const state = last && stateOf(last, calling);
  if (state === 'unconfirmed') return { mark: 'unconfirmed', says: 'publishing unconfirmed' };
  if (state === 'calling') return { mark: 'asked', says: 'being published' };
  if (waived && isGivenUp(binding, artifact) && waived.seq > (exported?.seq ?? 0)) return { mark: 'none', says: 'given up by its owner' };
  if (!exported) return { mark: 'none', says: 'not exported' };
  if (leftEarly(binding, artifact)) return earlyEvident(binding, artifact);
  switch (exported.value.outcome) {
    case 'published': return { mark: 'seen', says: 'exported' };
    case 'already_there': return { mark: 'seen', says: 'the same bytes were there already' };
    case 'nothing': return { mark: 'needs_person', says: 'exported nothing' };
    case 'refused': return { mark: 'refused', says: 'refused' };
  }
}

/** What was written after it left has not left: of an earlier run that is as it is. */
function earlyEvident(binding: Binding, artifact: ArtifactState): Evident {
  if (isOfEarlier(binding, artifact)) return { mark: 'seen', says: 'exported while it ran' };
  if (executionOfResults(binding)?.process?.value.state !== 'exited' && !isPastExport(binding)) return { mark: 'seen', says: 'exported while it runs' };
  const owed = owedBy(binding, artifact);
  return { mark: owed ? 'needs_person' : 'seen', says: `exported while it ran${owed === 'export' ? '; export again' : ''}` };
}

/** How many declared results wait for a person, and for what. */
export function owedText(binding: Binding): string | undefined {
  const owed = binding.artifacts.flatMap((artifact) => owedBy(binding, artifact) ?? []);
  return owed.length > 0 ? `${countText(owed.length, 'declared result')} to ${owed[0] === 'export' ? 'export' : 'give up'}` : undefined;
}

/** Of which run it was told, and who asked for it: `of run 1 of 2, by operator`. Empty where neither is known. */
export function exportOfText({ exported, publications }: ArtifactState, executions: readonly Pick<Execution, 'id'>[], told = exported): string {
  const run = executions.findIndex(({ id }) => id === told?.value.execution) + 1;
  const actor = publications.at(-1)?.actor;
  return [run > 0 && `of run ${run}${executions.length > 1 ? ` of ${executions.length}` : ''}`, actor && `by ${actorText(actor)}`].filter(Boolean).join(', ');
}

/** What brought it out, where a later export did not. */
export const leftBefore = ({ exported, lastLeft }: ArtifactState): ArtifactState['lastLeft'] => (lastLeft?.seq === exported?.seq ? undefined : lastLeft);

/** What a look at the destination showed, apart from the export. */
export function checkedEvident(checked: FactValue<'checked'>): Evident {
  switch (checked.outcome) {
    case 'matches': return { mark: 'seen', says: 'checked again: the same bytes' };
    case 'differs': return { mark: 'refused', says: `checked again: ${checked.says}` };
    case 'gone': return { mark: 'needs_person', says: 'checked again: nothing is there any more' };
    default: return assertNever(checked);
  }
}

/** What was declared of a result, in a few words. */
export function declaredText({ maxBytes, form, digest }: DeclaredArtifact): string {
  const kind = form?.type === 'text' ? ', text' : form?.type === 'json' ? `, JSON${form.schema ? ' that fits its schema' : ''}` : '';
  return `declared, up to ${bytesText(maxBytes)}${kind}${digest ? ', of one hash' : ''}`;
}
