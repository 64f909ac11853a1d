import type { AttemptId, BindingId, InstallationId, Seat } from './ids.ts';
import type { ResourceRole } from './reference.ts';

/** What a name is made of. Never the attempt: a late create and its retry must meet in one name. */
export interface Owner {
  readonly installation: InstallationId;
  readonly seat: Seat;
  readonly binding: BindingId;
  readonly generation: number;
}

/** One deterministic name per binding and role; the binding's 128 random bits keep strangers from meeting it by chance. */
export function resourceName(owner: Owner, role: ResourceRole): string {
  const seat = owner.seat.replace('@', '-at-').slice(0, 60);
  return `bw-${seat}-${role}-${owner.generation}-${owner.binding}`;
}

export const labelKeys = {
  installation: 'io.bailiwick.installation',
  seat: 'io.bailiwick.seat',
  binding: 'io.bailiwick.binding',
  generation: 'io.bailiwick.generation',
  role: 'io.bailiwick.role',
  attempt: 'io.bailiwick.attempt',
  epoch: 'io.bailiwick.epoch',
} as const;

export type Labels = Readonly<Record<string, string>>;

/** Evidence and a search key on the engine; ownership is what the ledger says. */
export function resourceLabels(owner: Owner, role: ResourceRole, attempt: AttemptId, epoch: number): Labels {
  return {
    [labelKeys.installation]: owner.installation,
    [labelKeys.seat]: owner.seat,
    [labelKeys.binding]: owner.binding,
    [labelKeys.generation]: String(owner.generation),
    [labelKeys.role]: role,
    [labelKeys.attempt]: attempt,
    [labelKeys.epoch]: String(epoch),
  };
}
