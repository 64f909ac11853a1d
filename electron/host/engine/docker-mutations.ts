import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ContainerRequest, NetworkRequest, VolumeRequest } from '../../../shared/engine-requests.ts';
import type { EngineId } from '../../../shared/ids.ts';
import type { ImageReference } from '../../../shared/image-reference.ts';
import type { VolumesOfRemoved } from '../../../shared/unnamed-volumes.ts';
import type { Answer } from '../attempts/answer.ts';
import { spendToken, type EffectToken } from '../attempts/effect-token.ts';
import type { EngineMutations, ImageBuildRequest, PullProgress } from '../attempts/mutations.ts';
import { usualDeadlines, type Deadlines } from './deadlines.ts';
import { answerOf, createdAnswer, createdVolumeAnswer, doneAnswer, type Reply } from './docker-answers.ts';
import { readBuild } from './docker-build.ts';
import { readPull } from './docker-pull.ts';
import { toContainerBody, toNetworkBody, toVolumeBody } from './docker-conversions.ts';
import { parseJson, readBody, type DockerRequest } from './docker-request.ts';
import type { Change } from './mutation-line.ts';
import { MutationLines } from './mutation-lines.ts';
import type { Way } from './way.ts';

const immutableId = /^[0-9a-f]{64}$/;
const imageId = /^sha256:[0-9a-f]{64}$/;

/** Changes one Docker engine, and no other: see `MutationLine`. */
export class DockerMutations implements EngineMutations {
  readonly #lines: MutationLines;
  readonly #deadlines: Deadlines;

  constructor(way: Way, expected: EngineId, deadlines: Deadlines = usualDeadlines) {
    this.#lines = new MutationLines(way, expected, deadlines);
    this.#deadlines = deadlines;
  }

  async createNetwork(token: EffectToken, request: NetworkRequest): Promise<Answer> {
    spendToken(token, 'create_network');
    return this.#change({ method: 'POST', path: '/networks/create', body: toNetworkBody(request) }, createdAnswer);
  }

  async createVolume(token: EffectToken, request: VolumeRequest): Promise<Answer> {
    spendToken(token, 'create_volume');
    return this.#change({ method: 'POST', path: '/volumes/create', body: toVolumeBody(request) }, (reply) => createdVolumeAnswer(reply, request));
  }

  async createContainer(token: EffectToken, request: ContainerRequest): Promise<Answer> {
    spendToken(token, 'create_container');
    return this.#change({ method: 'POST', path: '/containers/create', query: { name: request.name }, body: toContainerBody(request) }, createdAnswer);
  }

  async putArchive(token: EffectToken, target: { readonly container: string; readonly folder: string }, tar: Readable, signal?: AbortSignal): Promise<Answer> {
    spendToken(token, 'deliver');
    const request = { method: 'PUT', path: '/archive', query: { path: target.folder }, upload: tar } as const;
    return this.#changeContainer(target.container, request, { ms: this.#deadlines.stallMs, caller: signal });
  }

  async startContainer(token: EffectToken, id: string): Promise<Answer> {
    spendToken(token, 'start_container');
    return this.#changeContainer(id, { method: 'POST', path: '/start' });
  }

  async stopContainer(token: EffectToken, id: string, { seconds }: { readonly seconds: number }): Promise<Answer> {
    spendToken(token, 'stop_container');
    return this.#changeContainer(id, { method: 'POST', path: '/stop', query: { t: String(seconds) } }, { ms: seconds * 1000 + this.#deadlines.changeMs });
  }

  async removeContainer(token: EffectToken, id: string, volumes: VolumesOfRemoved): Promise<Answer> {
    spendToken(token, 'remove_container');
    return this.#changeContainer(id, { method: 'DELETE', path: '', query: { v: String(volumes === 'unnamed_too'), force: 'false' } });
  }

  async removeNetwork(token: EffectToken, id: string): Promise<Answer> {
    spendToken(token, 'remove_network');
    if (!immutableId.test(id)) return { kind: 'not_sent', says: `${id} is not a network’s id` };
    return this.#change({ method: 'DELETE', path: `/networks/${id}` }, doneAnswer);
  }

  async removeVolume(token: EffectToken, name: string): Promise<Answer> {
    spendToken(token, 'remove_volume');
    return this.#change({ method: 'DELETE', path: `/volumes/${encodeURIComponent(name)}`, query: { force: 'false' } }, doneAnswer);
  }

  async pullImage(token: EffectToken, { repository, tag, digest }: ImageReference, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<Answer> {
    spendToken(token, 'pull_image');
    const query = { fromImage: repository, tag: digest ?? tag ?? '' };
    return this.#lines.change({
      request: { method: 'POST', path: '/images/create', query },
      patience: { ms: this.#deadlines.buildStepMs, caller: signal },
      read: (response) => readPull(response, onProgress),
    });
  }

  async removeImage(token: EffectToken, id: string): Promise<Answer> {
    spendToken(token, 'remove_image');
    if (!imageId.test(id)) return { kind: 'not_sent', says: `${id} is not an image’s id` };
    return this.#change({ method: 'DELETE', path: `/images/${id}`, query: { force: 'false', noprune: 'true' } }, doneAnswer);
  }

  async buildImage(token: EffectToken, request: ImageBuildRequest, onProgress: (line: string) => void, signal?: AbortSignal): Promise<Answer> {
    spendToken(token, 'build_image');
    const query = { t: request.tag, labels: JSON.stringify(request.labels), rm: 'true', forcerm: 'true' };
    return this.#lines.change({
      request: { method: 'POST', path: '/build', query, upload: request.context },
      patience: { ms: this.#deadlines.buildStepMs, caller: signal },
      read: (response) => readBuild(response, onProgress),
    });
  }

  /** Ends every connection, also of calls under way: those are unclear then. */
  close(): void {
    this.#lines.close();
  }

  /** A container is named by its whole id only: an engine would also take a name, or the beginning of another one's id. */
  async #changeContainer(id: string, request: DockerRequest, patience: Change['patience'] = { ms: this.#deadlines.changeMs }): Promise<Answer> {
    if (!immutableId.test(id)) return { kind: 'not_sent', says: `${id} is not a container’s id` };
    return this.#change({ ...request, path: `/containers/${id}${request.path}` }, doneAnswer, patience);
  }

  #change(request: DockerRequest, success: (reply: Reply) => Answer, patience: Change['patience'] = { ms: this.#deadlines.changeMs }): Promise<Answer> {
    return this.#lines.change({ request, patience, read: async (response) => answerOf(await replyOf(response), success) });
  }
}

const replyOf = async (response: IncomingMessage): Promise<Reply> => ({ status: response.statusCode ?? 0, body: parseJson(await readBody(response)) });
