import type { TeardownStep } from '../../../../shared/teardown.ts';

/** Before it is asked: what would be lost and kept. Afterwards: what happened. */
export function saysOfStep({ state, lost, kept }: Pick<TeardownStep, 'state' | 'lost' | 'kept'>, unlockedBy: number): string {
  switch (state.kind) {
    case 'ready':
    case 'asking': return `Lost for good: ${lowered(lost)} Kept: ${lowered(kept)}`;
    case 'blocked':
    case 'refused': return 'Not asked: something stands in the way.';
    case 'locked': return `Unlocks when step ${unlockedBy} is verified. Lost for good then: ${lowered(lost)}`;
    case 'verified':
    case 'already_gone':
    case 'unconfirmed': return sentence(state.says);
  }
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
