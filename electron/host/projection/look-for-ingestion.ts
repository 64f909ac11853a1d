import type { Binding } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import type { IngestionLook } from '../../../shared/ingestion.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { guest } from '../../../shared/worker-spec.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { startDigest } from '../ledger/digest.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { containerOf } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { readIncomingTar, type IncomingEntry } from './incoming-tar.ts';
import type { KeptManifests } from './kept-manifests.ts';
import { finderOf, recordIngested, soughtIn, type Sought } from './record-ingested.ts';
import { whenReadable } from './when-readable.ts';

/** What is looked through of one source. */
export interface LookBounds {
  readonly logBytes: number;
  readonly homeBytes: number;
  readonly homeFiles: number;
}

const usualBounds: LookBounds = { logBytes: 64 * 1024 * 1024, homeBytes: 512 * 1024 * 1024, homeFiles: 20_000 };

type LookMeans = Pick<Means, 'journal' | 'readers'> & { readonly manifests: KeptManifests };

interface Look extends LookMeans {
  readonly reader: EngineReader;
  readonly container: string;
  readonly binding: Binding;
  readonly sought: Sought;
  readonly bounds: LookBounds;
  readonly signal: AbortSignal;
}

/** Looks for the nonces of delivered context in what the worker printed and in what its harness wrote into its home. Only what is new is recorded. */
export async function lookForIngestion(means: LookMeans, id: BindingId, signal: AbortSignal, bounds = usualBounds): Promise<Result<IngestionLook>> {
  return whenReadable(async () => {
    const binding = bindingOf(means, id);
    const sought = soughtIn(means.journal, means.manifests, binding);
    if (sought.manifests.size === 0) return refused(refusal('not_found', 'No context with a nonce was delivered to this worker.', 'Deliver context files of a type that can carry a line; then there is something to look for.'));
    const bar = writableBar(means.journal, 'what is found could not be recorded');
    if (bar) return refused(bar);
    const ours = await containerOf(means.readers, binding);
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;
    const look: Look = { ...means, reader, container: container.id, binding, sought, bounds, signal };
    const log = await lookInLog(look);
    const home = await lookInHome({ ...look, binding: bindingOf(means, id) });
    return ok({ log: log.read, home: home.read, found: log.found + home.found });
  }, signal);
}

/** A line that is a file's own, and nothing else, was printed out of the file: that is a copy, whoever made it. */
async function lookInLog({ journal, manifests, reader, container, binding, sought, bounds, signal }: Look) {
  const finder = finderOf(sought);
  let bytes = 0;
  let complete = true;
  let begins = true;
  for await (const { text, ends } of reader.logs(container, { follow: false, signal })) {
    const isCopy = begins && ends && sought.lines.has(text.replace(/\r$/, ''));
    const piece = Buffer.from(`${isCopy ? ' '.repeat(text.length) : text}${ends ? '\n' : ''}`);
    begins = ends;
    if ((bytes += piece.length) > bounds.logBytes) {
      complete = false;
      break;
    }
    finder.add(piece);
  }
  return { read: { files: 1, bytes: Math.min(bytes, bounds.logBytes), complete }, found: recordIngested(journal, manifests, binding, 'log', container, finder.end(), 'the log of the container') };
}

/** What was delivered, and exact copies of it, show that it was read at most. */
async function lookInHome({ journal, manifests, reader, container, binding, sought, bounds, signal }: Look) {
  const read = { files: 0, bytes: 0, complete: true };
  let [found, passed] = [0, 0];
  const tar = await reader.archive(container, guest.home, signal);
  if (tar === null) return { read, found };
  const parent = guest.home.slice(0, guest.home.lastIndexOf('/'));
  for await (const entry of readIncomingTar(tar, { maxEntries: 1_000_000, maxEntryBytes: Number.MAX_SAFE_INTEGER })) {
    const path = `${parent}/${entry.path}`;
    const isSought = entry.kind === 'entry' && entry.type === 'file' && !sought.destinations.has(path);
    // What is not looked through is waited for all the same.
    if (!isSought) passed += entry.bytes;
    if (passed > bounds.homeBytes || (isSought && (read.files === bounds.homeFiles || read.bytes + entry.bytes > bounds.homeBytes))) {
      read.complete = false;
      break;
    }
    if (!isSought) continue;
    read.files += 1;
    read.bytes += entry.bytes;
    const sightings = await sightingsIn(entry, sought);
    found += recordIngested(journal, manifests, binding, 'transcript', path, sightings, 'an archive of the guest’s home');
  }
  return { read, found };
}

async function sightingsIn({ bytes, content }: IncomingEntry, sought: Sought) {
  const finder = finderOf(sought);
  const digest = sought.sizes.has(bytes) ? startDigest() : null;
  for await (const chunk of content) {
    finder.add(chunk);
    digest?.add(chunk);
  }
  return digest && sought.copies.has(digest.finish()) ? [] : finder.end();
}
