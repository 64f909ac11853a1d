import { refusal } from '../../../shared/refusal.ts';
import { refused, type Result } from '../../../shared/result.ts';
import { whenReachable } from '../placement/identity.ts';
import { BrokenArchiveError } from './tar-header.ts';

/** As `whenReachable`, also for an archive that cannot be read and for a reader that was told to stop. */
export function whenReadable<Value>(read: () => Promise<Result<Value>>, signal?: AbortSignal): Promise<Result<Value>> {
  return whenReachable(async () => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof BrokenArchiveError) {
        return refused(refusal('engine_failed', `The archive that the engine answered with cannot be read: ${error.message}.`, 'Look at the engine’s own log, then try again.'));
      }
      if (signal?.aborted) return refused(refusal('cancelled', 'It was cancelled.', 'What was recorded so far stays; look again, or start over.'));
      throw error;
    }
  });
}
