import { Readable } from 'node:stream';
import { pack, type Header } from 'tar-stream';
import { inLargeChunks } from './large-chunks.ts';

interface Item {
  /** Relative to the folder that the archive is unpacked in. */
  readonly path: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export type ArchiveItem =
  | (Item & { readonly type: 'folder' })
  | (Item & { readonly type: 'file'; readonly content: string | Buffer })
  | (Item & { readonly type: 'link'; readonly target: string });

/** A tar stream of a few things that fit into memory. The same items make the same bytes. */
export function smallArchive(items: readonly ArchiveItem[], modified: Date = new Date(0)): Readable {
  const archive = pack();
  for (const item of items) {
    const { path: name, mode, uid, gid } = item;
    const header: Partial<Header> & { name: string } = { name, mode, uid, gid, mtime: modified };
    switch (item.type) {
      case 'folder': archive.entry({ ...header, type: 'directory' }); break;
      case 'file': archive.entry({ ...header, type: 'file' }, Buffer.from(item.content)); break;
      case 'link': archive.entry({ ...header, type: 'symlink', linkname: item.target }); break;
    }
  }
  archive.finalize();
  // Not of the archive itself: one that is given up would report that to nobody, which ends the process.
  return Readable.from(inLargeChunks(archive as AsyncIterable<Buffer>, 64 * 1024), { objectMode: false });
}
