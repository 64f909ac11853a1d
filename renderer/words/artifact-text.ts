import { stateOf } from '../../shared/attempt.ts';
import type { ArtifactState } from '../../shared/binding.ts';
import type { Evident } from '../../shared/evidence-mark.ts';
import type { AttemptId } from '../../shared/ids.ts';

/** How far a result got on its way out. */
export function artifactEvident({ exported, publications, waived }: ArtifactState, calling: ReadonlySet<AttemptId>): Evident {
  const last = publications.at(-1);
  const state = last && stateOf(last, calling);
  if (state === 'unconfirmed') return { mark: 'unconfirmed', says: 'publishing unconfirmed' };
  if (state === 'calling') return { mark: 'asked', says: 'being published' };
  if (waived && waived.seq > (exported?.seq ?? 0)) return { mark: 'none', says: 'given up by its owner' };
  if (!exported) return { mark: 'none', says: 'not exported' };
  switch (exported.value.outcome) {
    case 'published': return { mark: 'seen', says: 'exported' };
    case 'already_there': return { mark: 'seen', says: 'the same bytes were there already' };
    case 'nothing': return { mark: 'needs_person', says: 'exported nothing' };
    case 'refused': return { mark: 'refused', says: 'refused' };
  }
}
