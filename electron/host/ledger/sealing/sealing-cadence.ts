import type { AttemptId } from '../../../../shared/ids.ts';
import type { Receipt } from '../../../../shared/receipt.ts';

/** So many receipts, or so long after the first of them, may be without a checkpoint. */
export const mostReceipts = 64;
export const mostMilliseconds = 60_000;

/** What does not wait: somebody may want to show it a moment later. */
export type Urgency = 'destructive_step' | 'export';

/** The receipts after the newest checkpoint. */
export interface Uncovered {
  readonly count: number;
  /** When the first of them was written, in milliseconds since 1970. */
  readonly since: number;
  readonly urgency: Urgency | null;
}

export type Occasion = Urgency | 'many_receipts' | 'a_minute' | 'quit';

export type Cadence =
  | { readonly kind: 'rest' }
  | { readonly kind: 'seal'; readonly occasion: Occasion }
  | { readonly kind: 'wait'; readonly milliseconds: number };

/** When the next checkpoint is due. Where nothing is new there is none, not even at quit. */
export function sealingCadence({ count, since, urgency }: Uncovered, now: number, isQuitting = false): Cadence {
  if (count === 0) return { kind: 'rest' };
  if (urgency !== null) return { kind: 'seal', occasion: urgency };
  if (isQuitting) return { kind: 'seal', occasion: 'quit' };
  if (count >= mostReceipts) return { kind: 'seal', occasion: 'many_receipts' };
  const milliseconds = since + mostMilliseconds - now;
  if (milliseconds <= 0) return { kind: 'seal', occasion: 'a_minute' };
  // A clock that was set back must not put the checkpoint off.
  return { kind: 'wait', milliseconds: Math.min(milliseconds, mostMilliseconds) };
}

/** `isDestructive`: whether this attempt's operation is. */
export function urgencyOf({ body }: Receipt, isDestructive: (attempt: AttemptId) => boolean): Urgency | null {
  switch (body.kind) {
    case 'settlement': return isDestructive(body.attempt) ? 'destructive_step' : null;
    case 'observation': return body.fact === 'exported' ? 'export' : null;
    case 'intent':
    case 'decision': return null;
  }
}
