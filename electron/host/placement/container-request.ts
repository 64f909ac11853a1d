import type { Binding } from '../../../shared/binding.ts';
import type { ContainerRequest } from '../../../shared/engine-requests.ts';
import type { Labels } from '../../../shared/naming.ts';
import { guest } from '../../../shared/worker-spec.ts';

/** The container of a worker: what it is allowed, where its volumes are, and the launch gate as its command. */
export function containerRequest({ spec, resources }: Binding, labels: Labels): ContainerRequest {
  const { uid, gid } = spec.user;
  return {
    name: resources.container.name,
    labels,
    imageId: spec.image.id,
    command: ['sh', guest.gate],
    workingDirectory: guest.task,
    user: spec.user,
    volumes: [
      { name: resources.work.name, path: guest.work },
      { name: resources.state.name, path: guest.state },
    ],
    tmpfs: [
      { path: '/tmp', options: 'mode=1777' },
      { path: guest.runtime, options: `uid=${uid},gid=${gid},mode=0700` },
    ],
    resources: spec.resources,
    network: spec.network,
  };
}
