import { assertNever } from '../../shared/assert-never.ts';
import type { Binding } from '../../shared/binding.ts';
import { hasLeft } from '../../shared/execution-results.ts';
import type { FileChange, GuestFile, GuestListing } from '../../shared/guest-files.ts';
import type { Evident } from '../../shared/evidence-mark.ts';
import { countText, numberText } from '../../shared/quantities.ts';

/** A guest's file against what was delivered. */
export function changeEvident(change: FileChange): Evident {
  switch (change) {
    case 'same': return { mark: 'seen', says: 'as delivered' };
    case 'changed': return { mark: 'seen', says: 'changed' };
    case 'added': return { mark: 'seen', says: 'added' };
    case 'removed': return { mark: 'seen', says: 'removed' };
    case 'partial': return { mark: 'seen', says: 'partly delivered' };
    case 'not_compared': return { mark: 'none', says: 'not compared' };
    default: return assertNever(change);
  }
}

/** Seen to be otherwise than it was delivered. */
export const isChanged = ({ change }: GuestFile): boolean => change !== undefined && change !== 'same' && change !== 'not_compared';

/** `3 changed, 1 exported`; a listing that was cut short says so wherever it says how much there is. */
export function workspaceText({ files, complete }: GuestListing, binding: Pick<Binding, 'artifacts' | 'executions'>): string {
  const exported = binding.artifacts.filter((artifact) => hasLeft(binding, artifact)).length;
  return `${complete ? '' : 'of the first '}${countText(files.length, 'entry', 'entries')}${complete ? ': ' : ', '}${numberText(files.filter(isChanged).length)} changed, ${numberText(exported)} exported`;
}

/** What changed in the container outside its volumes: with a root that cannot be written, hardly anything. */
export function containerText(container: GuestListing['container']): string {
  if (container === null) return 'The engine does not tell what changed in the container outside the workspace.';
  const { changes, total } = container;
  if (total === 0) return 'Nothing changed in the container outside its volumes.';
  const named = changes.slice(0, 5).map(({ path, kind }) => `${path} (${kind})`).join(', ');
  return `${countText(total, 'path')} of the container changed outside its volumes: ${named}${total > 5 ? ', …' : ''}.`;
}
