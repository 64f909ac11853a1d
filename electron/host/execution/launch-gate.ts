import type { Readable } from 'node:stream';
import type { BindingId, ExecutionId, Seat } from '../../../shared/ids.ts';
import { guest, type LaunchRequest } from '../../../shared/worker-spec.ts';
import { gateEnvironmentNames } from '../placement/gate-script.ts';
import { smallArchive } from '../placement/small-archive.ts';

export { gateEnvironmentNames };

export interface Launch {
  readonly seat: Seat;
  readonly binding: BindingId;
  readonly execution: ExecutionId;
  readonly request: LaunchRequest;
  /** The gate waits for them in the runtime folder; their values never come near this file. */
  readonly hasSecrets?: boolean;
}

/** The text that the gate reads before it becomes the harness. Every value is quoted; none is a secret. */
export function launchFile({ seat, binding, execution, request, hasSecrets = false }: Launch): string {
  const asked = request.environmentNames.filter((name) => !gateEnvironmentNames.includes(name));
  return [
    '# A launch of Bailiwick, read by the gate beside it.',
    `BAILIWICK_SEAT=${quoted(seat)}`,
    `BAILIWICK_BINDING=${quoted(binding)}`,
    `BAILIWICK_EXECUTION=${quoted(execution)}`,
    `bailiwick_secrets=${hasSecrets ? 'yes' : 'no'}`,
    `bailiwick_names=${quoted(asked.join(' '))}`,
    `bailiwick_directory=${quoted(request.workingDirectory)}`,
    `set -- ${request.argv.map(quoted).join(' ')}`,
    '',
  ].join('\n');
}

/** The launch file as root's, readable and no more to the guest; to be unpacked in the gate's folder. */
export function launchFileArchive(text: string): Readable {
  const path = guest.launchFile.slice(guest.gateFolder.length + 1);
  return smallArchive([{ path, type: 'file', mode: 0o444, uid: 0, gid: 0, content: text }]);
}

/** One shell word with exactly this value: within single quotes nothing but the single quote has a meaning. */
export function quoted(value: string): string {
  if (value.includes('\0')) throw new UnspeakableArgumentError('a NUL byte cannot be part of an argument');
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

export class UnspeakableArgumentError extends Error {
  override name = 'UnspeakableArgumentError';
}
