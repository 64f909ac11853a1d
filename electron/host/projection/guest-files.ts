import type { Digest } from '../../../shared/ids.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { startDigest } from '../ledger/digest.ts';
import { canBeAskedFor, entriesAt, mostBytesBeside, tooMuchBeside } from './guest-entries.ts';
import type { EntryType, IncomingBounds, IncomingEntry, RefusedEntry } from './incoming-tar.ts';
import { BrokenArchiveError } from './tar-header.ts';

/** What lies at a path in the guest. Only of a wanted regular file of a fitting size the bytes are read. */
export interface GuestLook {
  readonly type: EntryType;
  readonly bytes: number;
  /** Of files and folders. */
  readonly uid?: number;
  readonly digest?: Digest;
}

export interface GuestQuestion {
  readonly reader: EngineReader;
  readonly container: string;
  /** A folder that is known to be one, such as a volume's. */
  readonly below: string;
  /** Absolute paths of files. */
  readonly files: readonly string[];
  /** None of them is expected to be there, which is found out name by name: only where that is wrong anything is read. */
  readonly mostlyNew?: true;
  /** Whether a file of this size may be what is looked for: the guest decides how large it is, and nothing else is hashed. */
  readonly mayBe?: (path: string, bytes: number) => boolean;
  readonly signal?: AbortSignal | undefined;
}

const bounds: IncomingBounds = { maxEntries: 2_000_000, maxEntryBytes: Number.MAX_SAFE_INTEGER };
/** A question costs an engine about as much as reading so many bytes that nobody wants. */
const bytesOfAQuestion = 32 * 1024 * 1024;
const mostQuestions = 24;
/** Where nobody knows how large it is to be. */
const mostBytesHashed = 64 * 1024 * 1024;
export const isSmall = (bytes: number): boolean => bytes <= mostBytesHashed;
/** To ask for so many names takes as long as one archive. */
const mostNames = 64;

/**
 * Reads what lies at some paths and at the folders on the way to them. A path that is not there, or that only a link
 * leads to, is missing in the answer: the link itself is told instead.
 */
export async function lookAtGuest(question: GuestQuestion): Promise<ReadonlyMap<string, GuestLook>> {
  const { below, files, mostlyNew } = question;
  if (files.length === 0) return new Map();
  const folders = mostlyNew && (await onlyFoldersThere(question));
  if (folders) return folders;
  const looking = new GuestLooking(question);
  await looking.below(below, files);
  await looking.atSecondNames();
  return looking.found;
}

/** The folders on the way that are there, name by name from the outside; undefined where there is more than those, or too much to ask for. */
async function onlyFoldersThere({ reader, container, below, files, signal }: GuestQuestion): Promise<ReadonlyMap<string, GuestLook> | undefined> {
  const found = new Map<string, GuestLook>();
  let asked = 0;
  const isOnlyFolders = async (folder: string, inside: readonly string[]): Promise<boolean> => {
    const tops = [...groupedByTop(folder, inside)];
    if ((asked += tops.length) > mostNames) return false;
    const kinds = await reader.kindsAt(container, tops.map(([top]) => top), signal);
    for (const [index, [top, own]] of tops.entries()) {
      if (kinds[index] === 'absent') continue;
      if (kinds[index] !== 'folder' || own.includes(top)) return false;
      found.set(top, { type: 'folder', bytes: 0 });
      if (!(await isOnlyFolders(top, own))) return false;
    }
    return true;
  };
  return (await isOnlyFolders(below, files)) ? found : undefined;
}

/** Every folder between, each before what is in it. */
export function foldersOnTheWay(below: string, files: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let slash = file.indexOf('/', below.length + 1); slash !== -1; slash = file.indexOf('/', slash + 1)) folders.add(file.slice(0, slash));
  }
  return [...folders].sort((one, other) => (one < other ? -1 : 1));
}

