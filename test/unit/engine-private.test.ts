import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { readBootId, readProcess } from '../../electron/host/engine/daemon-process.ts';
import { PrivateEngine } from '../../electron/host/engine/private-engine.ts';
import { daemonArguments, filesBelow, isOurs, noteStarted, runningDaemon } from '../../electron/host/engine/private-engine-files.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';

describe.skipIf(process.platform !== 'linux')('B1 8: a pid that is reused', () => {
  test('is not taken for the daemon: its start time and command line have to fit as well', () => {
    const files = filesBelow(aTemporaryFolder());
    writeFileSync(files.pidFile, String(process.pid));
    noteStarted(files, process.pid);

    expect(readProcess(process.pid)).not.toBeNull();
    expect(runningDaemon(files)).toBeNull();
  });

  test('a process with the same pid and command line that was started at another time is not it either', async () => {
    const files = filesBelow(aTemporaryFolder());
    const standIn = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', '--', ...daemonArguments(files, 'root')]);
    await once(standIn, 'spawn');
    const pid = standIn.pid ?? 0;
    writeFileSync(files.pidFile, String(pid));

    expect(runningDaemon(files)).toBe(pid);
    noteStarted(files, pid);
    expect(runningDaemon(files)).toBe(pid);
    writeFileSync(files.record, JSON.stringify({ pid, startTicks: '1', bootId: readBootId() }));
    expect(runningDaemon(files)).toBeNull();

    standIn.kill();
    await once(standIn, 'exit');
    expect(runningDaemon(files)).toBeNull();
  });

  test('a daemon is ours by the folders on its command line', () => {
    const files = filesBelow('/data/engine');

    expect(isOurs(['/usr/sbin/dockerd', ...daemonArguments(files, 'root')], files)).toBe(true);
    expect(isOurs(['/usr/sbin/dockerd', ...daemonArguments(filesBelow('/data/engine2'), 'root')], files)).toBe(false);
    expect(isOurs(['/usr/sbin/dockerd'], files)).toBe(false);
  });

  test('a process that is not there any more is none', () => {
    expect(readProcess(2 ** 22 + 1)).toBeNull();
    expect(readBootId()).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a record that a power cut left half written is none', () => {
    const files = filesBelow(aTemporaryFolder());
    noteStarted(files, process.pid);
    writeFileSync(files.record, readFileSync(files.record, 'utf8').slice(0, 10));

    expect(runningDaemon(files)).toBeNull();
  });
});

describe('a private engine that cannot be had', () => {
  const start = (engine: PrivateEngine) => engine.start(mintToken('0'.repeat(32) as AttemptId, 'start_engine', 1));

  test('says to an ordinary user that it needs root, and starts nothing', async () => {
    const engine = new PrivateEngine({ folder: aTemporaryFolder() });

    const [state, answer] = await asOrdinaryUser(async () => [engine.read(), await start(engine)] as const);

    expect(state).toEqual({ kind: 'unsupported', says: 'needs root' });
    expect(answer).toMatchObject({ kind: 'not_sent' });
  });

  test('says that its folder is too deep for a socket, instead of failing somewhere inside', async () => {
    const engine = new PrivateEngine({ folder: `/tmp/${'x'.repeat(90)}` });

    expect(engine.read().kind).toBe('unsupported');
    expect(await start(engine)).toMatchObject({ kind: 'not_sent' });
  });

  test('does nothing without an attempt', async () => {
    const engine = new PrivateEngine({ folder: aTemporaryFolder() });

    await expect(engine.stop(mintToken('0'.repeat(32) as AttemptId, 'start_engine', 1))).rejects.toThrow('this attempt is for start_engine');
  });
});
