import type { Requests } from '../../../shared/bridge.ts';
import type { SettingsView } from '../../../shared/bridge-values.ts';
import { poolProblem } from '../../../shared/network-pool.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import { frameState, type Desk } from '../desk.ts';
import { inChosenFolder } from './chosen-folder.ts';

type Names = 'frame' | 'settings' | 'setTheme' | 'setNetworkPool' | 'cancelTask' | 'copyText' | 'chooseExportFolder' | 'chooseCheckpointFolder' | 'endCheckpointCopies';

export function settingsRequests(desk: Desk): Pick<Requests, Names> {
  const view = (): SettingsView => ({
    installation: desk.journal.world.installation,
    dataFolder: desk.dataFolder,
    exportFolder: desk.settings.current.exportFolder,
    checkpointFolder: desk.settings.current.checkpointFolder,
    networkPool: desk.settings.current.networkPool,
    marks: [desk.marks.data, desk.marks.state],
    theme: desk.settings.current.theme,
    version: desk.surroundings.version,
    runtime: desk.surroundings.runtime,
  });
  return {
    frame: async () => frameState(desk),
    settings: async () => view(),

    async setTheme({ theme }) {
      desk.settings.change({ theme });
      return view();
    },

    async setNetworkPool({ pool }) {
      const problem = poolProblem(pool);
      if (problem !== undefined) return refused(refusal('bad_input', problem, 'Correct it; the pool is as it was.'));
      desk.settings.change({ networkPool: pool });
      return ok(view());
    },

    cancelTask: async ({ task }) => desk.tasks.cancel(task),

    async copyText({ text }) {
      desk.surroundings.copyText(text);
      return ok(null);
    },

    chooseExportFolder: () =>
      inChosenFolder(desk.surroundings, 'export', (folder) => {
        desk.settings.change({ exportFolder: folder });
        return ok({ folder });
      }),

    chooseCheckpointFolder: () =>
      inChosenFolder(desk.surroundings, 'checkpoints', (folder) => {
        desk.settings.change({ checkpointFolder: folder });
        desk.sealer.copyNow();
        return ok({ folder });
      }),

    async endCheckpointCopies() {
      desk.settings.change({ checkpointFolder: null });
      desk.sealer.copyNow();
      return ok(null);
    },
  };
}
