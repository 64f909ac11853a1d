import type { Requests } from '../../../shared/bridge.ts';
import { ok } from '../../../shared/result.ts';
import type { HostPorts } from '../host.ts';
import { listBackups } from '../ledger/backups.ts';
import type { WaysOn } from '../ways-on.ts';
import { inChosenFolder } from './chosen-folder.ts';

type Names = 'reopenLedger' | 'listBackups' | 'restoreBackup' | 'openOtherDataFolder';

/** What can be done about a ledger that cannot be used. */
export function troubleRequests({ dataFolder, surroundings }: HostPorts, ways: WaysOn): Pick<Requests, Names> {
  return {
    reopenLedger: () => ways.reopen(),

    listBackups: async () => listBackups(dataFolder),

    restoreBackup: ({ choice }) => ways.restore(choice),

    openOtherDataFolder: () =>
      inChosenFolder(surroundings, 'data', (folder) => {
        surroundings.openElsewhere(folder);
        return ok(null);
      }),
  };
}
