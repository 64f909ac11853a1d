import { join } from 'node:path';
import type { Binding } from '../../../shared/binding.ts';
import { executionOfResults } from '../../../shared/execution-results.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { guest } from '../../../shared/worker-spec.ts';
import { speltByte } from '../engine/name-text.ts';

const longestName = 255;

/**
 * Where a guest's file goes: by seat, generation, binding and execution, then as it lay below the workspace. Different files
 * get different places, and so do the results of different executions, and what one execution wrote at different times (its
 * `take`); the first of each needs no number.
 */
export function destinationOf(exportFolder: string, { id, spec, executions }: Pick<Binding, 'id' | 'spec' | 'executions'>, path: string, take = 1): Result<string> {
  const parts = path.slice(guest.work.length + 1).split('/').map(hostName);
  if (parts.some((part) => Buffer.byteLength(part) > longestName)) {
    return refused(refusal('bad_input', `A part of ${path} is too long a name for this machine.`, 'Have the worker write it under a shorter name.'));
  }
  const number = executions.findIndex((execution) => execution === executionOfResults({ executions })) + 1;
  const run = number > 1 ? `-run-${number}` : '';
  return ok(join(exportFolder, spec.seat, `${spec.generation}-${id.slice(0, 8)}${run}${take > 1 ? `-take-${take}` : ''}`, ...parts));
}

/** What file systems forbid or people misread: a byte that is no text, controls, wildcards, separators, a drive, turned text, an escape of ours. */
const unfit = new RegExp(`${speltByte.source}|${/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}<>:"|?*\\/]|%(?=[0-9A-F]{2})|[. ]$|^ /u.source}`, 'gu');
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** A guest's name as a name on this machine: what is unfit is spelt in hexadecimal, so that no two names become one. */
export function hostName(name: string): string {
  const fit = name.replace(unfit, (character, byte?: string) => (byte === undefined ? spelt(character) : `%${byte}`));
  return reserved.test(fit) ? `${spelt(fit.slice(0, 1))}${fit.slice(1)}` : fit;
}

const spelt = (character: string): string =>
  [...Buffer.from(character, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
