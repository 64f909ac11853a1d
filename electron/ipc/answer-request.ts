import type { Requests } from '../../shared/bridge.ts';
import { requestSchemas } from '../../shared/request-schemas.ts';
import { refusalOfInput } from './input-refusal.ts';

export type AnswerRequest = (method: keyof Requests, input: unknown) => Promise<unknown>;

/** Answers only what a request's schema lets in. */
export function answerRequest(requests: Requests, onFault: (fault: unknown) => void): AnswerRequest {
  return async (method, input) => {
    const parsed = requestSchemas[method].safeParse(input);
    if (!parsed.success) return refusalOfInput(method, parsed.error);
    const answer = requests[method] as (input: unknown) => Promise<unknown>;
    try {
      return await answer(parsed.data);
    } catch (fault) {
      onFault(fault);
      throw fault;
    }
  };
}
