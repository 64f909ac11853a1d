import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSockets, usualPaths } from '../../electron/host/engine/sockets.ts';

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

describe('looking for engines', () => {
  test('finds a socket once, although two names lead to it', () => {
    expect(findSockets([join(folder, 'var-run/docker.sock'), join(folder, 'run/docker.sock')])).toEqual([`unix://${folder}/var-run/docker.sock`]);
  });

  test('passes over what is no socket, is not there or leads nowhere', () => {
    writeFileSync(join(folder, 'file.sock'), '');
    symlinkSync('/nonexistent', join(folder, 'dangling.sock'));

    expect(findSockets([join(folder, 'file.sock'), join(folder, 'none.sock'), join(folder, 'dangling.sock')])).toEqual([]);
  });

  test('looks where engines of a session, of the system and of a desktop put theirs', () => {
    const paths = usualPaths({ home: '/home/me', runtime: '/run/user/1000' });

    expect(paths).toEqual(expect.arrayContaining(['/var/run/docker.sock', '/run/user/1000/docker.sock', '/home/me/.docker/run/docker.sock', '/home/me/.colima/default/docker.sock', '/run/user/1000/podman/podman.sock']));
    expect(usualPaths({ home: '/home/me' }).join()).not.toContain('undefined');
  });
});
