import { z } from 'zod';
import type { Attempt } from '../../../shared/attempt.ts';
import type { Binding } from '../../../shared/binding.ts';
import { digestSchema, guestPathSchema, instantOf, type Digest } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { manifestSchema } from '../../../shared/manifest.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import { guest } from '../../../shared/worker-spec.ts';
import { blockerOf, type GoalReading } from '../attempts/goal.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { absentById } from '../engine/goals.ts';
import { digestText, sha256 } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { sameContainer } from '../placement/identity.ts';
import { isSmall, lookAtGuest, type GuestLook } from './guest-files.ts';
import { sharesOf } from './read-back.ts';

/** What a delivery was to put there: folders, and files with their digests. */
interface Expected {
  readonly folder: string;
  readonly files: ReadonlyMap<string, { readonly digest: Digest; readonly bytes?: number }>;
  /** Folders, by the uid that is to own each. */
  readonly owners: ReadonlyMap<string, number>;
}

const layoutEntrySchema = z.object({ path: guestPathSchema, type: z.enum(['file', 'folder']), uid: z.number(), digest: digestSchema.optional() });

/** The three documents of a `deliver` attempt: a manifest's files, a volume's layout, a launch file. */
const paramsSchema = z.union([
  z.object({ container: z.string(), folder: guestPathSchema, manifest: digestSchema }),
  z.object({ container: z.string(), folder: guestPathSchema, entries: z.array(layoutEntrySchema) }),
  z.object({ container: z.string(), folder: guestPathSchema, launchFile: digestSchema }),
]);

interface Ports {
  readonly journal: Journal;
  /** Of the worker's engine, after it said that it still is that engine. */
  readonly reader: EngineReader;
  readonly binding: Binding;
}

/** Reads whether a delivery reached the guest: by the hashes of a fresh archive, never of what was sent. */
export async function deliveredGoal({ journal, reader, binding }: Ports, _attempt: Attempt, params: Json | undefined): Promise<GoalReading> {
  const expected = expectedOf(params, (digest) => journal.document(digest));
  if (expected === null) return { kind: 'unreadable', says: 'the manifest of what was to be delivered is gone', blocker: 'request_forgotten' };
  const container = await sameContainer(reader, binding);
  if (!container.ok) return withoutContainer(reader, binding, container.refusal);
  return compare(reader, container.value.id, expected);
}

/**
 * Nothing comes into a container that is gone, and nothing is read from its volumes without one: what is verified absent keeps
 * nothing open, and neither does one in which this console never reads again.
 */
async function withoutContainer(reader: EngineReader, { spec, resources }: Binding, why: Refusal): Promise<GoalReading> {
  const id = resources.container.present?.value.id;
  if (id === undefined || why.code === 'not_ours') return { kind: 'not_shown', says: `${why.says} Nothing in it is read from here.` };
  const absence = await absentById(reader, 'container', id, { engine: spec.engine });
  if (absence.unreadable) return { kind: 'unreadable', says: absence.says, blocker: 'engine_unreachable' };
  if (absence.reached) return { kind: 'not_shown', says: `its container ${id.slice(0, 12)} is verified absent, and what came into its volumes is not read without one` };
  return { kind: 'unreadable', says: why.says, blocker: blockerOf(why) };
}

function expectedOf(params: Json | undefined, document: (digest: Digest) => Json | undefined): Expected | null {
  const parsed = paramsSchema.safeParse(params);
  if (!parsed.success) return null;
  if ('manifest' in parsed.data) return expectedOfManifest(parsed.data, document);
  if ('entries' in parsed.data) return expectedOfLayout(parsed.data);
  const text = document(parsed.data.launchFile);
  const bytes = typeof text === 'string' ? Buffer.from(text) : undefined;
  const files = new Map(bytes ? [[guest.launchFile as string, { digest: digestText(sha256(bytes)), bytes: bytes.length }]] : []);
  return bytes ? { folder: guest.state, files, owners: new Map() } : null;
}

function expectedOfManifest({ folder, manifest }: { readonly folder: string; readonly manifest: Digest }, document: (digest: Digest) => Json | undefined): Expected | null {
  const parsed = manifestSchema.safeParse(document(manifest));
  if (!parsed.success) return null;
  const entries = sharesOf(parsed.data.entries).find((share) => share.folder === folder)?.entries ?? [];
  return { folder, files: new Map(entries.map((entry) => [entry.destination, { digest: entry.stagedDigest, bytes: entry.bytes }])), owners: new Map() };
}

function expectedOfLayout({ folder, entries }: { readonly folder: string; readonly entries: readonly z.infer<typeof layoutEntrySchema>[] }): Expected {
  const files = new Map(entries.flatMap(({ path, digest }) => (digest === undefined ? [] : [[path, { digest }] as const])));
  return { folder, files, owners: new Map(entries.filter(({ type }) => type === 'folder').map(({ path, uid }) => [path, uid])) };
}

const patienceMs = 10 * 60_000;
const bytesPerMs = 1000;

async function compare(reader: EngineReader, container: string, { folder, files, owners }: Expected): Promise<GoalReading> {
  // A folder is asked for as if it were a file: what lies there says itself what it is.
  const mayBe = (path: string, size: number): boolean => {
    const bytes = files.get(path)?.bytes;
    return bytes === undefined ? isSmall(size) : size === bytes;
  };
  // Nobody can cancel this look, and the next ones wait for it.
  const signal = AbortSignal.timeout(patienceMs + Math.ceil([...files.values()].reduce((sum, { bytes = 0 }) => sum + bytes, 0) / bytesPerMs));
  const looks = await lookAtGuest({ reader, container, below: folder, files: [...files.keys(), ...owners.keys()], mayBe, signal });
  const rightFiles = [...files].filter(([path, { digest }]) => looks.get(path)?.digest === digest);
  const rightFolders = [...owners].filter(([path, uid]) => looks.get(path)?.type === 'folder' && looks.get(path)?.uid === uid);
  const right = rightFiles.length + rightFolders.length;
  const all = files.size + owners.size;
  const found = `${right} of ${all} are as asked for below ${folder}${partsText({ folder, files }, looks)}`;
  if (right < all) return { kind: 'not_shown', says: found };
  const evidence = [{ kind: 'reading', of: `a fresh archive of ${folder} in ${container.slice(0, 12)}`, found, at: instantOf(Date.now()) }] as const;
  return { kind: 'shown', disposition: 'applied', evidence, says: found };
}

/** As many of them, and as much of each, as a receipt has room for. */
const mostPartsNamed = 5;
const longestName = 50;

/** What came in part is named: whoever closes a delivery that was cut sees what of it is there, or how much more and where. */
function partsText({ folder, files }: Pick<Expected, 'folder' | 'files'>, looks: ReadonlyMap<string, GuestLook>): string {
  const parts = [...files].flatMap(([path, { digest, bytes }]) => {
    const look = looks.get(path);
    const isPart = look?.type === 'file' && look.digest !== digest && bytes !== undefined && look.bytes < bytes;
    return isPart ? [`${shortened(path)}: ${look.bytes} of ${bytes} bytes`] : [];
  });
  if (parts.length === 0) return '';
  const named = parts.slice(0, mostPartsNamed).join(', ');
  if (parts.length <= mostPartsNamed) return `; in part: ${named}`;
  const where = folder === guest.work ? ' (all of them are among the guest files under Artifacts)' : '';
  return `; in part: ${parts.length} files${where}, the first ${mostPartsNamed}: ${named}`;
}

const shortened = (path: string): string => (path.length > longestName ? `…${path.slice(1 - longestName)}` : path);
