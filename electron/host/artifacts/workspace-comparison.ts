import type { FileChange, GuestFile } from '../../../shared/guest-files.ts';
import { startDigest } from '../ledger/digest.ts';
import type { IncomingEntry, RefusedEntry } from '../projection/incoming-tar.ts';
import type { Managed } from '../projection/conflicts.ts';
import type { DeliveredFile } from './delivered-files.ts';

const mostBytesHashed = 512 * 1024 * 1024;

/** Compares what a listing passes with what was delivered; null stands for a delivery that nobody knows any more. */
export class WorkspaceComparison {
  readonly #delivered: ReadonlyMap<string, DeliveredFile> | null;
  readonly #managed: ReadonlyMap<string, Managed>;
  readonly #seen = new Set<string>();
  #hashed = 0;

  constructor(delivered: ReadonlyMap<string, DeliveredFile> | null, managed: ReadonlyMap<string, Managed> = new Map()) {
    this.#delivered = delivered;
    this.#managed = managed;
  }

  /** Where a delivery was cut, what is there and not known from an earlier one may be a part of it. */
  async changeOf(path: string, entry: IncomingEntry | RefusedEntry): Promise<FileChange | undefined> {
    const change = await this.#sinceDelivered(path, entry);
    const unconfirmedBytes = this.#managed.get(path)?.unconfirmedBytes ?? 0;
    if (unconfirmedBytes === 0 || entry.type !== 'file' || change === 'same') return change;
    return entry.bytes < unconfirmedBytes ? 'partial' : 'not_compared';
  }

  /** Another size tells enough; only a file of the same size is hashed, while that is worth its time. */
  async #sinceDelivered(path: string, entry: IncomingEntry | RefusedEntry): Promise<FileChange | undefined> {
    const delivered = this.#delivered?.get(path);
    if (!delivered) return entry.type === 'folder' ? undefined : this.#delivered ? 'added' : 'not_compared';
    this.#seen.add(path);
    if (entry.type === 'folder') return 'changed';
    // A second name of a file reads as a link within one archive.
    if (entry.kind === 'refused') return entry.type === 'link' ? 'not_compared' : 'changed';
    if (entry.bytes !== delivered.bytes) return 'changed';
    if (this.#hashed + entry.bytes > mostBytesHashed) return 'not_compared';
    this.#hashed += entry.bytes;
    const digest = startDigest();
    for await (const chunk of entry.content) digest.add(chunk);
    return digest.finish() === delivered.digest ? 'same' : 'changed';
  }

  /** What was delivered and has not been passed. */
  get removed(): readonly GuestFile[] {
    return [...(this.#delivered ?? [])].filter(([path]) => !this.#seen.has(path)).map(([path, { bytes }]) => ({ path, bytes, type: 'file', modifiedSeconds: 0, change: 'removed' }));
  }
}
