import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';

/** A tar stream of a folder's regular files: the same files give the same bytes, whoever owns them and whenever they changed. */
export function tarOfFolder(folder: string): Readable {
  const tar = pack();
  addFiles(tar, folder).then(() => tar.finalize(), (error: Error) => tar.destroy(error));
  return Readable.from(tar, { objectMode: false });
}

async function addFiles(tar: Pack, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    const { size, mode } = await stat(file);
    const executable = (mode & 0o111) !== 0;
    const name = relative(folder, file).split(sep).join('/');
    const entry = tar.entry({ name, size, mode: executable ? 0o755 : 0o644, mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '' });
    await pipeline(createReadStream(file), entry);
  }
}
