import http from 'node:http';

/** Straight to the engine, past everything that is tested. Answers the body, or nothing where there is none. */
function ask(endpoint: string, method: 'GET' | 'DELETE', path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = http.request({ socketPath: endpoint.replace('unix://', ''), method, path }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve(body === '' ? undefined : JSON.parse(body)));
    });
    call.on('error', reject);
    call.end();
  });
}

interface Resources {
  readonly containers: readonly string[];
  readonly volumes: readonly string[];
}

/** The names of everything on the engine that carries a seat's label. */
export async function resourcesOf(endpoint: string, seat: string): Promise<Resources> {
  const filters = encodeURIComponent(JSON.stringify({ label: [`io.bailiwick.seat=${seat}`] }));
  const containers = (await ask(endpoint, 'GET', `/containers/json?all=true&filters=${filters}`)) as readonly { readonly Names: readonly string[] }[];
  const { Volumes: volumes } = (await ask(endpoint, 'GET', `/volumes?filters=${filters}`)) as { readonly Volumes: readonly { readonly Name: string }[] | null };
  return { containers: containers.flatMap(({ Names }) => Names.map((name) => name.slice(1))), volumes: (volumes ?? []).map(({ Name }) => Name) };
}

/** Tidies up after a worker that nobody took back. */
export async function removeAllOf(endpoint: string, seat: string): Promise<void> {
  if (endpoint === '') return;
  const { containers, volumes } = await resourcesOf(endpoint, seat);
  for (const name of containers) await ask(endpoint, 'DELETE', `/containers/${name}?force=true`);
  for (const name of volumes) await ask(endpoint, 'DELETE', `/volumes/${name}`);
}