class GuestLooking {
  readonly found = new Map<string, GuestLook>();
  readonly #question: GuestQuestion;
  readonly #wanted: ReadonlySet<string>;
  readonly #onTheWay: ReadonlySet<string>;

  constructor(question: GuestQuestion) {
    this.#question = question;
    this.#wanted = new Set(question.files);
    this.#onTheWay = new Set(foldersOnTheWay(question.below, question.files));
  }

  /**
   * One archive of the folder, unless it holds much that nobody wants: then what is wanted there is asked for by itself. The
   * engine follows links on the way to what it is asked for, so a folder is asked for only after the one around it.
   */
  async below(folder: string, files: readonly string[]): Promise<void> {
    const tops = groupedByTop(folder, files);
    const patience = tops.size > mostQuestions || ![...tops.keys()].every(canBeAskedFor) ? mostBytesBeside : bytesOfAQuestion;
    if (await this.#readAll(folder, files, patience)) return;
    for (const [top, own] of tops) await (own.includes(top) ? this.#readItself(top) : this.below(top, own));
  }

  /** Within one archive a file's second name is a link to its first; asked for by itself it is a file. */
  async atSecondNames(): Promise<void> {
    const linked = [...this.#wanted].filter((file) => this.found.get(file)?.type === 'link');
    for (const file of linked.slice(0, mostQuestions)) await this.#readItself(file);
  }

  /** The first entry of a path's archive is the path itself. */
  async #readItself(path: string): Promise<void> {
    for await (const entry of await this.#entries(path)) {
      if (pathIn(parentOf(path), entry) !== path) throw new BrokenArchiveError(`the engine answered with something else for ${path}`);
      this.found.set(path, await this.#lookOf(path, entry));
      return;
    }
  }

  /** Says whether all was seen that is there; not when its patience with what nobody wants came to an end. */
  async #readAll(top: string, files: readonly string[], patience: number): Promise<boolean> {
    let missing = files.length;
    let unwanted = 0;
    if (!canBeAskedFor(top)) throw tooMuchBeside(top);
    for await (const entry of await this.#entries(top)) {
      const path = pathIn(parentOf(top), entry);
      const look = path !== undefined && (this.#wanted.has(path) || this.#onTheWay.has(path)) ? await this.#lookOf(path, entry) : undefined;
      if (path !== undefined && look) this.found.set(path, look);
      if (path !== undefined && this.#wanted.has(path) && (missing -= 1) === 0) return true;
      if (look?.digest === undefined && (unwanted += entry.bytes) > patience) return false;
    }
    return true;
  }

  async #entries(path: string): Promise<AsyncIterable<IncomingEntry | RefusedEntry>> {
    const { reader, container, signal } = this.#question;
    return (await entriesAt({ reader, container, path, signal }, bounds)) ?? nothing();
  }

  async #lookOf(path: string, entry: IncomingEntry | RefusedEntry): Promise<GuestLook> {
    const { type, bytes } = entry;
    if (entry.kind === 'refused') return { type, bytes };
    const { uid } = entry;
    const { mayBe } = this.#question;
    if (type !== 'file' || !this.#wanted.has(path) || !(mayBe ? mayBe(path, bytes) : isSmall(bytes))) return { type, bytes, uid };
    const digest = startDigest();
    for await (const chunk of entry.content) digest.add(chunk);
    return { type, bytes, uid, digest: digest.finish() };
  }
}

/** Files by the folder's own thing that each of them is, or lies in. */
function groupedByTop(folder: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const slash = file.indexOf('/', folder.length + 1);
    const top = slash === -1 ? file : file.slice(0, slash);
    const group = groups.get(top);
    if (group) group.push(file);
    else groups.set(top, [file]);
  }
  return groups;
}

async function* nothing(): AsyncGenerator<never> {}

/** The path in the guest of an entry whose archive was asked for below a folder. */
const pathIn = (folder: string, entry: IncomingEntry | RefusedEntry): string | undefined => (entry.path === undefined ? undefined : `${folder}/${entry.path}`);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
