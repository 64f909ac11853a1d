import { lstat, opendir, realpath } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { nameBytes, nameText } from '../engine/name-text.ts';
import { chosenPath } from './chosen-path.ts';
import { credentialSignOf, refusalOfCredential } from './credential-files.ts';
import { dangerOfPath, describeDanger, printable } from './safe-path.ts';
import { lookOf, refusalOfFileError, whyNotRegular, type FileLook } from './source-look.ts';

/** What the operator chose in the system's chooser. */
export type ChosenSources =
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | { readonly kind: 'folder'; readonly path: string };

export interface StagingLimits {
  readonly files: number;
  readonly bytes: number;
}

/** A regular file as the walk saw it. */
export interface SourceFile {
  /** Relative to what was chosen. */
  readonly path: string;
  /** Absolute, and free of links when it was seen. */
  readonly source: string;
  readonly look: FileLook;
  readonly mode: number;
}

/** Lists what was chosen, in the order of the paths, or refuses with the first thing that cannot be staged. */
export async function walkSources(chosen: ChosenSources, limits: StagingLimits, signal?: AbortSignal): Promise<Result<readonly SourceFile[]>> {
  const walk = new Walk(limits, signal);
  const why = chosen.kind === 'folder' ? await walk.folder(chosen.path) : await walk.files(chosen.paths);
  if (why !== null) return refused(why);
  if (walk.found.length === 0) return refused(refusal('bad_input', 'There is no file in what was chosen.', 'Choose at least one file, or a folder that holds one.'));
  return ok(walk.found.toSorted((one, other) => (one.path < other.path ? -1 : 1)));
}

class Walk {
  readonly found: SourceFile[] = [];
  readonly #limits: StagingLimits;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;

  constructor(limits: StagingLimits, signal: AbortSignal | undefined) {
    this.#limits = limits;
    this.#signal = signal;
  }

  async files(paths: readonly string[]): Promise<Refusal | null> {
    const names = new Set<string>();
    for (const given of paths) {
      const found = await chosenPath(given);
      if (!found.ok) return found.refusal;
      const path = found.value;
      const name = basename(path);
      if (names.has(name)) return refusal('bad_input', `Two of the chosen files are called “${printable(name)}”.`, 'Stage them one after the other, or choose the folder that holds both.');
      names.add(name);
      const why = await this.#guarded(name, async () => this.#file(name, join(await whereIs(dirname(path)), name)));
      if (why !== null) return why;
    }
    return null;
  }

  async folder(given: string): Promise<Refusal | null> {
    const found = await chosenPath(given);
    if (!found.ok) return found.refusal;
    const path = found.value;
    // The chosen folder itself may be reached through a link: the operator named it. Nothing below it may be one.
    return this.#guarded(path, async () => {
      const root = await whereIs(path);
      const pending = [''];
      for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
        const why = await this.#guarded(folder === '' ? path : folder, () => this.#contents(root, folder, pending));
        if (why !== null) return why;
      }
      return null;
    });
  }

  async #contents(root: string, folder: string, pending: string[]): Promise<Refusal | null> {
    for await (const name of namesIn(nameBytes(join(root, folder)))) {
      if (this.#signal?.aborted) return cancelled;
      const path = posix.join(folder, nameText(name));
      const why = await this.#guarded(path, () => this.#thing(path, join(root, path), pending));
      if (why !== null) return why;
    }
    return null;
  }

  async #thing(path: string, source: string, pending: string[]): Promise<Refusal | null> {
    const stats = await lstat(nameBytes(source), { bigint: true });
    if (!stats.isDirectory()) return this.#file(path, source);
    pending.push(path);
    return null;
  }

  async #file(path: string, source: string): Promise<Refusal | null> {
    const danger = dangerOfPath(path);
    if (danger !== null) return refusal('unsafe_file', `The name “${printable(path)}” ${describeDanger(danger)}.`, 'Rename it, or choose without it.');
    const stats = await lstat(nameBytes(source), { bigint: true });
    const why = whyNotRegular(stats, path);
    if (why !== null) return why;
    const sign = credentialSignOf(source);
    if (sign?.certain) return refusalOfCredential(path, sign.kind);
    this.#bytes += Number(stats.size);
    this.found.push({ path, source, look: lookOf(stats), mode: Number(stats.mode & 0o777n) });
    return this.#overLimit();
  }

  #overLimit(): Refusal | null {
    const { files, bytes } = this.#limits;
    if (this.found.length > files) return refusal('too_large', `What was chosen holds more than ${files} files.`, 'Choose less at a time, or pack it into one archive file.');
    if (this.#bytes > bytes) return refusal('too_large', `What was chosen holds more than ${bytes} bytes.`, 'Choose less at a time.');
    return null;
  }

  async #guarded(path: string, work: () => Promise<Refusal | null>): Promise<Refusal | null> {
    try {
      return await work();
    } catch (error) {
      const why = refusalOfFileError(error, path);
      if (why === null) throw error;
      return why;
    }
  }
}

/** One by one, as the folder gives them. Node knows this encoding, its types do not: a name is bytes then. */
async function* namesIn(folder: Buffer): AsyncGenerator<Buffer> {
  for await (const { name } of await opendir(folder, { encoding: 'buffer' as BufferEncoding })) yield Buffer.from(name);
}

const whereIs = async (path: string): Promise<string> => nameText(await realpath(nameBytes(path), { encoding: 'buffer' }));

export const cancelled: Refusal = refusal('cancelled', 'Staging was cancelled.', 'Nothing was kept. Stage again when you want to.');
