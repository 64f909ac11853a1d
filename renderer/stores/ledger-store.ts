import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { VerifyReport, WrittenBundle } from '../../shared/bridge-values.ts';
import type { BundleChoice } from '../../shared/receipt-filter.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';

export type LedgerPlace = 'verify' | 'bundle';

export interface LedgerStore extends Asking<LedgerPlace> {
  /** What the last verification found. It speaks of the receipts there were then. */
  readonly report: VerifyReport | null;
  /** What was written last for somebody outside. */
  readonly bundle: WrittenBundle | null;
  readonly verify: () => Promise<void>;
  readonly exportBundle: (choice: BundleChoice) => Promise<void>;
  readonly putAway: (place: LedgerPlace) => void;
}

export function createLedgerStore(bridge: Bridge) {
  return createStore<LedgerStore>()((set) => {
    const ask = askingIn<LedgerPlace>((change) => { set(change); });
    return {
      report: null,
      bundle: null,
      ...nothingAsked,
      async verify() {
        const report = await ask('verify', () => bridge.verifyLedger({}));
        if (report) set({ report });
      },
      async exportBundle(choice) {
        const bundle = await ask('bundle', () => bridge.exportBundle({ choice }));
        if (bundle) set({ bundle });
      },
      putAway(place) { set(place === 'verify' ? { report: null } : { bundle: null }); },
    };
  });
}
