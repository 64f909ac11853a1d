import type { z } from 'zod';
import type { Requests } from '../../shared/bridge.ts';
import { refusal } from '../../shared/refusal.ts';
import { refused, type Result } from '../../shared/result.ts';

export class BadRequestError extends Error {
  override name = 'BadRequestError';
}

/** Requests that answer with a plain value have no place for a refusal: for them bad input is a fault of the caller. */
const plainAnswers: ReadonlySet<keyof Requests> = new Set(['frame', 'listEngines', 'listWorkers', 'listInbox', 'keys', 'listReceipts', 'listBackups', 'settings', 'setTheme'] as const);

export function refusalOfInput(method: keyof Requests, error: z.ZodError): Result<never> {
  const places = error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'input'}: ${message}`).join('; ');
  if (plainAnswers.has(method)) throw new BadRequestError(`${method}: ${places}`);
  return refused(refusal('bad_input', `${places}.`, 'Correct it and try again; nothing was done.'));
}
