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
  server = createServer().listen(join(folder, 'run/docker.sock'));
  await once(server, 'listening');
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

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

  test('a session without a runtime folder has no place there', () => {
    expect(usualSockets({ home: '/home/me' }).map(({ path }) => path).join()).not.toMatch(/undefined|user/);
  });
});
