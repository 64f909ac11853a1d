import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSockets } from '../../electron/host/engine/find-engines.ts';
import { placesOfThisSession, usualSockets, type SocketPlace } from '../../electron/host/engine/usual-sockets.ts';

let folder: string;
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sockets-'));
  mkdirSync(join(folder, 'run'));
  symlinkSync(join(folder, 'run'), join(folder, 'var-run'));
  server = await listening(join(folder, 'run/docker.sock'));
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(path: string): Promise<Server> {
  const started = createServer().listen(path);
  await once(started, 'listening');
  return started;
}

const at = (name: string): SocketPlace => ({ path: join(folder, name), where: 'somewhere' });

describe('where a session has its sockets', () => {
  test('B7 57: is known on Linux without a shell’s environment, as when the console is started from a menu', () => {
    expect(placesOfThisSession({}, 'linux', 1000).runtime).toBe('/run/user/1000');
    expect(placesOfThisSession({ XDG_RUNTIME_DIR: '/run/other' }, 'linux', 1000).runtime).toBe('/run/other');
    expect(placesOfThisSession({}, 'darwin', 501)).not.toHaveProperty('runtime');
  });
});

describe('looking for sockets', () => {
  test('finds one once, although two names lead to it', () => {
    expect(findSockets([at('var-run/docker.sock'), at('run/docker.sock')])).toEqual([{ endpoint: `unix://${folder}/var-run/docker.sock`, where: 'somewhere' }]);
  });

  test('passes over what is no socket, is not there or leads nowhere', () => {
    writeFileSync(join(folder, 'file.sock'), '');
    symlinkSync('/nonexistent', join(folder, 'dangling.sock'));

    expect(findSockets([at('file.sock'), at('none.sock'), at('dangling.sock')])).toEqual([]);
  });
});

describe('B7 57-59: where engines of a session, of the system and of a desktop put their sockets', () => {
  test.each([
    ['/var/run/docker.sock', 'Docker Engine'],
    ['/run/user/1000/docker.sock', 'Docker, rootless'],
    ['/home/me/.docker/run/docker.sock', 'Docker Desktop'],
    ['/home/me/.docker/desktop/docker.sock', 'Docker Desktop'],
    ['/home/me/.rd/docker.sock', 'Rancher Desktop'],
    ['/run/user/1000/podman/podman.sock', 'Podman, rootless'],
    ['/run/podman/podman.sock', 'Podman'],
  ])('%s is a place of %s', (path, where) => {
    expect(usualSockets({ home: '/home/me', runtime: '/run/user/1000' })).toContainEqual({ path, where });
  });

  test.each([
    ['.colima/default/docker.sock', 'Colima, default'],
    ['.colima/work/docker.sock', 'Colima, work'],
    ['.config/colima/default/docker.sock', 'Colima, default'],
    ['.lima/docker/sock/docker.sock', 'Lima, docker'],
  ])('%s is the place of one virtual machine', (name, where) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });

    expect(usualSockets({ home: folder })).toContainEqual({ path: join(folder, name), where });
  });

  test('B7 58: a virtual machine that runs another engine beside Docker’s socket place has none there, and hides nobody else’s', async () => {
    for (const profile of ['default', 'work']) mkdirSync(join(folder, '.colima', profile), { recursive: true });
    const other = await listening(join(folder, '.colima/default/containerd.sock'));
    const docker = await listening(join(folder, '.colima/work/docker.sock'));

    expect(findSockets(usualSockets({ home: folder })).filter(({ endpoint }) => endpoint.includes(folder))).toEqual([{ endpoint: `unix://${folder}/.colima/work/docker.sock`, where: 'Colima, work' }]);
    other.close();
    docker.close();
  });

  test('a session without a runtime folder has no place there', () => {
    expect(usualSockets({ home: '/home/me' }).map(({ path }) => path).join()).not.toMatch(/undefined|user/);
  });
});
