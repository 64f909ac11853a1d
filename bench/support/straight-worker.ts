import { randomBytes } from 'node:crypto';
import { launchFile, launchFileArchive } from '../../electron/host/execution/launch-gate.ts';
import { toContainerBody, toVolumeBody } from '../../electron/host/engine/docker-conversions.ts';
import { containerRequest } from '../../electron/host/placement/container-request.ts';
import { layoutArchive } from '../../electron/host/placement/guest-layout.ts';
import { ownerOf } from '../../electron/host/placement/worker-refs.ts';
import type { Binding } from '../../shared/binding.ts';
import { bornBinding } from '../../shared/fold-binding.ts';
import type { AttemptId, BindingId, ExecutionId, InstallationId } from '../../shared/ids.ts';
import { resourceLabels } from '../../shared/naming.ts';
import type { ResourceRole } from '../../shared/reference.ts';
import { guest, type LaunchRequest } from '../../shared/worker-spec.ts';
import { bytesOf, type EngineApi } from './engine-api.ts';

const hex = (): string => randomBytes(16).toString('hex');

/** The same requests with the same bytes as the console makes for a worker, and nothing but them. */
export class StraightWorker {
  readonly #api: EngineApi;
  readonly #binding: Binding;
  readonly #archives: Readonly<Record<'work' | 'state' | 'launch', Buffer>>;

  private constructor(api: EngineApi, binding: Binding, archives: Readonly<Record<'work' | 'state' | 'launch', Buffer>>) {
    this.#api = api;
    this.#binding = binding;
    this.#archives = archives;
  }

  /** A twin of that worker under names of its own, not yet on the engine. */
  static async like({ spec, requested }: Binding, api: EngineApi, request: LaunchRequest): Promise<StraightWorker> {
    const binding = bornBinding(hex() as BindingId, hex() as InstallationId, spec, requested);
    const text = launchFile({ seat: spec.seat, binding: binding.id, execution: hex() as ExecutionId, request });
    return new StraightWorker(api, binding, {
      work: await bytesOf(layoutArchive('work', spec.user).tar()),
      state: await bytesOf(layoutArchive('state', spec.user).tar()),
      launch: await bytesOf(launchFileArchive(text)),
    });
  }

  async prepareAndLaunch(): Promise<string> {
    const { resources } = this.#binding;
    for (const role of ['work', 'state'] as const) await this.#api.post('/volumes/create', toVolumeBody({ name: resources[role].name, labels: this.#labels(role) }));
    const body = toContainerBody(containerRequest(this.#binding, 'none', this.#labels('container')));
    const { Id: id } = JSON.parse(await this.#api.post(`/containers/create?name=${resources.container.name}`, body)) as { readonly Id: string };
    await this.#api.put(archivePath(id, guest.work), this.#archives.work);
    await this.#api.put(archivePath(id, guest.state), this.#archives.state);
    await this.#api.put(archivePath(id, guest.gateFolder), this.#archives.launch);
    await this.#api.post(`/containers/${id}/start`);
    return id;
  }

  /** After its main process has ended. */
  remove(): Promise<void> {
    return removeWorker(this.#api, this.#binding);
  }

  #labels(role: ResourceRole) {
    return resourceLabels(ownerOf(this.#binding, hex() as InstallationId), role, hex() as AttemptId, 1);
  }
}

const archivePath = (container: string, folder: string): string => `/containers/${container}/archive?path=${encodeURIComponent(folder)}`;

export async function removeWorker(api: EngineApi, { resources }: Binding): Promise<void> {
  await api.post(`/containers/${resources.container.name}/wait?condition=not-running`);
  await api.delete(`/containers/${resources.container.name}?force=true`);
  for (const role of ['work', 'state'] as const) await api.delete(`/volumes/${resources[role].name}`);
}
