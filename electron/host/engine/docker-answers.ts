import type { VolumeRequest } from '../../../shared/engine-requests.ts';
import type { Answer } from '../attempts/answer.ts';
import { messageOf } from './docker-errors.ts';
import { createdSchema, volumeSchema } from './docker-schemas.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** What a reply to a change means. `success` says it for the replies of the kind that are one. */
export function answerOf(reply: Reply, success: (reply: Reply) => Answer): Answer {
  const { status, body } = reply;
  if (status >= 200 && status < 300) return success(reply);
  if (status === 304) return { kind: 'already', status };
  const says = messageOf(body, status);
  // A refusal that is not in the engine's form may come from something in between and says nothing about the engine.
  if (status < 400 || status >= 500 || !hasMessage(body)) return { kind: 'unclear', says: `the answer was ${status}: ${says}` };
  return { kind: status === 404 || status === 409 ? 'ambiguous' : 'refused', status, says };
}

/** Done, with nothing more to say. */
export function doneAnswer({ status }: Reply): Answer {
  return status === 200 || status === 204 ? { kind: 'applied', status } : { kind: 'unclear', says: `the answer was ${status}, which says nothing about the change` };
}

/** A container or a network: made when the answer names its id. */
export function createdAnswer({ status, body }: Reply): Answer {
  const fits = createdSchema.safeParse(body);
  return fits.success ? { kind: 'applied', status, id: fits.data.Id } : { kind: 'unclear', says: `the answer was ${status} without an id` };
}

/** An engine answers the same way when the volume was there before, so only our own labels in the answer count. */
export function createdVolumeAnswer({ status, body }: Reply, request: VolumeRequest): Answer {
  const fits = volumeSchema.safeParse(body);
  if (!fits.success || fits.data.Name !== request.name) return { kind: 'unclear', says: `the answer was ${status} without the volume` };
  if (sameLabels(fits.data.Labels, request.labels)) return { kind: 'applied', status };
  return { kind: 'ambiguous', status, says: `a volume ${request.name} with other labels was there before` };
}

function sameLabels(found: Readonly<Record<string, string>>, asked: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(asked);
  return names.length === Object.keys(found).length && names.every((name) => found[name] === asked[name]);
}

const hasMessage = (body: unknown): boolean => typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
