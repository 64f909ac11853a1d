import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { SettingsView } from '../../shared/bridge-values.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';

type SettingsPlace = 'exportFolder' | 'checkpointFolder' | 'backup' | 'networkPool';

export interface SettingsStore extends Asking<SettingsPlace> {
  readonly settings: SettingsView | null;
  readonly load: () => Promise<void>;
  readonly setTheme: (theme: SettingsView['theme']) => Promise<void>;
  readonly setNetworkPool: (pool: string) => Promise<void>;
  readonly chooseExportFolder: () => Promise<void>;
  readonly chooseCheckpointFolder: () => Promise<void>;
  readonly endCheckpointCopies: () => Promise<void>;
  /** Where the last backup went. */
  readonly backedUp: string | null;
  readonly backUp: () => Promise<void>;
}

export function createSettingsStore(bridge: Bridge) {
  return createStore<SettingsStore>()((set) => {
    const ask = askingIn<SettingsPlace>((change) => { set(change); });
    const load = async (): Promise<void> => { set({ settings: await bridge.settings({}) }); };
    return {
      settings: null,
      backedUp: null,
      ...nothingAsked,
      load,
      async setTheme(theme) { set({ settings: await bridge.setTheme({ theme }) }); },
      async setNetworkPool(pool) {
        const settings = await ask('networkPool', () => bridge.setNetworkPool({ pool }));
        if (settings) set({ settings });
      },
      async chooseExportFolder() {
        await ask('exportFolder', () => bridge.chooseExportFolder({}));
        await load();
      },
      async chooseCheckpointFolder() {
        await ask('checkpointFolder', () => bridge.chooseCheckpointFolder({}));
        await load();
      },
      async backUp() {
        set({ backedUp: null });
        const backup = await ask('backup', () => bridge.backUpLedger({}));
        if (backup) set({ backedUp: backup.file });
      },
      async endCheckpointCopies() {
        await ask('checkpointFolder', () => bridge.endCheckpointCopies({}));
        await load();
      },
    };
  });
}
