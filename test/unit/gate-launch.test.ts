import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { extract } from 'tar-stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { launchFile, launchFileArchive, quoted, UnspeakableArgumentError, gateEnvironmentNames } from '../../electron/host/execution/launch-gate.ts';
import { gateScript } from '../../electron/host/placement/gate-script.ts';
import { guest, type LaunchRequest } from '../../shared/worker-spec.ts';
import { aBindingId, anExecutionId, theSeat } from '../support/builders.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const shells = [['dash'], ['busybox', 'sh']].filter(([name = '']) => spawnSync(name, ['-c', 'true']).error === undefined);

let folder: string;
let gate: string;

/** The gate as delivered, at places of this test's own. */
beforeEach(() => {
  folder = aTemporaryFolder();
  for (const name of ['state', 'run', 'task']) mkdirSync(path.join(folder, name));
  gate = path.join(folder, 'gate');
  writeFileSync(gate, gateScript.replaceAll(guest.gateFolder, path.join(folder, 'state')).replaceAll(guest.runtime, path.join(folder, 'run')));
  writeFileSync(path.join(folder, 'arguments'), '#!/bin/sh\nfor argument in "$@"; do printf \'%s\\0\' "$argument"; done\n', { mode: 0o755 });
});

const aLaunch = (request: Partial<LaunchRequest> = {}) => ({
  seat: theSeat,
  binding: aBindingId(),
  execution: anExecutionId(),
  request: { argv: ['env'], workingDirectory: path.join(folder, 'task'), environmentNames: [], ...request },
});

const writeLaunch = (text: string): void => writeFileSync(path.join(folder, 'state/launch'), text);

function run(shell: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const [program = 'sh', ...before] = shell;
  const { status, stdout, stderr } = spawnSync(program, [...before, gate], { env: { PATH: process.env['PATH'], ...environment } });
  return { status, stdout: stdout.toString('utf8'), stderr: stderr.toString('utf8') };
}

