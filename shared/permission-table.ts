import type { Approvable } from './approval.ts';
import type { Operation } from './operations.ts';
import type { Actor } from './receipt.ts';

/** `none`: it does not exist yet, or is not a worker's. `attached` is looked at only; `released` was given away. */
export const custodyClasses = ['none', 'created', 'attached', 'transferred', 'released'] as const;
export type CustodyClass = (typeof custodyClasses)[number];

/** `allow`: by itself. `inbox`: with a signed approval. `never`: by no road. */
export type Permission = 'allow' | 'inbox' | 'never';

export type Act = Operation | Approvable;

export interface Situation {
  readonly act: Act;
  readonly actor: Actor['class'];
  readonly custody: CustodyClass;
  /** A standing, bounded set of approvals covers it. */
  readonly policy: boolean;
}

type Kind = 'begin' | 'stop' | 'remove' | 'engine' | 'decide';

const kinds: Readonly<Record<Act, Kind>> = {
  create_network: 'begin', create_volume: 'begin', create_container: 'begin', deliver: 'begin', start_container: 'begin', build_image: 'begin', pull_image: 'begin', publish_file: 'begin', back_up: 'begin', export_bundle: 'begin', write_release: 'begin',
  stop_container: 'stop',
  remove_container: 'remove', remove_volume: 'remove', remove_network: 'remove', remove_image: 'remove', remove_staging: 'remove',
  start_engine: 'engine', stop_engine: 'engine',
  approve: 'decide', waive: 'decide', transfer: 'decide', release: 'decide', close_attempt: 'decide', reanchor: 'decide', accept_finding: 'decide', enrol_key: 'decide', retire_key: 'decide',
};

/** Who may do what: the one place that says it. */
export function permissionFor({ act, actor, custody, policy }: Situation): Permission {
  const kind = kinds[act];
  // What is not ours is never stopped, removed or written into, by anyone.
  if ((custody === 'attached' || custody === 'released') && kind !== 'decide') return 'never';
  // What was given to us is taken back like our own, and nothing else is begun with it.
  if (custody === 'transferred' && (kind === 'begin' || kind === 'engine')) return 'never';
  // The console looks by itself; it never acts by itself.
  if (actor === 'atm') return 'never';
  switch (kind) {
    case 'begin': return actor === 'adm' || policy ? 'allow' : 'inbox';
    case 'stop': return actor === 'adm' || policy ? 'allow' : 'inbox';
    case 'remove': return actor === 'adm' ? 'allow' : 'never';
    case 'engine': return actor === 'adm' ? 'allow' : 'never';
    // A policy can never decide in a person's place.
    case 'decide': return actor === 'adm' ? 'inbox' : 'never';
  }
}
