import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dockerContexts } from '../../electron/host/engine/docker-contexts.ts';
import { findEngines } from '../../electron/host/engine/find-engines.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

let home: string;

beforeEach(() => {
  home = aTemporaryFolder();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const idOf = (name: string): string => Buffer.from(name.padEnd(32, '.')).toString('hex').slice(0, 64);
const fileOf = (name: string): string => path.join(home, '.docker/contexts/meta', idOf(name), 'meta.json');

function writeContext(name: string, text: string): void {
  mkdirSync(path.dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), text);
}

const aContext = (name: string, Host: string): void => writeContext(name, JSON.stringify({ Name: name, Metadata: {}, Endpoints: { docker: { Host, SkipTLSVerify: false } } }));

function writeCertificates(name: string): string {
  const folder = path.join(home, '.docker/contexts/tls', idOf(name), 'docker');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'ca.pem'), '');
  return folder;
}

describe('B7 57: Docker contexts', () => {
  test('are found below a home, whatever DOCKER_* says', () => {
    vi.stubEnv('DOCKER_CONFIG', '/nonexistent');
    vi.stubEnv('DOCKER_CONTEXT', 'other');
    aContext('lab', 'ssh://me@lab');
    aContext('rootless', 'unix:///run/user/1000/docker.sock');

    expect(findEngines({ home }).engines).toEqual(expect.arrayContaining([
      { endpoint: 'ssh://me@lab', where: 'Docker context “lab”' },
      { endpoint: 'unix:///run/user/1000/docker.sock', where: 'Docker context “rootless”' },
    ]));
  });

  test('over TLS come with the folder of their certificates', () => {
    const certificates = writeCertificates('tls');
    aContext('tls', 'tcp://10.0.0.7:2376');

    expect(dockerContexts(home)).toEqual([{ kind: 'usable', name: 'tls', endpoint: 'https://10.0.0.7:2376', certificates }]);
  });

  test('that name one engine twice are one', () => {
    aContext('one', 'ssh://lab');
    aContext('two', 'ssh://lab');

    expect(findEngines({ home }).engines.filter(({ endpoint }) => endpoint === 'ssh://lab')).toHaveLength(1);
  });

  test.each([
    ['no JSON', '{"Name":', 'it is not what a context looks like'],
    ['nothing', '', 'it is not what a context looks like'],
    ['another shape', '{"Name":7}', 'it is not what a context looks like: Name'],
    ['no Docker endpoint', '{"Name":"k8s","Endpoints":{}}', '“k8s” names no Docker endpoint'],
    ['plain tcp', '{"Name":"old","Endpoints":{"docker":{"Host":"tcp://10.0.0.7:2375"}}}', '“old” leads to tcp://10.0.0.7:2375: tcp:// is refused: without TLS'],
    ['a pipe', '{"Name":"win","Endpoints":{"docker":{"Host":"npipe:////./pipe/docker_engine"}}}', 'npipe:// is not a way this console knows'],
    ['an option for a host', '{"Name":"evil","Endpoints":{"docker":{"Host":"ssh://-oProxyCommand=reboot"}}}', 'is not a host'],
    ['far too much', `{"Name":"${'x'.repeat(200_000)}"}`, 'it cannot be read'],
  ])('with %s are said, and hide no other', (_what, text, says) => {
    writeContext('bad', text);
    aContext('good', 'ssh://lab');

    const { engines, unusable } = findEngines({ home });

    expect(unusable).toEqual([{ kind: 'unusable', file: fileOf('bad'), says: expect.stringContaining(says) as string }]);
    expect(engines.map(({ endpoint }) => endpoint)).toContain('ssh://lab');
  });

  test('with a password say it to nobody', () => {
    aContext('secret', 'ssh://me:hunter2@lab');

    expect(JSON.stringify(findEngines({ home }))).not.toContain('hunter2');
  });

  test('that are folders without a file, or files, are said; a home without any has none', () => {
    expect(dockerContexts(home)).toEqual([]);
    mkdirSync(path.join(home, '.docker/contexts/meta/empty'), { recursive: true });
    writeFileSync(path.join(home, '.docker/contexts/meta/file'), '');
    writeFileSync(path.join(home, '.docker/contexts/meta/.DS_Store'), '');

    expect(dockerContexts(home).map((context) => context.kind === 'unusable' && context.says)).toEqual(['it cannot be read', 'it cannot be read']);
  });
});
