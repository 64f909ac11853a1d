import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { VerifyReport } from '../../shared/bridge-values.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';

export interface LedgerStore extends Asking<'verify'> {
  /** What the last verification found. It speaks of the receipts there were then. */
  readonly report: VerifyReport | null;
  readonly verify: () => Promise<void>;
  readonly putAway: () => void;
}

export function createLedgerStore(bridge: Bridge) {
  return createStore<LedgerStore>()((set) => {
    const ask = askingIn<'verify'>((change) => { set(change); });
    return {
      report: null,
      ...nothingAsked,
      async verify() {
        const report = await ask('verify', () => bridge.verifyLedger({}));
        if (report) set({ report });
      },
      putAway() { set({ report: null }); },
    };
  });
}