describe.each(shells.map((shell) => [shell.join(' '), shell] as const))('the launch gate under %s', (_name, shell) => {
  test('hands over any argv exactly as it was asked for', () => {
    const argument = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', ' ', '!', ';', '(', '-', '*', '~', '#', '\u0081', '\u0088') }),
      fc.constantFrom('', '$(touch broken)', "'; touch broken; '", '"$HOME"', '--', '-n', '\\', "'\\''"),
    );
    const argv = fc.array(argument.filter((text) => text.isWellFormed() && !text.includes('\0')), { maxLength: 8 });

    fc.assert(
      fc.property(argv, (rest) => {
        writeLaunch(launchFile(aLaunch({ argv: [path.join(folder, 'arguments'), ...rest] })));
        const { status, stdout } = run(shell);
        expect(status).toBe(0);
        expect(stdout).toBe(rest.map((text) => `${text}\0`).join(''));
      }),
      { numRuns: 40 },
    );
    expect(existsSync(path.join(folder, 'task/broken'))).toBe(false);
  });

  test('sets the environment names it says it sets, and leaves none of its own', () => {
    writeLaunch(launchFile(aLaunch()));
    const environment = Object.fromEntries(run(shell).stdout.split('\n').filter((line) => line.includes('=')).map((line) => line.split('=', 2)));

    expect(Object.keys(environment)).toEqual(expect.arrayContaining([...gateEnvironmentNames]));
    expect(environment).toMatchObject({ HOME: '/state/home', BAILIWICK_SEAT: theSeat, BAILIWICK_BINDING: aBindingId(), BAILIWICK_EXECUTION: anExecutionId() });
    expect(Object.keys(environment).filter((name) => name.startsWith('bailiwick_'))).toEqual([]);
  });

  test('keeps the image’s own search path and terminal', () => {
    writeLaunch(launchFile(aLaunch()));

    expect(run(shell, { TERM: 'vt100' }).stdout).toContain('TERM=vt100');
    expect(run(shell).stdout).toContain(`PATH=${process.env['PATH']}`);
    expect(run(shell).stdout).toContain('TERM=dumb');
  });

  test('becomes the harness: same process, its working directory, its exit code', () => {
    writeLaunch(launchFile(aLaunch({ argv: ['sh', '-c', 'pwd; exit 7'] })));

    expect(run(shell)).toMatchObject({ status: 7, stdout: `${path.join(folder, 'task')}\n` });
  });

  test.each([
    ['there is no launch file', undefined, 'there is no launch file'],
    ['the command starts with a hyphen', { argv: ['-c', 'true'] }, 'a command cannot start with a hyphen: -c'],
    ['the working directory is not there', { workingDirectory: '/not/there' }, 'the working directory cannot be entered: /not/there'],
    ['an environment name that was asked for is not set', { environmentNames: ['OPENAI_API_KEY'] }, 'the environment name OPENAI_API_KEY was asked for and is not set'],
  ])('says why and ends with 78 when %s', (_why, request, says) => {
    if (request) writeLaunch(launchFile(aLaunch(request)));

    const { status, stderr } = run(shell);

    expect(status).toBe(78);
    expect(stderr).toContain(`launch gate: ${says}`);
  });

  test('passes on a name that the image sets', () => {
    writeLaunch(launchFile(aLaunch({ environmentNames: ['LANG', 'HOME'] })));

    expect(run(shell, { LANG: 'C.UTF-8' })).toMatchObject({ status: 0 });
  });

  test('waits for secrets only where a launch has some, and hands them to the harness', async () => {
    writeLaunch(launchFile({ ...aLaunch({ argv: ['sh', '-c', 'printf %s "$TOKEN"'], environmentNames: ['TOKEN'] }), hasSecrets: true }));
    const [program = 'sh', ...before] = shell;
    const child = spawn(program, [...before, gate], { env: { PATH: process.env['PATH'] } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString(); });
    const ended = new Promise((resolve) => child.once('close', resolve));

    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(child.exitCode).toBeNull();
    writeFileSync(path.join(folder, 'run/.env'), `TOKEN=${quoted("a'b $c")}\n`);
    renameSync(path.join(folder, 'run/.env'), path.join(folder, 'run/env'));

    expect(await ended).toBe(0);
    expect(output).toBe("a'b $c");
  });
});

describe('the launch file', () => {
  test('is root’s and no more than readable to the guest', async () => {
    const entries: unknown[] = [];
    const reader = extract();
    reader.on('entry', ({ name, mode, uid, gid, type }, stream, next) => { entries.push({ name, mode, uid, gid, type }); stream.resume(); stream.on('end', next); });
    for await (const chunk of launchFileArchive('text')) reader.write(chunk);

    expect(entries).toEqual([{ name: 'launch', mode: 0o444, uid: 0, gid: 0, type: 'file' }]);
  });

  test('holds environment names and never a value of one', () => {
    const text = launchFile(aLaunch({ environmentNames: ['OPENAI_API_KEY'] }));

    expect(text).toContain("bailiwick_names='OPENAI_API_KEY'");
    expect(text).not.toContain('OPENAI_API_KEY=');
  });

  test('cannot hold a NUL byte', () => {
    expect(() => quoted('a\0b')).toThrow(UnspeakableArgumentError);
  });

  test('is the same text for the same launch', () => {
    expect(launchFile(aLaunch())).toBe(launchFile(aLaunch()));
  });
});

test('the sample harness and the gate are plain POSIX to every shell here', () => {
  const harness = path.resolve(import.meta.dirname, '../../examples/sample-worker/harness.sh');
  for (const [program = 'sh', ...before] of shells) {
    for (const script of [gate, harness]) execFileSync(program, [...before, '-n', script]);
  }
  expect(readFileSync(harness, 'utf8')).toMatch(/^#!\/bin\/sh\n/);
});
