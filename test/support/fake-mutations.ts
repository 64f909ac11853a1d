import type { Answer } from '../../electron/host/attempts/answer.ts';
import { spendToken, type EffectToken } from '../../electron/host/attempts/effect-token.ts';
import type { DaemonMutations, EngineMutations, FileMutations, Mutations, StagingMutations } from '../../electron/host/attempts/mutations.ts';
import type { Operation } from '../../shared/operations.ts';

export const applied: Answer = { kind: 'applied', status: 201, id: 'the-id' };

/** Mutations that keep the rule of the real ones (the token is spent first) and answer as the test says. */
export class FakeMutations implements Mutations {
  readonly calls: Operation[] = [];
  readonly #answer: () => Answer | Promise<Answer>;

  constructor(answer: () => Answer | Promise<Answer> = () => applied) {
    this.#answer = answer;
  }

  /** How often every connection was cut. */
  cuts = 0;

  cut(): void {
    this.cuts += 1;
  }

  engine(): EngineMutations {
    return {
      createNetwork: (token) => this.#call(token, 'create_network'),
      createVolume: (token) => this.#call(token, 'create_volume'),
      createContainer: (token) => this.#call(token, 'create_container'),
      putArchive: (token) => this.#call(token, 'deliver'),
      startContainer: (token) => this.#call(token, 'start_container'),
      stopContainer: (token) => this.#call(token, 'stop_container'),
      removeContainer: (token) => this.#call(token, 'remove_container'),
      removeNetwork: (token) => this.#call(token, 'remove_network'),
      removeVolume: (token) => this.#call(token, 'remove_volume'),
      pullImage: (token) => this.#call(token, 'pull_image'),
      removeImage: (token) => this.#call(token, 'remove_image'),
      buildImage: (token) => this.#call(token, 'build_image'),
    };
  }

  readonly files: FileMutations = { publish: (token) => this.#call(token, 'publish_file') };

  readonly backups: FileMutations = { publish: (token) => this.#call(token, 'back_up') };

  readonly bundles: FileMutations = { publish: (token) => this.#call(token, 'export_bundle') };

  readonly releases: FileMutations = { publish: (token) => this.#call(token, 'write_release') };
  readonly staging: StagingMutations = { remove: (token) => this.#call(token, 'remove_staging') };

  readonly daemon: DaemonMutations = {
    start: (token) => this.#call(token, 'start_engine'),
    stop: (token) => this.#call(token, 'stop_engine'),
  };

  async #call(token: EffectToken, operation: Operation): Promise<Answer> {
    spendToken(token, operation);
    this.calls.push(operation);
    return this.#answer();
  }
}
