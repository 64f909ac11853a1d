import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '../../../shared/error-code.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { isStaticProgram } from './static-program.ts';
import { smallArchive, type ArchiveItem } from './small-archive.ts';

export const sampleImageTag = 'bailiwick/sample-worker:1';

/** The argv that a sample worker is launched with, unless the operator writes another. */
export const sampleArgv: readonly string[] = ['harness', '--steps', '5', '--pause', '1'];

const busyboxPlaces: readonly string[] = ['/bin/busybox', '/usr/bin/busybox'];

/** What the harness calls, each as a link to busybox. */
const applets = ['sh', 'cat', 'date', 'env', 'false', 'find', 'grep', 'head', 'id', 'ls', 'mkdir', 'mv', 'nc', 'nslookup', 'ps', 'pwd', 'rm', 'sha256sum', 'sleep', 'sort', 'stat', 'tail', 'timeout', 'touch', 'tr', 'true', 'wc', 'xargs'];

const root = { uid: 0, gid: 0 };

/**
 * The build context of the sample worker's image, from the files that ship with the console: on a static busybox of
 * this machine where there is one that the engine can run, else on a public base.
 */
export async function sampleImageContext(examplesFolder: string, architecture?: string): Promise<Result<() => Readable>> {
  const folder = join(examplesFolder, 'sample-worker');
  try {
    const busybox = await findBusybox(architecture);
    const dockerfile = await readFile(join(folder, busybox ? 'Dockerfile' : 'Dockerfile.public'));
    const harness = await readFile(join(folder, 'harness.sh'));
    const items = [file('Dockerfile', dockerfile, 0o644), ...rootfs(harness), ...(busybox ? busyboxItems(busybox) : [])];
    return ok(() => smallArchive(items));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return refused(refusal('not_found', `The files of the sample worker are not in ${folder}.`, 'Install the console again, or build an image of your own.'));
  }
}

const folder = (path: string): ArchiveItem => ({ type: 'folder', path, mode: 0o755, ...root });
const file = (path: string, content: Buffer, mode: number): ArchiveItem => ({ type: 'file', path, content, mode, ...root });

const rootfs = (harness: Buffer): readonly ArchiveItem[] => [folder('rootfs'), folder('rootfs/bin'), file('rootfs/bin/harness', harness, 0o755)];

const busyboxItems = (busybox: Buffer): readonly ArchiveItem[] => [
  file('rootfs/bin/busybox', busybox, 0o755),
  ...applets.map((name): ArchiveItem => ({ type: 'link', path: `rootfs/bin/${name}`, target: 'busybox', mode: 0o777, ...root })),
];

async function findBusybox(architecture: string | undefined): Promise<Buffer | null> {
  for (const path of busyboxPlaces) {
    const program = await readIfThere(path);
    if (program && isStaticProgram(program, architecture)) return program;
  }
  return null;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    const handle = await open(path, 'r');
    return await handle.readFile().finally(() => handle.close());
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes(codeOf(error))) return null;
    throw error;
  }
}
