import type { Attempt } from './attempt.ts';
import type { Noted } from './binding.ts';
import type { AbsenceReading, FactValue } from './facts.ts';
import type { Endpoint, Instant } from './ids.ts';
import type { ResourceKind, ResourceRole } from './reference.ts';
import type { Refusal } from './refusal.ts';

/** Stop, remove the container, then its network and each volume, then what the console keeps for it, one at a time. */
export type TeardownStepId = 'stop_container' | 'remove_container' | 'remove_network' | 'remove_work' | 'remove_state' | 'remove_staging';

export type StepState =
  /** Done: asked and verified. */
  | { readonly kind: 'verified'; readonly says: string; readonly seq: number }
  /** It was gone before we asked; it was there when it was last seen. */
  | { readonly kind: 'already_gone'; readonly says: string; readonly lastSeen?: Instant }
  /** Can be asked now. */
  | { readonly kind: 'ready' }
  /** Unlocks when that step is verified. */
  | { readonly kind: 'locked'; readonly needs: TeardownStepId; readonly says: string }
  /** Something stands in the way that a person has to clear. */
  | { readonly kind: 'blocked'; readonly refusal: Refusal }
  /** Its call is under way. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'unconfirmed'; readonly says: string }
  /** What the engine shows is not what the ledger knows: untouched. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface TeardownStep {
  readonly id: TeardownStepId;
  readonly title: string;
  readonly resource: { readonly role: ResourceRole | 'staging'; readonly kind: ResourceKind | 'staged copies'; readonly name: string; readonly id?: string };
  readonly engineLabel: string;
  /** Of what lies on an engine. */
  readonly endpoint?: Endpoint;
  readonly lost: string;
  readonly kept: string;
  readonly state: StepState;
  readonly asked?: Attempt;
  readonly absent?: Noted<readonly AbsenceReading[]>;
  /** Only of staged copies: their folder was read, and is not there. */
  readonly gone?: Noted<FactValue<'unstaged'>>;
}

export interface TeardownPlan {
  readonly steps: readonly TeardownStep[];
  /** What stays and why. */
  readonly kept: readonly { readonly kind: string; readonly name: string; readonly why: string }[];
  readonly finished: boolean;
}
