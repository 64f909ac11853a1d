import { awaitsLook, barredBy, type Asked, type Doubt } from '../../shared/custody.ts';
import { instantOf, type Digest } from '../../shared/ids.ts';
import type { InboxItem } from '../../shared/inbox.ts';
import { operator } from '../../shared/receipt.ts';
import type { Ref } from '../../shared/reference.ts';
import { refusal, type Refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import { permitFrom } from './approvals/check-approval.ts';
import type { KeyDesk } from './key-desk.ts';
import { digestOf } from './ledger/digest.ts';
import { writableBar } from './ledger/writable-bar.ts';
import type { Journal } from './ledger/journal.ts';
import { reanchorSubject, type Custody } from './ledger/sealing/custody-proof.ts';
import type { Mark } from './ledger/sealing/mark-files.ts';
import type { Sealer } from './ledger/sealing/sealer.ts';

export interface CustodyPorts {
  /** As it was proven before this process appended anything. */
  readonly custody: Custody;
  readonly journal: Journal;
  readonly sealer: Pick<Sealer, 'hold' | 'reanchored'>;
  readonly keys: Pick<KeyDesk, 'ring'>;
}

/** Whether the ledger is shown to be the whole of what was sealed, and what is done where it is not. */
export class CustodyDesk {
  readonly #ports: CustodyPorts;
  readonly #since = instantOf(Date.now());
  #custody: Custody;
  #doubt: Doubt;

  constructor(ports: CustodyPorts) {
    this.#ports = ports;
    this.#custody = ports.custody;
    this.#doubt = ports.custody.state === 'unproven' ? ports.custody : null;
  }

  /** What the ledger’s own key shows, once it is open: a store that was sealed with another one is not shown to be ours. */
  found(custody: Custody): void {
    if (this.#doubt || custody.state === 'proven') return;
    this.#custody = custody;
    this.#doubt = custody;
    this.#ports.sealer.hold(custody);
  }

  get doubt(): Doubt {
    return this.#doubt;
  }

  /** Why no effect about this may start now, if none may. */
  barredBy(about: Ref, asked?: Asked): Refusal | undefined {
    return barredBy(this.#doubt, this.#ports.journal.world, about, asked);
  }

  /** What a person has to do about it, for the Inbox. */
  items(): readonly InboxItem[] {
    const { world } = this.#ports.journal;
    if (this.#doubt) return [unprovenItem(this.#custody, this.#since)];
    const { reanchored } = world;
    if (!reanchored) return [];
    return [...world.bindings.values()].filter((binding) => awaitsLook(world, binding)).map(({ id, spec }): InboxItem => ({
      kind: 'unobserved', id: `unobserved ${id}`, seq: reanchored.seq, since: reanchored.at, blocker: 'engine_unreachable', worker: { binding: id, seat: spec.seat },
      says: 'What it has was not looked at since the ledger was reanchored, and no effect about it is started before that.',
    }));
  }

  /** Signs for going on with exactly what was shown, then seals it and replaces both marks. */
  async reanchor(shown: Digest): Promise<Result<null>> {
    const { journal, keys, sealer } = this.#ports;
    const bar = writableBar(journal);
    if (bar) return refused(bar);
    if (!this.#doubt) return refused(refusal('already_so', 'The ledger is shown to be whole.', 'There is nothing to decide.'));
    const subject = reanchorSubject(this.#custody);
    if (digestOf(subject) !== shown) return refused(refusal('changed_since', 'What was shown is not what is there now.', 'Look at it again, then decide.'));
    const ring = await keys.ring();
    if (!ring.ok) return ring;
    const approval = ring.value.sign('reanchor', subject);
    const allowed = permitFrom(journal)('reanchor', subject, approval);
    if (!allowed.ok) return allowed;
    const decision = journal.append({ actor: operator, about: { kind: 'installation' }, approval: approval.nonce, body: { kind: 'decision', decision: 'reanchor', subject: shown, approval } }, [subject]);
    const sealed = sealer.reanchored(decision);
    if (!sealed.ok) return sealed;
    this.#doubt = null;
    return ok(null);
  }
}

function unprovenItem(custody: Custody, since: InboxItem['since']): InboxItem {
  const { says, marks, head } = custody;
  return { kind: 'custody_unproven', id: 'custody', seq: head.size, since, blocker: 'custody_unproven', says, subject: digestOf(reanchorSubject(custody)), marks: marks.map(markLine), head };
}

const markLine = (mark: Mark) => ({ place: mark.place, file: mark.file, size: mark.kind === 'present' ? mark.checkpoint.size : null });
