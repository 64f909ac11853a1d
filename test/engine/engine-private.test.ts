import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { PrivateEngine } from '../../electron/host/engine/private-engine.ts';
import { tokenFor } from '../support/engine-under-test.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';

// Not below TMPDIR: a socket's path is short.
let folder: string;
let engine: PrivateEngine;

const isRoot = process.getuid?.() === 0;
const applied = { kind: 'applied', status: 200, id: expect.any(String) };
const identity = () => createDockerEngines().readers.at(engine.endpoint).identity();

beforeEach(() => {
  folder = mkdtempSync('/tmp/bw-engine-');
  engine = new PrivateEngine({ folder });
});

afterEach(async () => {
  if (engine.read().kind === 'running') await engine.stop(tokenFor('stop_engine'));
  // A daemon that did not end by itself leaves its data folder mounted onto itself.
  spawnSync('umount', [`${folder}/data`], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isRoot)('a private engine', () => {
  test('starts, is who it is beside every other engine of the machine, stops, and is the same when it starts again', async () => {
    expect(engine.read()).toEqual({ kind: 'stopped' });
    const started = await engine.start(tokenFor('start_engine'));
    const { engine: id } = await identity();

    expect(started).toEqual({ kind: 'applied', status: 200, id });
    expect(engine.read()).toEqual({ kind: 'running', pid: expect.any(Number) });
    expect(await engine.start(tokenFor('start_engine'))).toEqual({ kind: 'already', status: 304 });
    const given = process.env['BAILIWICK_TEST_ENGINE'];
    if (given) expect(id).not.toBe((await createDockerEngines().readers.at(given).identity()).engine);

    expect(await engine.stop(tokenFor('stop_engine'))).toEqual({ kind: 'applied', status: 200 });
    expect(engine.read()).toEqual({ kind: 'stopped' });
    await expect(identity()).rejects.toMatchObject({ name: 'EngineUnreachableError' });
    expect(await engine.stop(tokenFor('stop_engine'))).toEqual({ kind: 'already', status: 304 });

    await engine.start(tokenFor('start_engine'));
    expect((await identity()).engine).toBe(id);
  });

  test('is found by a console that did not start it', async () => {
    await engine.start(tokenFor('start_engine'));

    const another = new PrivateEngine({ folder });

    expect(another.read()).toEqual(engine.read());
    expect(await another.stop(tokenFor('stop_engine'))).toMatchObject({ kind: 'applied' });
  });

  test('that died leaves a pid file that misleads nobody', async () => {
    await engine.start(tokenFor('start_engine'));
    const state = engine.read();
    if (state.kind === 'running') process.kill(state.pid, 'SIGKILL');
    await expect.poll(() => engine.read().kind).toBe('stopped');
    // The pid of a process that is not ours, as after a restart of the machine.
    writeFileSync(`${folder}/docker.pid`, String(process.pid));

    expect(engine.read()).toEqual({ kind: 'stopped' });
    expect(await engine.start(tokenFor('start_engine'))).toEqual(applied);
  });

  test('that died waits for its helper to be gone as well before it starts anew', async () => {
    const helpers = `${folder}/exec/containerd`;
    mkdirSync(helpers, { recursive: true });
    const ending = spawn('sh', ['-c', 'sleep 1; true', `${helpers}/containerd.toml`], { stdio: 'ignore' });
    writeFileSync(`${helpers}/containerd.pid`, String(ending.pid));

    expect(await engine.start(tokenFor('start_engine'))).toEqual(applied);
    expect(ending.exitCode).toBe(0);
  });

  test('gives its socket to root alone, or to the group that it is told', async () => {
    await engine.start(tokenFor('start_engine'));
    const alone = statSync(`${folder}/docker.sock`);
    await engine.stop(tokenFor('stop_engine'));
    engine = new PrivateEngine({ folder, group: 'daemon' });
    await engine.start(tokenFor('start_engine'));
    const shared = statSync(`${folder}/docker.sock`);

    expect([alone.gid, alone.mode & 0o777]).toEqual([0, 0o660]);
    expect(shared.gid).not.toBe(0);
    expect(statSync(folder).mode & 0o777).toBe(0o711);
  });

  test('that cannot start says why, and runs nothing', async () => {
    engine = new PrivateEngine({ folder, group: 'no-such-group-here' });

    const answer = await engine.start(tokenFor('start_engine'));

    expect(answer).toMatchObject({ kind: 'refused', says: expect.stringContaining('no-such-group-here') });
    expect(engine.read()).toEqual({ kind: 'stopped' });
  });
});

describe('a private engine for an ordinary user', () => {
  test('is unsupported, and says why', async () => {
    expect(await asOrdinaryUser(() => engine.read())).toEqual({ kind: 'unsupported', says: 'needs root' });
  });
});
