import type { ElectronApplication } from '@playwright/test';
import { inMain } from './in-main.ts';

/** From now on the system's chooser is answered by a person who picks these. */
export async function answerChoosers(app: ElectronApplication, ...picked: readonly string[]): Promise<void> {
  await inMain(app, ({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
  }, [...picked]);
}
