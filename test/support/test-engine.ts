import http from 'node:http';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { PrivateEngine } from '../../electron/host/engine/private-engine.ts';
import type { AttemptId, Endpoint } from '../../shared/ids.ts';

/** The container engine of one test run, with everything it owns below one folder. */
export interface TestEngine {
  readonly endpoint: Endpoint;
}

interface Place {
  readonly folder: string;
}

/** No attempt of a ledger stands behind the engine of a test run. */
const noAttempt = 'test-run' as AttemptId;

/** Starts a private engine. Members of the group may use its socket. Needs root. */
export async function startTestEngine({ folder, group }: Place & { readonly group: string }): Promise<TestEngine> {
  const engine = new PrivateEngine({ folder, group });
  const answer = await engine.start(mintToken(noAttempt, 'start_engine', 0));
  if (answer.kind === 'applied' || answer.kind === 'already') return { endpoint: engine.endpoint };
  throw new Error(`The private engine did not start: ${answer.says}`);
}

/** Ends the engine of that folder with its containers and networks, also one that an earlier run left. */
export async function stopTestEngine({ folder }: Place): Promise<void> {
  const engine = new PrivateEngine({ folder, stopWithinMs: 20_000 });
  if (engine.read().kind !== 'running') return;
  await removeContainersAndNetworks(engine.endpoint.slice('unix://'.length));
  await engine.stop(mintToken(noAttempt, 'stop_engine', 0));
}

/** Stops the engine and keeps what is on it, for its next start. */
export async function haltTestEngine({ folder }: Place): Promise<void> {
  const answer = await new PrivateEngine({ folder }).stop(mintToken(noAttempt, 'stop_engine', 0));
  if (answer.kind !== 'applied' && answer.kind !== 'already') throw new Error(`The private engine did not stop: ${answer.says}`);
}

/** Killed containers end at once; left to the engine each would get its grace time. */
async function removeContainersAndNetworks(socket: string): Promise<void> {
  try {
    const containers = JSON.parse(await request(socket, 'GET', '/containers/json?all=true')) as readonly { readonly Id: string }[];
    await Promise.all(containers.map(({ Id }) => request(socket, 'DELETE', `/containers/${Id}?force=true`)));
    await request(socket, 'POST', '/networks/prune');
  } catch (error) {
    process.stderr.write(`The private engine could not be emptied before its end: ${String(error)}\n`);
  }
}

function request(socketPath: string, method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = http.request({ socketPath, method, path, agent: false, signal: AbortSignal.timeout(20_000) }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve(body));
    });
    call.on('error', reject);
    call.end();
  });
}
