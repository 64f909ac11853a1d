import { codeOf } from '../../../shared/error-code.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { refused, type Result } from '../../../shared/result.ts';
import { printable } from '../projection/safe-path.ts';

/** Turns what the disk here answers while a result is received into refusals; every other fault stays a fault. */
export async function whenStorable<Value>(path: string, receive: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await receive();
  } catch (error) {
    const why = refusalOfDisk(codeOf(error), path);
    if (why === null) throw error;
    return refused(why);
  }
}

/** `null` for what is no answer of a disk. */
export function refusalOfDisk(code: string, path: string): Refusal | null {
  const copy = `a copy of “${printable(path)}” where the console keeps its data`;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT': return refusal('too_large', `There is no room left for ${copy}.`, 'Make room there, then export again.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': return refusal('unsafe_file', `This account may not write ${copy} (${code}).`, 'See to it that it may, then export again.');
    case 'EFBIG': return refusal('too_large', `The disk does not take so large a file as ${copy}.`, 'Move the data folder to a disk that does, or have the worker write less.');
    case 'EEXIST':
    case 'ENOENT':
    case 'ENOTDIR': return refusal('unsafe_file', `There is no folder for ${copy} (${code}).`, 'Look at who else changes the data folder, then export again.');
    case 'EMFILE':
    case 'ENFILE': return refusal('unsafe_file', `Too many files are open here to write ${copy}.`, 'Wait until other work has ended, then export again.');
    case 'EIO':
    case 'ENXIO':
    case 'ENODEV': return refusal('unsafe_file', `The disk failed to write ${copy} (${code}).`, 'Look at that disk before anything else is written there.');
    default: return null;
  }
}
