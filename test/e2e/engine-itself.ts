import http from 'node:http';

/** Straight to the engine, past everything that is tested. Answers the body, or nothing where there is none. */
function ask(endpoint: string, method: 'GET' | 'POST' | 'DELETE', path: string, content?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = http.request({ socketPath: endpoint.replace('unix://', ''), method, path, headers: content ? { 'Content-Type': 'application/json' } : {} }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve(body === '' ? undefined : JSON.parse(body)));
    });
    call.on('error', reject);
    call.end(content && JSON.stringify(content));
  });
}

interface Resources {
  readonly containers: readonly string[];
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
}

/** The names of everything on the engine that carries a seat's label. */
export async function resourcesOf(endpoint: string, seat: string): Promise<Resources> {
  const filters = encodeURIComponent(JSON.stringify({ label: [`io.bailiwick.seat=${seat}`] }));
  const containers = (await ask(endpoint, 'GET', `/containers/json?all=true&filters=${filters}`)) as readonly { readonly Names: readonly string[] }[];
  const { Volumes: volumes } = (await ask(endpoint, 'GET', `/volumes?filters=${filters}`)) as { readonly Volumes: readonly { readonly Name: string }[] | null };
  const networks = (await ask(endpoint, 'GET', `/networks?filters=${filters}`)) as readonly { readonly Name: string }[];
  // An engine lists volumes in no order.
  return { networks: networks.map(({ Name }) => Name).toSorted(), containers: containers.flatMap(({ Names }) => Names.map((name) => name.slice(1))).toSorted(), volumes: (volumes ?? []).map(({ Name }) => Name).toSorted() };
}

/** Tidies up after a worker that nobody took back. */
export async function removeAllOf(endpoint: string, seat: string): Promise<void> {
  if (endpoint === '') return;
  const { containers, volumes, networks } = await resourcesOf(endpoint, seat);
  for (const name of containers) await ask(endpoint, 'DELETE', `/containers/${name}?force=true`);
  for (const name of volumes) await ask(endpoint, 'DELETE', `/volumes/${name}`);
  for (const name of networks) await ask(endpoint, 'DELETE', `/networks/${name}`);
}

/** Somebody else at the engine: nothing of what they do goes through the console. */
export class Stranger {
  readonly #endpoint: string;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** Makes a container that mounts a volume, and leaves it there. */
  async mount(name: string, volume: string, image: string): Promise<void> {
    await ask(this.#endpoint, 'POST', `/containers/create?name=${name}`, { Image: image, Cmd: ['sh'], HostConfig: { Binds: [`${volume}:/data`] } });
  }

  async makeContainer(name: string, image: string): Promise<void> {
    await ask(this.#endpoint, 'POST', `/containers/create?name=${name}`, { Image: image, Cmd: ['sh'] });
  }

  async hasImage(id: string): Promise<boolean> {
    return ((await ask(this.#endpoint, 'GET', '/images/json')) as readonly { readonly Id: string }[]).some((image) => image.Id === id);
  }

  async removeImage(reference: string): Promise<void> {
    await ask(this.#endpoint, 'DELETE', `/images/${reference}`);
  }

  async removeContainer(name: string): Promise<void> {
    await ask(this.#endpoint, 'DELETE', `/containers/${name}?force=true`);
  }

  /** Removes a network and makes another one under its name; answers the id of theirs. */
  async replaceNetwork(name: string): Promise<string> {
    await ask(this.#endpoint, 'DELETE', `/networks/${name}`);
    return ((await ask(this.#endpoint, 'POST', '/networks/create', { Name: name, Internal: true })) as { readonly Id: string }).Id;
  }

  /** Answers the id of what it made. */
  async makeNetwork(name: string, subnet: string): Promise<string> {
    return ((await ask(this.#endpoint, 'POST', '/networks/create', { Name: name, Internal: true, IPAM: { Config: [{ Subnet: subnet }] } })) as { readonly Id: string }).Id;
  }

  async networkItself(id: string): Promise<unknown> {
    return ask(this.#endpoint, 'GET', `/networks/${id}`);
  }

  async hasNetwork(id: string): Promise<boolean> {
    return ((await ask(this.#endpoint, 'GET', '/networks')) as readonly { readonly Id: string }[]).some((network) => network.Id === id);
  }

  async removeNetwork(id: string): Promise<void> {
    await ask(this.#endpoint, 'DELETE', `/networks/${id}`);
  }
}

/** Starts a container that no console knows of, as anybody else at the engine would. Answers its id. */
export async function runAsStranger(endpoint: string, name: string, about: object = {}): Promise<string> {
  const { Id } = (await ask(endpoint, 'POST', `/containers/create?name=${name}`, { Image: 'bailiwick/sample-worker:1', Entrypoint: [], Cmd: ['sh', '-c', 'echo from the outside; sleep 600'], ...about })) as { readonly Id: string };
  await ask(endpoint, 'POST', `/containers/${Id}/start`);
  return Id;
}

export const removeContainer = (endpoint: string, id: string): Promise<unknown> => ask(endpoint, 'DELETE', `/containers/${id}?force=true`);

/** Everything the engine tells of a container. */
export const containerItself = (endpoint: string, id: string): Promise<unknown> => ask(endpoint, 'GET', `/containers/${id}/json`);
