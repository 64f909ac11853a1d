import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { ReceiptLine } from '../../shared/bridge-values.ts';
import type { BackupChoice, BackupRow } from '../../shared/ledger-trouble.ts';
import type { Result } from '../../shared/result.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';

const mostReadable = 100;

type TroublePlace = 'try_again' | 'restore' | 'other_folder';

export interface TroubleStore extends Asking<TroublePlace> {
  /** Backups of the ledger, the newest first; null until they were listed. */
  readonly backups: readonly BackupRow[] | null;
  readonly loadBackups: () => Promise<void>;
  /** The newest receipts that can still be read; null until they were. */
  readonly readable: readonly ReceiptLine[] | null;
  readonly loadReadable: () => Promise<void>;
  readonly tryAgain: () => Promise<void>;
  readonly restore: (choice: BackupChoice) => Promise<void>;
  readonly chooseOtherFolder: () => Promise<void>;
}

export function createTroubleStore(bridge: Bridge) {
  return createStore<TroubleStore>()((set) => {
    const ask = askingIn<TroublePlace>((change) => { set(change); });
    const only = async (place: TroublePlace, request: () => Promise<Result<null>>): Promise<void> => { await ask(place, request); };
    return {
      backups: null,
      readable: null,
      ...nothingAsked,
      async loadReadable() { set({ readable: (await bridge.listReceipts({ filter: {}, limit: mostReadable })).lines }); },
      async loadBackups() { set({ backups: await bridge.listBackups({}) }); },
      tryAgain: () => only('try_again', () => bridge.reopenLedger({})),
      restore: (choice) => only('restore', () => bridge.restoreBackup({ choice })),
      chooseOtherFolder: () => only('other_folder', () => bridge.openOtherDataFolder({})),
    };
  });
}
