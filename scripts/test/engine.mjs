import { existsSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { isRoot, pathOf } from '../setup/places.mjs';
import { say, seconds } from '../setup/say.mjs';
import { stoppableFolder } from './stoppable-engine.mjs';

/** The engine the tests talk to: {endpoint} or {missing: why}. Root gets a private one, anybody else the one they can reach. */
export async function provideEngine(runFolder, group) {
  const given = process.env.BAILIWICK_TEST_ENGINE;
  if (given) return { endpoint: given };
  if (isRoot && pathOf('dockerd')) return startPrivate(runFolder, group);
  const socket = await firstReachable();
  if (!socket) return { missing: 'no container engine can be reached: start Docker, or run the tests as root' };
  say(`tests use the engine at ${socket}`);
  return { endpoint: `unix://${socket}` };
}

export async function stopEngineOf(runFolder) {
  for (const folder of [engineFolder(runFolder), stoppableFolder(runFolder)].filter((each) => existsSync(each))) {
    const { stopTestEngine } = await testEngine();
    await stopTestEngine({ folder });
  }
}

async function startPrivate(runFolder, group) {
  const begun = Date.now();
  try {
    const { startTestEngine } = await testEngine();
    const { endpoint } = await startTestEngine({ folder: engineFolder(runFolder), group: String(group) });
    say(`private container engine for this run started in ${seconds(begun)}`);
    return { endpoint };
  } catch (error) {
    return { missing: error.message };
  }
}

function testEngine() {
  return tsImport('../../test/support/test-engine.ts', import.meta.url);
}

function engineFolder(runFolder) {
  return path.join(runFolder, 'engine');
}

async function firstReachable() {
  const runtime = process.env.XDG_RUNTIME_DIR ?? '/nonexistent';
  const fromEnvironment = process.env.DOCKER_HOST?.match(/^unix:\/\/(.+)$/)?.[1];
  const candidates = [
    ...(fromEnvironment ? [fromEnvironment] : []),
    '/var/run/docker.sock',
    path.join(runtime, 'docker.sock'),
    path.join(os.homedir(), '.docker/run/docker.sock'),
    path.join(runtime, 'podman/podman.sock'),
  ];
  for (const socket of candidates) if (await answers(socket)) return socket;
  return undefined;
}

function answers(socketPath) {
  return new Promise((resolve) => {
    const call = http.get({ socketPath, path: '/_ping', timeout: 3000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(false));
    call.on('close', () => resolve(false));
  });
}
