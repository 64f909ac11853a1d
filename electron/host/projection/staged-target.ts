import { codeOf } from '../../../shared/error-code.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { printable } from './safe-path.ts';

/** The staged copy could not be written: the fault is where the console keeps its data, and not the chosen file’s. */
export class StagedTargetError extends Error {
  override name = 'StagedTargetError';
}

export async function onTarget<Value>(write: () => Promise<Value>): Promise<Value> {
  try {
    return await write();
  } catch (cause) {
    throw new StagedTargetError('the staged copy could not be written', { cause });
  }
}

/** `null` for what is a fault of ours. */
export function refusalOfTargetError({ cause }: StagedTargetError, path: string): Refusal | null {
  const code = codeOf(cause);
  switch (code) {
    case '': return null;
    case 'ENOSPC':
    case 'EDQUOT': return refusal('too_large', `There is no room left for the staged copy of “${printable(path)}”.`, 'Make room where the console keeps its data, then stage again.');
    default: return refusal('unsafe_file', `The staged copy of “${printable(path)}” cannot be written where the console keeps its data (${code}).`, 'See to that folder and its disk, then stage again.');
  }
}
