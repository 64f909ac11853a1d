import { codeOf } from '../../../shared/error-code.ts';
import { DeadlineError } from './deadlines.ts';
import { EngineFault, EngineUnreachableError } from './engine-reader.ts';

const reasons: Readonly<Record<string, EngineUnreachableError['reason']>> = {
  ENOENT: 'no_socket',
  ENOTDIR: 'no_socket',
  EINVAL: 'no_socket',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  ECONNREFUSED: 'refused',
  ENOTSOCK: 'refused',
  EPROTOTYPE: 'refused',
};

const sentences: Readonly<Record<EngineUnreachableError['reason'], string>> = {
  no_way: 'there is no way to it',
  no_socket: 'there is no socket',
  no_permission: 'this account may not use the socket',
  refused: 'nothing listens on the socket',
  no_answer: 'there was no answer in time',
  cut: 'the connection was cut',
};

/** Turns what Node and dockerode throw into one of our two errors; what is neither is the caller's own and passes. */
export function toEngineError(thrown: unknown, name: string): Error {
  const error: Error = thrown instanceof Error ? thrown : new EngineFault(String(thrown));
  if (error instanceof EngineFault || error instanceof EngineUnreachableError) return error;
  const reason = reasonOf(error);
  if (reason !== null) return new EngineUnreachableError(reason, `${sentences[reason]} (${name})`, { cause: error });
  // The HTTP parser names all its errors so.
  if (codeOf(error).startsWith('HPE_')) return new EngineFault(`what listens on ${name} does not speak HTTP`, { cause: error });
  // An engine refuses a client's certificate only after the client has taken the connection for open.
  if (/^ERR_SSL_.*ALERT/.test(codeOf(error))) return new EngineUnreachableError('no_permission', `the engine does not take this client’s certificate (${name})`, { cause: error });
  return error;
}

function reasonOf(error: Error): EngineUnreachableError['reason'] | null {
  if (error instanceof DeadlineError) return 'no_answer';
  const code = codeOf(error);
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') return 'cut';
  return reasons[code] ?? null;
}

/** What an engine says about a refusal, fit for one line; the status alone decides what it means. */
export function messageOf(body: unknown, status: number): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message.replaceAll(/\s+/g, ' ').trim().slice(0, 500) : `status ${status}`;
}
