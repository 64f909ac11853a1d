import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The container engine of one test run, with everything it owns below one folder. */
export interface TestEngine {
  readonly endpoint: string;
}

/** Starts a private engine. Members of the group may use its socket. Needs root. */
export async function startTestEngine({ folder, group }: { readonly folder: string; readonly group: number }): Promise<TestEngine> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  spawnDaemon(folder, group);
  for (let tries = 0; tries < 150; tries += 1) {
    if (await answers(socketIn(folder))) return { endpoint: `unix://${socketIn(folder)}` };
    await sleep(200);
  }
  throw new Error(`The private engine did not start:\n${lastLinesOf(path.join(folder, 'log'))}`);
}

/** Ends the engine of that folder with its containers and networks, also one that an earlier run left. */
export async function stopTestEngine({ folder }: { readonly folder: string }): Promise<void> {
  if (daemonPid(folder) === undefined) return;
  await removeContainersAndNetworks(socketIn(folder));
  for (let tries = 0; tries < 100; tries += 1) {
    const pid = daemonPid(folder);
    if (pid === undefined) return;
    process.kill(pid, tries < 50 ? 'SIGTERM' : 'SIGKILL');
    await sleep(200);
  }
}

function spawnDaemon(folder: string, group: number): void {
  const log = openSync(path.join(folder, 'log'), 'a');
  const at = (name: string) => path.join(folder, name);
  const args = ['--host', `unix://${socketIn(folder)}`, '--group', String(group), '--bridge', 'none'];
  const places = ['--data-root', at('data'), '--exec-root', at('exec'), '--pidfile', at('pid')];
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
  const child = spawn('dockerd', [...args, ...places], { env, detached: true, stdio: ['ignore', log, log] });
  child.on('error', () => undefined);
  child.unref();
}

/** The pid in the pid file, if the process with that pid is still the daemon of this folder. */
function daemonPid(folder: string): number | undefined {
  const pidFile = path.join(folder, 'pid');
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return command.includes(pidFile) ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function removeContainersAndNetworks(socket: string): Promise<void> {
  try {
    const containers = JSON.parse(await request(socket, 'GET', '/containers/json?all=true')) as { readonly Id: string }[];
    await Promise.all(containers.map(({ Id }) => request(socket, 'DELETE', `/containers/${Id}?force=true`)));
    await request(socket, 'POST', '/networks/prune');
  } catch {
    // An engine that no longer answers is killed all the same.
  }
}

async function answers(socket: string): Promise<boolean> {
  return request(socket, 'GET', '/_ping').then((body) => body === 'OK', () => false);
}

function request(socketPath: string, method: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = http.request({ socketPath, method, path: url, timeout: 20_000 }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve(body));
    });
    call.on('timeout', () => call.destroy(new Error(`${url} took too long`)));
    call.on('error', reject);
    call.end();
  });
}

function socketIn(folder: string): string {
  return path.join(folder, 'docker.sock');
}

function lastLinesOf(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-10).join('\n');
}
