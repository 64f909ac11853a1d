import path from 'node:path';
import { app, clipboard, dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';
import type { FilePurpose, FolderPurpose, Surroundings } from './host/desk.ts';

const titles: Readonly<Record<FolderPurpose, string>> = {
  source: 'Choose a folder for the worker',
  export: 'Choose where results go',
  bundle: 'Choose where the bundle goes',
  checkpoints: 'Choose where copies of the checkpoints go',
  backup: 'Choose where the backup goes',
  data: 'Choose another data folder',
  release: 'Choose where the release goes',
  certificates: 'Choose the folder with ca.pem, cert.pem and key.pem',
};

const fileTitles: Readonly<Record<FilePurpose, string>> = {
  source: 'Choose files for the worker',
  backup: 'Choose a backup of the ledger',
  release: 'Choose the release of another console',
};

/** The dialogs and the clipboard of the desktop. */
export function desktopSurroundings(window: () => BrowserWindow | undefined): Surroundings {
  const ask = async (options: OpenDialogOptions): Promise<readonly string[] | null> => {
    const parent = window();
    const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
    return canceled || filePaths.length === 0 ? null : filePaths;
  };
  return {
    chooseFiles: (purpose) =>
      ask({ title: fileTitles[purpose], properties: ['openFile', 'showHiddenFiles', ...(purpose === 'source' ? (['multiSelections'] as const) : [])] }),
    async chooseFolder(purpose) {
      const chosen = await ask({ title: titles[purpose], properties: ['openDirectory', 'createDirectory', 'showHiddenFiles'] });
      return chosen?.[0] ?? null;
    },
    copyText: (text) => clipboard.writeText(text),
    openElsewhere(dataFolder) {
      const others = process.argv.slice(1).filter((argument) => !argument.startsWith('--data-folder='));
      app.relaunch({ args: [...others, `--data-folder=${dataFolder}`] });
      app.quit();
    },
    // Working sets are told in KiB.
    memoryBytes: () => app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize * 1024, 0),
    runtime: `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}, Node ${process.versions.node}`,
    version: app.getVersion(),
    examplesFolder: app.isPackaged ? path.join(process.resourcesPath, 'examples') : path.join(app.getAppPath(), 'examples'),
  };
}
