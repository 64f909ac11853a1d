import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { readBootId, readProcess } from '../../electron/host/engine/daemon-process.ts';
import { PrivateEngine } from '../../electron/host/engine/private-engine.ts';
import { daemonArguments, filesBelow, isOurs, noteStarted, runningDaemon } from '../../electron/host/engine/private-engine-files.ts';
import type { AttemptId } from '../../shared/ids.ts';

const aFolder = () => mkdtempSync(join(tmpdir(), 'private-'));

describe.skipIf(process.platform !== 'linux')('B1 8: a pid that is reused', () => {
  test('is not taken for the daemon: its start time and command line have to fit as well', () => {
    const files = filesBelow(aFolder());
    writeFileSync(files.pidFile, String(process.pid));
    noteStarted(files, process.pid);

    expect(readProcess(process.pid)).not.toBeNull();
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
    const files = filesBelow(aFolder());
    noteStarted(files, process.pid);
    writeFileSync(files.record, readFileSync(files.record, 'utf8').slice(0, 10));

    expect(runningDaemon(files)).toBeNull();
  });
});

describe('a private engine that cannot be had', () => {
  const start = (engine: PrivateEngine) => engine.start(mintToken('0'.repeat(32) as AttemptId, 'start_engine', 1));

  test.skipIf(process.getuid?.() === 0)('says that it needs root, and starts nothing', async () => {
    const engine = new PrivateEngine({ folder: aFolder() });

    expect(engine.read()).toEqual({ kind: 'unsupported', says: expect.stringContaining('needs') });
    expect(await start(engine)).toMatchObject({ kind: 'not_sent' });
  });

  test('says that its folder is too deep for a socket, instead of failing somewhere inside', async () => {
    const engine = new PrivateEngine({ folder: `/tmp/${'x'.repeat(90)}` });

    expect(engine.read().kind).toBe('unsupported');
    expect(await start(engine)).toMatchObject({ kind: 'not_sent' });
  });

  test('does nothing without an attempt', async () => {
    const engine = new PrivateEngine({ folder: aFolder() });

    await expect(engine.stop(mintToken('0'.repeat(32) as AttemptId, 'start_engine', 1))).rejects.toThrow('this attempt is for start_engine');
  });
});
