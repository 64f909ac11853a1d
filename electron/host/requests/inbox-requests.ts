import type { Requests } from '../../../shared/bridge.ts';
import { keepSubject, proposedEnd } from '../../../shared/lifetime.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import { permitFrom } from '../approvals/check-approval.ts';
import { closeAttempt, closingSubject } from '../attempts/close-attempts.ts';
import { inboxOf, type Desk } from '../desk.ts';
import { digestOf } from '../ledger/digest.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { lookAtEverything } from '../notice-engine-changes.ts';
import { bindingRef } from '../placement/worker-refs.ts';
import { waiveArtifact } from './waive-artifact.ts';
import { withBinding } from './worker-requests.ts';

type Names = 'listInbox' | 'closeAttempt' | 'reanchor' | 'keepWorker' | 'waiveArtifact' | 'keys' | 'sealKeys' | 'unlockKeys';

export function inboxRequests(desk: Desk): Pick<Requests, Names> {
  const { journal, attempts, keys, custody } = desk;
  const permit = permitFrom(journal);
  return {
    listInbox: async () => inboxOf(desk),

    async closeAttempt({ attempt }) {
      const open = journal.world.open.get(attempt);
      if (!open) return refused(refusal('not_found', 'This attempt is settled already.', 'Open its receipts to see how it ended.'));
      const bar = writableBar(journal) ?? custody.barredBy(open.about);
      if (bar) return refused(bar);
      const ring = await keys.ring();
      if (!ring.ok) return ring;
      const approval = ring.value.sign('close_attempt', closingSubject(open));
      return desk.tasks.run({ label: 'Closing an attempt', unit: 'steps', cancellable: false }, () => closeAttempt({ journal, attempts, permit }, attempt, approval));
    },

    async reanchor({ subject }) {
      const reanchored = await custody.reanchor(subject);
      if (reanchored.ok) await lookAtEverything(desk);
      return reanchored;
    },

    keepWorker: ({ binding }) =>
      withBinding(desk, binding, async (found) => {
        const over = proposedEnd(found);
        if (!over) return refused(refusal('already_so', `Nothing proposes that ${found.spec.seat} should end.`, 'Look at the Inbox again.'));
        const bar = writableBar(journal);
        if (bar) return refused(bar);
        const subject = keepSubject(found, over);
        journal.append({ actor: operator, about: bindingRef(found), body: { kind: 'decision', decision: 'deny', subject: digestOf(subject) } }, [subject]);
        return ok(null);
      }),

    waiveArtifact: ({ binding, ...shown }) => withBinding(desk, binding, () => waiveArtifact({ journal, keys, permit }, binding, shown)),

    keys: () => keys.view(),
    sealKeys: ({ passphrase }) => keys.seal(passphrase),
    unlockKeys: ({ passphrase }) => keys.unlock(passphrase),
  };
}
