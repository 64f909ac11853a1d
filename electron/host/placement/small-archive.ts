import { Readable } from 'node:stream';
import { endBlocks, headerBlocks, paddingOf, type TarItem } from './tar-blocks.ts';

type Item = Pick<TarItem, 'path' | 'mode' | 'uid' | 'gid'>;

export type ArchiveItem =
  | (Item & { readonly type: 'folder' })
  | (Item & { readonly type: 'file'; readonly content: string | Buffer })
  | (Item & { readonly type: 'link'; readonly target: string });

/** A tar stream of a few things that fit into memory. The same items make the same bytes. */
export function smallArchive(items: readonly ArchiveItem[]): Readable {
  return Readable.from([...items.flatMap(blocksOf), endBlocks], { objectMode: false });
}

function blocksOf(item: ArchiveItem): readonly Buffer[] {
  const content = item.type === 'file' ? Buffer.from(item.content) : Buffer.alloc(0);
  return [headerBlocks({ ...item, size: content.length, modifiedSeconds: 0 }), content, Buffer.alloc(paddingOf(content.length))].filter((part) => part.length > 0);
}
