import type { DeliveryState, ManifestEntry } from '../../../shared/manifest.ts';
import { guest } from '../../../shared/worker-spec.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { lookAtGuest, type GuestLook } from './guest-files.ts';

/** The entries of one volume, by the folder at which the guest has it. */
export interface VolumeShare {
  readonly folder: string;
  readonly entries: readonly ManifestEntry[];
}

export function sharesOf(entries: readonly ManifestEntry[]): readonly VolumeShare[] {
  return [guest.work, guest.state]
    .map((folder) => ({ folder, entries: entries.filter(({ destination }) => destination.startsWith(`${folder}/`)) }))
    .filter((share) => share.entries.length > 0);
}

/** Reads every destination anew from the engine and compares it with what the manifest says, in the manifest's order. */
export async function readBack(reader: EngineReader, container: string, entries: readonly ManifestEntry[], signal?: AbortSignal): Promise<readonly DeliveryState[]> {
  const looks = new Map<string, GuestLook>();
  for (const { folder, entries: share } of sharesOf(entries)) {
    const sizes = new Map(share.map(({ destination, bytes }) => [destination, bytes]));
    for (const [path, look] of await lookAtGuest({ reader, container, below: folder, files: [...sizes.keys()], mayBe: (file, bytes) => sizes.get(file) === bytes, signal })) looks.set(path, look);
  }
  return entries.map((entry) => stateOf(entry, looks.get(entry.destination)));
}

function stateOf({ stagedDigest, bytes }: ManifestEntry, look: GuestLook | undefined): DeliveryState {
  if (look === undefined) return 'missing';
  return look.type === 'file' && look.digest === stagedDigest && look.bytes === bytes ? 'matched' : 'differing';
}

export interface DeliveryCounts {
  readonly matched: number;
  readonly differing: number;
  readonly missing: number;
}

export function countStates(states: readonly DeliveryState[]): DeliveryCounts {
  const counts = { matched: 0, differing: 0, missing: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
}
