import { chmodSync, chownSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { isRoot, pathOf } from '../setup/places.mjs';

export const stoppableFolder = (runFolder) => path.join(runFolder, 'stoppable');

/**
 * A second private engine, which a test may have stopped and started. Only root can do that, and the tester is not root:
 * so the tester asks, over a socket. The engine is started when the first test asks for it, and not before.
 */
export async function offerStoppableEngine(runFolder, gid) {
  if (!isRoot || !pathOf('dockerd')) return { env: {}, close: () => undefined };
  const folder = stoppableFolder(runFolder);
  const { startTestEngine, haltTestEngine } = await tsImport('../../test/support/test-engine.ts', import.meta.url);
  const server = serve({
    '/start': () => startTestEngine({ folder, group: String(gid) }),
    '/stop': () => haltTestEngine({ folder }),
  });
  const socket = path.join(runFolder, 'engine-control.sock');
  await new Promise((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  chownSync(socket, 0, gid);
  chmodSync(socket, 0o660);
  return {
    env: { BAILIWICK_TEST_STOPPABLE_ENGINE: `unix://${path.join(folder, 'docker.sock')}`, BAILIWICK_TEST_ENGINE_CONTROL: socket },
    close: () => server.close(),
  };
}

/** One after the other, in the order in which they were asked. */
function serve(actions) {
  let before = Promise.resolve();
  return http.createServer((request, response) => {
    const action = request.method === 'POST' ? actions[request.url] : undefined;
    if (!action) return void response.writeHead(404).end();
    before = before.then(action).then(
      () => response.writeHead(204).end(),
      (error) => response.writeHead(500).end(error.message),
    );
  });
}
