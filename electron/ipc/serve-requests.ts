import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import { requestNames } from '../../shared/request-names.ts';
import type { AnswerRequest } from './answer-request.ts';

export class UntrustedSenderError extends Error {
  override name = 'UntrustedSenderError';
}

/** Serves every request, to the window's own main frame only. One that comes before the console is open waits for it. */
export function serveRequests(opening: Promise<{ readonly answer: AnswerRequest }>, isTrusted: (event: IpcMainInvokeEvent) => boolean): void {
  for (const method of requestNames) {
    ipcMain.handle(method, async (event, input: unknown) => {
      if (!isTrusted(event)) throw new UntrustedSenderError(`${method}: refused, the request does not come from the window's own page`);
      const { answer } = await opening;
      return answer(method, input);
    });
  }
}
