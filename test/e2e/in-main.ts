import type { ElectronApplication } from '@playwright/test';

type MainProcess = typeof Electron.CrossProcessExports;

const mostTries = 5;

/**
 * Runs code in the console’s main process. The inspector of that process now and then drops the answer when its garbage
 * is collected, though the code has run: so what is given here must be able to run twice.
 */
export async function inMain<Argument, Answer>(app: ElectronApplication, run: (electron: MainProcess, argument: Argument) => Answer | Promise<Answer>, argument: Argument): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await app.evaluate(run as never, argument)) as Answer;
    } catch (error) {
      if (tries === mostTries || !isDroppedAnswer(error)) throw error;
    }
  }
}

const isDroppedAnswer = (error: unknown): boolean => error instanceof Error && error.message.includes('promise was garbage collected');
