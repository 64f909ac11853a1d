import type { Attempt } from '../../../shared/attempt.ts';
import type { Binding, Projection } from '../../../shared/binding.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { manifestSchema, type ManifestEntry } from '../../../shared/manifest.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { foldersOnTheWay, type GuestLook } from './guest-files.ts';
import { printable } from './safe-path.ts';
import type { Sent } from './sent-parts.ts';

/** What we put at a destination before. */
export interface Managed {
  readonly digests: ReadonlySet<Digest>;
  readonly sizes: ReadonlySet<number>;
  /** A delivery there may have been cut: what is shorter than this may be a part of what was sent. 0 where the last one was confirmed. */
  readonly unconfirmedBytes: number;
  /** What was sent there by those deliveries. */
  readonly sent: readonly Sent[];
}

/** Every destination in the guest that a delivery of ours may have reached, from the ledger and the manifests kept beside it. */
export function managedFiles({ projections }: Binding, document: (digest: Digest) => Json | undefined): ReadonlyMap<string, Managed> {
  const managed = new Map<string, Managed & { readonly digests: Set<Digest>; readonly sizes: Set<number> }>();
  for (const { manifest, last } of inOrderOfDelivery(projections)) {
    const parsed = manifestSchema.safeParse(document(manifest));
    const confirmed = last.settlement?.disposition === 'applied';
    for (const [index, { destination, stagedDigest, bytes }] of (parsed.success ? parsed.data.entries : []).entries()) {
      const { digests, sizes, unconfirmedBytes, sent } = managed.get(destination) ?? { digests: new Set<Digest>(), sizes: new Set<number>(), unconfirmedBytes: 0, sent: [] };
      const open = confirmed ? { unconfirmedBytes: 0, sent: [] } : { unconfirmedBytes: Math.max(unconfirmedBytes, bytes), sent: [...sent, { manifest, index }] };
      managed.set(destination, { digests: digests.add(stagedDigest), sizes: sizes.add(bytes), ...open });
    }
  }
  return managed;
}

/** A refused delivery put nothing there: whatever lies at its destinations is as it was. */
function inOrderOfDelivery(projections: readonly Projection[]): readonly { readonly manifest: Digest; readonly last: Attempt }[] {
  return projections
    .flatMap(({ manifest, deliveries }) => {
      const last = deliveries.findLast(({ settlement }) => settlement?.disposition !== 'refused');
      return last ? [{ manifest, last }] : [];
    })
    .toSorted((one, other) => one.last.intent.seq - other.last.intent.seq);
}

/**
 * What stands in the way of a delivery. A file that we delivered may be replaced while it is as we delivered it; what
 * is not ours, or was changed since, is kept. After one that may have been cut, so may what is a part of it: `parts`.
 */
export function conflictOf(below: string, entries: readonly ManifestEntry[], looks: ReadonlyMap<string, GuestLook>, managed: ReadonlyMap<string, Managed>, parts: ReadonlySet<string>): Refusal | null {
  const reasons = [
    ...foldersOnTheWay(below, entries.map(({ destination }) => destination)).flatMap((folder) => folderInTheWay(folder, looks.get(folder))),
    ...entries.flatMap((entry) => fileInTheWay(entry, looks.get(entry.destination), managed.get(entry.destination), parts)),
  ];
  const [first] = reasons;
  if (first === undefined) return null;
  const more = reasons.length > 1 ? ` There are ${reasons.length - 1} more like it.` : '';
  return refusal('destination_taken', `${first}${more} Nothing was delivered.`, 'Export or move what lies there, or deliver under another name.');
}

function folderInTheWay(folder: string, look: GuestLook | undefined): readonly string[] {
  return look === undefined || look.type === 'folder' ? [] : [`“${printable(folder)}” in the guest is ${nounOf(look)}, not a folder.`];
}

function fileInTheWay({ destination, stagedDigest }: ManifestEntry, look: GuestLook | undefined, managed: Managed | undefined, parts: ReadonlySet<string>): readonly string[] {
  if (look === undefined) return [];
  const name = `“${printable(destination)}”`;
  if (look.type !== 'file') return [`${name} in the guest is ${nounOf(look)}, not a file.`];
  if (look.digest === stagedDigest) return [];
  if (managed === undefined) return [`${name} is in the guest already and was not delivered by this console.`];
  const isOurs = parts.has(destination) || (look.digest !== undefined && managed.digests.has(look.digest));
  return isOurs ? [] : [`${name} was changed in the guest since it was delivered.`];
}

function nounOf({ type }: GuestLook): string {
  switch (type) {
    case 'file': return 'a file';
    case 'folder': return 'a folder';
    case 'link': return 'a link';
    case 'other': return 'neither a file nor a folder';
  }
}
