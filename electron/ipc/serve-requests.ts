import { ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { Requests } from '../../shared/bridge.ts';
import { requestNames } from '../../shared/request-names.ts';
import { requestSchemas } from '../../shared/request-schemas.ts';
import { refusalOfInput } from './input-refusal.ts';

export class UntrustedSenderError extends Error {
  override name = 'UntrustedSenderError';
}

/** Serves every request: only to the window's own main frame, and only what its schema lets in. */
export function serveRequests(requests: Requests, isTrusted: (event: IpcMainInvokeEvent) => boolean, onFault: (fault: unknown) => void): void {
  const serve = <M extends keyof Requests>(method: M): void => {
    const schema = requestSchemas[method];
    const answer = requests[method] as (input: unknown) => Promise<unknown>;
    ipcMain.handle(method, async (event, input: unknown) => {
      if (!isTrusted(event)) throw new UntrustedSenderError(`${method}: refused, the request does not come from the window's own page`);
      const parsed = schema.safeParse(input);
      if (!parsed.success) return refusalOfInput(method, parsed.error);
      try {
        return await answer(parsed.data);
      } catch (fault) {
        onFault(fault);
        throw fault;
      }
    });
  };
  for (const method of requestNames) serve(method);
}
