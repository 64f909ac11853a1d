import { faultText } from '../../../shared/error-code.ts';
import type { BindingId } from '../../../shared/ids.ts';
import type { Answer } from '../attempts/answer.ts';
import { spendToken, type EffectToken } from '../attempts/effect-token.ts';
import type { StagingMutations } from '../attempts/mutations.ts';
import { forgetStaging } from './staging-folder.ts';

/** Removes staged copies by the binding that they were made for: a folder is never named by whoever asks. */
export class StagingRemover implements StagingMutations {
  readonly #dataFolder: string;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** Some of them may be gone when it fails, so a failure is never a refusal. */
  async remove(token: EffectToken, binding: BindingId): Promise<Answer> {
    spendToken(token, 'remove_staging');
    try {
      await forgetStaging(this.#dataFolder, binding);
      return { kind: 'applied', status: 204 };
    } catch (error) {
      return { kind: 'unclear', says: faultText(error) };
    }
  }
}
