import { accessSync, chmodSync, constants, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { readBootId, readIfThere, readProcess } from './daemon-process.ts';

/** Where everything of a private engine lives: below one folder, so that nothing of it is shared with another engine. */
export interface PrivateEngineFiles {
  readonly folder: string;
  readonly socket: string;
  readonly dataRoot: string;
  readonly execRoot: string;
  readonly pidFile: string;
  readonly configFile: string;
  readonly logFile: string;
  readonly record: string;
}

export const filesBelow = (folder: string): PrivateEngineFiles => ({
  folder,
  socket: join(folder, 'docker.sock'),
  dataRoot: join(folder, 'data'),
  execRoot: join(folder, 'exec'),
  pidFile: join(folder, 'docker.pid'),
  configFile: join(folder, 'daemon.json'),
  logFile: join(folder, 'dockerd.log'),
  record: join(folder, 'started.json'),
});

/** The longest socket path that the daemon makes; the system allows 107 bytes and an ending zero. */
export const longestSocket = (files: PrivateEngineFiles): string => join(files.execRoot, 'containerd', 'containerd-debug.sock');
export const socketPathLimit = 107;

/**
 * The daemon's whole command line. Only `none` networks so far: no bridge and no packet-filter rules, because a second
 * daemon's rules would replace those of an engine that is already on this machine.
 */
export const daemonArguments = (files: PrivateEngineFiles, group: string): readonly string[] => [
  '--host', `unix://${files.socket}`,
  '--data-root', files.dataRoot,
  '--exec-root', files.execRoot,
  '--pidfile', files.pidFile,
  '--config-file', files.configFile,
  '--containerd-namespace', 'bailiwick',
  '--containerd-plugins-namespace', 'bailiwick-plugins',
  '--bridge', 'none',
  '--iptables=false',
  '--ip-forward=false',
  '--log-level', 'warn',
  '--group', group,
];

const pollMs = 50;

const recordSchema = z.strictObject({ pid: z.number().int().positive(), startTicks: z.string(), bootId: z.string() });

/**
 * The daemon's pid, if the pid file names a process whose command line names these folders. Where we noted when it was
 * started, that has to fit as well: a pid is reused.
 */
export function runningDaemon(files: PrivateEngineFiles): number | null {
  const pid = Number(readIfThere(files.pidFile) ?? NaN);
  const found = readProcess(pid);
  if (found === null || !isOurs(found.argv, files)) return null;
  const record = readRecord(files);
  const isAnother = record?.pid === pid && (record.startTicks !== found.startTicks || record.bootId !== readBootId());
  return isAnother ? null : pid;
}

export function isOurs(argv: readonly string[], files: PrivateEngineFiles): boolean {
  const value = (option: string): string | undefined => argv[argv.indexOf(option) + 1];
  return value('--data-root') === files.dataRoot && value('--pidfile') === files.pidFile;
}

/** Notes the start time of a daemon that was just spawned; false when it has ended already. */
export function noteStarted(files: PrivateEngineFiles, pid: number): boolean {
  const found = readProcess(pid);
  if (found === null) return false;
  const next = `${files.record}.next`;
  writeFileSync(next, JSON.stringify({ pid, startTicks: found.startTicks, bootId: readBootId() }), { mode: 0o600 });
  renameSync(next, files.record);
  return true;
}

/** Makes the folder ready for a start. What a daemon of an earlier boot left to be run is void and would only mislead. */
export function prepareFolder(files: PrivateEngineFiles, group: string | undefined): void {
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  // A group that may use the socket has to reach it; the folder still cannot be listed.
  chmodSync(files.folder, group === undefined ? 0o700 : 0o711);
  const bootId = readRecord(files)?.bootId;
  if (bootId !== undefined && bootId !== readBootId()) rmSync(files.execRoot, { recursive: true, force: true });
  for (const stale of [files.record, files.pidFile, files.socket]) rmSync(stale, { force: true });
}

/**
 * A daemon takes the pid in this file for its helper's and waits for it in vain when it is a stranger's by now, a dead
 * one's, or that of a helper which the system is just ending after its daemon died. One that lives on is taken over.
 */
export async function forgetDeadContainerd(files: PrivateEngineFiles, withinMs: number): Promise<void> {
  const folder = join(files.execRoot, 'containerd');
  const pidFile = join(folder, 'containerd.pid');
  const isThere = (): boolean =>
    readProcess(Number(readIfThere(pidFile) ?? NaN))?.argv.includes(join(folder, 'containerd.toml')) === true;
  for (const until = Date.now() + withinMs; isThere() && Date.now() < until; ) await wait(pollMs);
  if (!isThere()) rmSync(pidFile, { force: true });
}

/** A desktop session's PATH often lacks the folders of system programs. */
export const searchPath = (): string =>
  [process.env['PATH'] ?? '', '/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].filter((folder) => folder !== '').join(delimiter);

export const findDaemonProgram = (): string | null =>
  searchPath().split(delimiter).map((folder) => join(folder, 'dockerd')).find(isExecutable) ?? null;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A record that a power cut left half written is from an earlier boot, so it is as good as none. */
function readRecord(files: PrivateEngineFiles): z.infer<typeof recordSchema> | null {
  const text = readIfThere(files.record);
  if (text === null) return null;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
