import type { Evident } from '../../shared/evidence-mark.ts';
import { describeBlocker, type InboxItem } from '../../shared/inbox.ts';
import { labelOf } from '../../shared/operations.ts';
import { countText } from '../../shared/quantities.ts';

export function inboxTitle(item: InboxItem): string {
  switch (item.kind) {
    case 'attempt': return labelOf(item.operation);
    case 'late_effect': return `${labelOf(item.operation)}, after it was closed`;
    case 'custody_unproven': return 'Custody unproven';
    case 'findings': return 'Decide findings';
    case 'lifetime_over': return 'Lifetime over';
    case 'unobserved': return 'Not looked at since the reanchor';
  }
}

export function inboxEvident(item: InboxItem): Evident {
  switch (item.kind) {
    case 'attempt': return { mark: 'unconfirmed', says: item.state === 'stranded' ? 'stranded: asked by an earlier run' : describeBlocker(item.blocker).label };
    case 'late_effect': return { mark: 'needs_person', says: 'took effect late' };
    case 'custody_unproven': return { mark: 'refused', says: describeBlocker(item.blocker).label };
    case 'findings': return { mark: 'needs_person', says: `${countText(item.count, 'finding is', 'findings are')} undecided` };
    case 'lifetime_over': return { mark: 'needs_person', says: 'proposed to be taken back' };
    case 'unobserved': return { mark: 'needs_person', says: describeBlocker(item.blocker).label };
  }
}
