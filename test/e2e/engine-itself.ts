import http from 'node:http';

/** Straight to the engine, past everything that is tested. */
export function askEngine<Answer>(endpoint: string, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = http.get({ socketPath: endpoint.replace('unix://', ''), path }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve(JSON.parse(body) as Answer));
    });
    call.on('error', reject);
  });
}

/** The names of everything on the engine that carries a seat's label. */
export async function resourcesOf(endpoint: string, seat: string): Promise<readonly string[]> {
  const filters = encodeURIComponent(JSON.stringify({ label: [`io.bailiwick.seat=${seat}`] }));
  const containers = await askEngine<readonly { readonly Names: readonly string[] }[]>(endpoint, `/containers/json?all=true&filters=${filters}`);
  const { Volumes: volumes } = await askEngine<{ readonly Volumes: readonly { readonly Name: string }[] | null }>(endpoint, `/volumes?filters=${filters}`);
  return [...containers.flatMap(({ Names }) => Names), ...(volumes ?? []).map(({ Name }) => Name)];
}
