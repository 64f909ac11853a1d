import { assertNever } from '../../../shared/assert-never.ts';
import type { Reach, ReachTarget } from '../../../shared/facts.ts';
import { outside, reachSeconds, type ReachProbe } from '../../../shared/probes.ts';
import type { ProbeResult } from '../engine/engine-reader.ts';

export const reachProbeOf: Readonly<Record<ReachTarget, ReachProbe>> = { host: 'reach_host', outside: 'reach_outside', names: 'reach_names' };

type Failed = Extract<ProbeResult, { kind: 'failed' }>;
type Seen = Pick<Reach, 'state' | 'says'>;

/** Exit codes of a command that is not there, and of one that took longer than it was given. */
const notThere: ReadonlySet<number> = new Set([126, 127]);
const tookTooLong: ReadonlySet<number> = new Set([124, 137, 143]);

/** Where the guest got to, as the command in it tells; absent for a guest that does not run. */
export function reachOf(target: ReachTarget, result: ProbeResult): Reach | undefined {
  switch (result.kind) {
    case 'not_running': return undefined;
    case 'output': return { target, state: 'reached', says: target === 'names' ? `${outside.name} was resolved` : 'a connection came about' };
    case 'failed': return { target, ...(notThere.has(result.exitCode) ? unsupported : target === 'names' ? namesFailed(result) : connectionFailed(result)) };
    default: return assertNever(result);
  }
}

const unsupported: Seen = { state: 'unsupported', says: 'the image has no command to try it with' };

/** A refusal comes from the other end: it was reached. */
function connectionFailed({ exitCode, says }: Failed): Seen {
  if (/refused/i.test(says)) return { state: 'reached', says: 'it answered: nothing listens on the port that was tried' };
  if (/unreachable|no route/i.test(says)) return { state: 'not_reached', says: 'the guest has no route to it' };
  if (/bad address|not known|resolve|unknown host/i.test(says)) return { state: 'not_reached', says: 'the guest knows no such host' };
  if (/timed? ?out/i.test(says)) return { state: 'not_reached', says: `no answer within ${reachSeconds.connect} s` };
  return { state: 'unclear', says: tookTooLong.has(exitCode) ? `no end within ${reachSeconds.probe} s` : `the command ended with ${exitCode} and does not say why` };
}

function namesFailed({ exitCode, says }: Failed): Seen {
  if (tookTooLong.has(exitCode) || /timed? ?out|no servers/i.test(says)) return { state: 'not_reached', says: `no name server answered within ${reachSeconds.probe} s` };
  if (/unreachable|no route|connection refused/i.test(says)) return { state: 'not_reached', says: 'the guest has no way to a name server' };
  if (/nxdomain|servfail|refused|can't find|can't resolve/i.test(says)) return { state: 'not_reached', says: `its name server does not resolve ${outside.name}` };
  return { state: 'unclear', says: `the command ended with ${exitCode} and does not say why` };
}
