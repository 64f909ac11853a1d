import type { Readable } from 'node:stream';
import { guest, type WorkerSpec } from '../../../shared/worker-spec.ts';
import { digestText, sha256 } from '../ledger/digest.ts';
import { gateScript } from './gate-script.ts';
import { smallArchive, type ArchiveItem } from './small-archive.ts';

/** Where harnesses leave results: its own folder, because the guest cannot make one beside the task. */
export const resultsFolder = `${guest.work}/results`;

/** One entry as the attempt's document tells it and as it is looked for afterwards. */
export type LayoutEntry = {
  /** Absolute in the guest. */
  readonly path: string;
  readonly type: 'file' | 'folder';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly digest?: string;
};

export interface LayoutArchive {
  readonly folder: string;
  readonly entries: readonly LayoutEntry[];
  readonly tar: () => Readable;
}

/** The folders of one volume, and in the state volume the launch gate: the guest's own, or root's and read-only to it. */
export function layoutArchive(role: 'work' | 'state', user: WorkerSpec['user']): LayoutArchive {
  const items = role === 'work' ? workItems(user) : stateItems(user);
  const folder = role === 'work' ? guest.work : guest.state;
  return {
    folder,
    entries: items.map((item) => entryOf(folder, item)),
    tar: () => smallArchive(items),
  };
}

const root = { uid: 0, gid: 0 };

const workItems = (user: WorkerSpec['user']): readonly ArchiveItem[] => [
  { path: relativeTo(guest.work, guest.task), type: 'folder', mode: 0o755, ...user },
  { path: relativeTo(guest.work, resultsFolder), type: 'folder', mode: 0o755, ...user },
];

const stateItems = (user: WorkerSpec['user']): readonly ArchiveItem[] => [
  { path: relativeTo(guest.state, guest.home), type: 'folder', mode: 0o755, ...user },
  { path: relativeTo(guest.state, guest.gateFolder), type: 'folder', mode: 0o755, ...root },
  { path: relativeTo(guest.state, guest.gate), type: 'file', mode: 0o555, ...root, content: gateScript },
];

const relativeTo = (folder: string, path: string): string => path.slice(folder.length + 1);

function entryOf(folder: string, item: ArchiveItem): LayoutEntry {
  const { path, mode, uid, gid } = item;
  const entry = { path: `${folder}/${path}`, mode, uid, gid };
  return item.type === 'file' ? { ...entry, type: 'file', digest: digestText(sha256(Buffer.from(item.content))) } : { ...entry, type: 'folder' };
}
