import type { Digest } from '../../../shared/ids.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { startDigest } from '../ledger/digest.ts';
import { readIncomingTar, type EntryType, type IncomingBounds, type IncomingEntry, type RefusedEntry } from './incoming-tar.ts';
import { BrokenArchiveError } from './tar-header.ts';

/** What lies at a path in the guest. Only of a wanted regular file the bytes are read. */
export interface GuestLook {
  readonly type: EntryType;
  readonly bytes: number;
  /** Of files and folders. */
  readonly uid?: number;
  readonly digest?: Digest;
}

export interface GuestQuestion {
  /** A folder that is known to be one, such as a volume's. */
  readonly below: string;
  /** Absolute paths of files. */
  readonly files: readonly string[];
}

const bounds: IncomingBounds = { maxEntries: 2_000_000, maxEntryBytes: Number.MAX_SAFE_INTEGER };
/** Up to so many paths are asked for one by one: a guest's folder may hold far more than we want to know. */
const fewPaths = 24;

/**
 * Reads what lies at some paths and at the folders on the way to them. A path that is not there, or that only a link
 * leads to, is missing in the answer: the link itself is told instead.
 */
export async function lookAtGuest(reader: EngineReader, container: string, { below, files }: GuestQuestion, signal?: AbortSignal): Promise<ReadonlyMap<string, GuestLook>> {
  const folders = foldersOnTheWay(below, files);
  const look = new GuestLooking({ reader, container, signal, files, folders });
  if (folders.length + files.length <= fewPaths) {
    await look.atEach([...folders, ...files]);
    return look.found;
  }
  const common = folders.filter((folder) => files.every((file) => file.startsWith(`${folder}/`)));
  await look.atEach(common);
  const last = common.at(-1) ?? below;
  if (last !== below && look.found.get(last)?.type !== 'folder') return look.found;
  for (const top of topsBelow(last, files)) await look.atAllBelow(top);
  // Within one archive a file's second name is a link to its first; asked for alone it is a file.
  const linked = files.filter((file) => look.found.get(file)?.type === 'link');
  if (linked.length <= fewPaths) await look.atEach(linked);
  return look.found;
}

/** Every folder between, each before what is in it. */
export function foldersOnTheWay(below: string, files: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let slash = file.indexOf('/', below.length + 1); slash !== -1; slash = file.indexOf('/', slash + 1)) folders.add(file.slice(0, slash));
  }
  return [...folders].sort((one, other) => (one < other ? -1 : 1));
}

/** The folder's own things that are wanted or lead to something wanted, or the folder itself where these are many. */
function topsBelow(folder: string, files: readonly string[]): readonly string[] {
  const tops = new Set(files.map((file) => `${folder}/${file.slice(folder.length + 1).split('/')[0] ?? ''}`));
  return tops.size <= fewPaths ? [...tops] : [folder];
}

interface Looked {
  readonly reader: EngineReader;
  readonly container: string;
  readonly signal: AbortSignal | undefined;
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

class GuestLooking {
  readonly found = new Map<string, GuestLook>();
  readonly #at: Looked;
  readonly #wanted: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;

  constructor(at: Looked) {
    this.#at = at;
    this.#wanted = new Set(at.files);
    this.#folders = new Set(at.folders);
  }

  /** What lies behind anything but a folder is not asked for. */
  async atEach(paths: readonly string[]): Promise<void> {
    const closed = new Set<string>();
    for (const path of paths) {
      const parent = parentOf(path);
      const look = closed.has(parent) ? null : await this.#first(path);
      if (look) this.found.set(path, look);
      if (look?.type !== 'folder') closed.add(path);
    }
  }

  async #first(path: string): Promise<GuestLook | null> {
    for await (const entry of await this.#archive(path)) {
      if (pathIn(parentOf(path), entry) !== path) throw new BrokenArchiveError(`the engine answered with something else for ${path}`);
      // Awaited here: leaving the loop lets go of the archive.
      return await this.#lookOf(path, entry);
    }
    return null;
  }

  async atAllBelow(top: string): Promise<void> {
    let missing = this.#at.files.filter((file) => file === top || file.startsWith(`${top}/`)).length;
    for await (const entry of await this.#archive(top)) {
      const path = pathIn(parentOf(top), entry);
      if (path === undefined || !(this.#wanted.has(path) || this.#folders.has(path))) continue;
      if (this.found.has(path) && path !== top) throw new BrokenArchiveError(`two entries for ${path}`);
      this.found.set(path, await this.#lookOf(path, entry));
      if (this.#wanted.has(path)) missing -= 1;
      if (missing === 0) return;
    }
  }

  async #lookOf(path: string, entry: IncomingEntry | RefusedEntry): Promise<GuestLook> {
    const { type, bytes } = entry;
    if (entry.kind === 'refused') return { type, bytes };
    const { uid } = entry;
    if (type !== 'file' || !this.#wanted.has(path)) return { type, bytes, uid };
    const digest = startDigest();
    for await (const chunk of entry.content) digest.add(chunk);
    return { type, bytes, uid, digest: digest.finish() };
  }

  async #archive(path: string): Promise<AsyncIterable<IncomingEntry | RefusedEntry>> {
    const { reader, container, signal } = this.#at;
    const tar = await reader.archive(container, path, signal);
    return tar === null ? nothing() : readIncomingTar(tar, bounds);
  }
}

async function* nothing(): AsyncGenerator<never> {}

/** The path in the guest of an entry whose archive was asked for below a folder. */
const pathIn = (folder: string, entry: IncomingEntry | RefusedEntry): string | undefined => (entry.path === undefined ? undefined : `${folder}/${entry.path}`);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
