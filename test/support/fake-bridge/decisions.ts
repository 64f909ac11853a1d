import type { Requests } from '../../../shared/bridge.ts';
import type { KeysView } from '../../../shared/bridge-values.ts';
import type { InboxItem } from '../../../shared/inbox.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import { frameOf } from './frame.ts';
import type { Scene } from './scene.ts';

const keys: KeysView = { state: 'unlocked', protection: 'These keys protect nothing: a fake bridge holds them.', approvers: [] };

/** What waits for a person, and the little a fake can do about it. */
export function decisionsOf(scene: Scene): Pick<Requests, 'listInbox' | 'closeAttempt' | 'reanchor' | 'keepWorker' | 'waiveArtifact' | 'decideFinding' | 'keys' | 'sealKeys' | 'unlockKeys'> {
  return {
    listInbox: async () => inboxOf(scene),
    closeAttempt: async () => refused(refusal('unsupported', 'A fake bridge signs nothing.', 'Look at it in the real console.')),
    reanchor: async () => refused(refusal('unsupported', 'A fake bridge signs nothing.', 'Look at it in the real console.')),
    keepWorker: async () => refused(refusal('unsupported', 'A fake bridge decides nothing.', 'Look at it in the real console.')),
    waiveArtifact: async () => refused(refusal('unsupported', 'A fake bridge signs nothing.', 'Look at it in the real console.')),
    decideFinding: async () => refused(refusal('unsupported', 'A fake bridge stages and signs nothing.', 'Look at it in the real console.')),
    keys: async () => keys,
    sealKeys: async () => ok(keys),
    unlockKeys: async () => ok(keys),
  };
}

function inboxOf(scene: Scene): readonly InboxItem[] {
  return frameOf(scene).unconfirmed.flatMap(({ attempt: id, label, binding, at }): readonly InboxItem[] => {
    const found = binding === undefined ? undefined : scene.workers.get(binding)?.story.binding;
    const attempt = found?.open.find((each) => each.id === id);
    if (!found || !attempt) return [];
    return [{
      kind: 'attempt', id, attempt: id, operation: attempt.operation, since: at, seq: attempt.intent.seq, blocker: 'goal_not_shown', says: `${label}: the engine does not show it.`,
      state: 'unconfirmed', canClose: true, worker: { binding: found.id, seat: found.spec.seat },
    }];
  });
}
