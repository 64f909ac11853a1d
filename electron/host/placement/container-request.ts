import type { Binding } from '../../../shared/binding.ts';
import type { ContainerRequest } from '../../../shared/engine-requests.ts';
import type { Labels } from '../../../shared/naming.ts';
import { deadAddressOf, hostAddressOf } from '../../../shared/network-pool.ts';
import { consoleHostName, guest } from '../../../shared/worker-spec.ts';

/** What a worker's container is joined to; absent where it was asked to be joined to a network that was not seen yet. */
export function networkOf({ spec, resources }: Binding): ContainerRequest['network'] | undefined {
  if (spec.network === 'none') return 'none';
  const { id, subnet } = resources.network.present?.value ?? {};
  return id === undefined || subnet === undefined ? undefined : { id, hostName: consoleHostName, host: hostAddressOf(subnet), dead: deadAddressOf(subnet) };
}

/** The container of a worker: what it is allowed, where its volumes are, and the launch gate as its command. */
export function containerRequest({ spec, resources }: Binding, network: ContainerRequest['network'], labels: Labels): ContainerRequest {
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
    network,
  };
}
