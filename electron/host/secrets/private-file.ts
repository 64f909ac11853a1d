import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../../shared/error-code.ts';
import { SecretStoreError } from './secret-store.ts';

/** Writes a file that only this account can read: durable, and all at once. */
export async function writePrivateFile(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    // An older file of this name could have kept wider permissions.
    await chmod(fresh, 0o600);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
  await syncFolder(folder);
}

/** Refuses a file that others could have read: its content is no secret any more. */
export async function readPrivateFile(file: string): Promise<Buffer | null> {
  try {
    const { mode, uid } = await stat(file);
    const mine = process.geteuid === undefined || uid === process.geteuid();
    if (process.platform !== 'win32' && (!mine || (mode & 0o077) !== 0)) {
      throw new SecretStoreError(`${file} can be read by others (mode ${(mode & 0o777).toString(8)}), so it is not used. If nobody has read it, set its mode to 600 and its owner to this account.`);
    }
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Gone for good when this returns, also where it was not there. */
export function forgetPrivateFile(file: string): void {
  if (!existsSync(file)) return;
  rmSync(file);
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
