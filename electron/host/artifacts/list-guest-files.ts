import type { GuestFile, GuestListing } from '../../../shared/guest-files.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { guest } from '../../../shared/worker-spec.ts';
import { EngineFault, type EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { containerOf } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { managedFiles } from '../projection/conflicts.ts';
import { readIncomingTar, type IncomingEntry, type RefusedEntry } from '../projection/incoming-tar.ts';
import { whenReadable } from '../projection/when-readable.ts';
import { WorkspaceComparison } from './workspace-comparison.ts';
import { deliveredFiles } from './delivered-files.ts';

const mostFiles = 10_000;
/** An engine sends every file's bytes with its name; so many are passed over before the listing gives up. */
const mostBytes = 4 * 1024 ** 3;

const mostChanges = 1000;

/** What an engine puts into every container: places for its mounts, the working directory, its init. What lies below is told. */
const madeByEngine: ReadonlySet<string> = new Set([
  guest.work, guest.task, guest.state, guest.runtime, '/run', '/tmp', '/dev', '/dev/console', '/dev/pts', '/dev/shm', '/proc', '/sys', '/etc', '/etc/hosts', '/etc/hostname', '/etc/resolv.conf', '/etc/mtab', '/sbin', '/sbin/docker-init',
]);

export interface ListingWatch {
  readonly signal?: AbortSignal;
  /** Told of the bytes passed so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** Names what lies in the workspace and how it differs from what was delivered, from one archive of it; and what changed outside it. */
export async function listGuestFiles(means: Pick<Means, 'journal' | 'readers'>, id: BindingId, { signal, onBytes }: ListingWatch = {}): Promise<Result<GuestListing>> {
  return whenReadable(async () => {
    const binding = bindingOf(means, id);
    const ours = await containerOf(means.readers, binding);
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;
    const tar = await reader.archive(container.id, guest.work, signal);
    const comparison = new WorkspaceComparison(deliveredFiles(means.journal, binding), managedFiles(binding, (digest) => means.journal.document(digest)));
    const listed = tar === null ? { files: comparison.removed, complete: true } : await listEntries(tar, comparison, onBytes);
    return ok({ ...listed, container: await changesOf(reader, container.id) });
  }, signal);
}

export async function listEntries(tar: AsyncIterable<Uint8Array>, comparison: WorkspaceComparison, onBytes?: (bytes: number) => void): Promise<Pick<GuestListing, 'files' | 'complete'>> {
  const files: GuestFile[] = [];
  let bytes = 0;
  for await (const entry of readIncomingTar(tar, { maxEntries: mostFiles + 2, maxEntryBytes: Number.MAX_SAFE_INTEGER })) {
    const file = toGuestFile(entry);
    if (file.path === guest.work) continue;
    if (files.length === mostFiles) return { files, complete: false };
    const change = await comparison.changeOf(file.path, entry);
    files.push(change ? { ...file, change } : file);
    // Its name is known before its bytes come: what claims more than the rest of the bound is named and not waited for.
    if ((bytes += file.bytes) > mostBytes) return { files, complete: false };
    onBytes?.(bytes);
  }
  return { files: [...files, ...comparison.removed], complete: true };
}

/** An engine that does not tell is no reason to show nothing of the workspace. */
async function changesOf(reader: EngineReader, container: string): Promise<GuestListing['container']> {
  try {
    const changes = (await reader.changes(container)).filter(({ path, kind }) => kind === 'removed' || !madeByEngine.has(path));
    return { changes: changes.slice(0, mostChanges), total: changes.length };
  } catch (error) {
    if (error instanceof EngineFault) return null;
    throw error;
  }
}

function toGuestFile(entry: IncomingEntry | RefusedEntry): GuestFile {
  const { bytes, modifiedSeconds } = entry;
  if (entry.kind === 'entry') return { path: `/${entry.path}`, bytes, type: entry.type, modifiedSeconds };
  // What has a name that is no path is shown, but is nothing that could be asked for by that name.
  const type = entry.path === undefined || entry.type === 'file' ? 'other' : entry.type;
  return { path: `/${entry.path ?? entry.name}`, bytes, type, modifiedSeconds };
}
