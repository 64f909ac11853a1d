import { readBackOf, type Binding, type Projection } from '../../../shared/binding.ts';
import type { ManifestPage } from '../../../shared/bridge-values.ts';
import type { Digest } from '../../../shared/ids.ts';
import { deliveryResultSchema, type DeliveryState, type Manifest } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { RevisedFile } from '../../../shared/revision.ts';
import type { Desk } from '../desk.ts';
import { findingRows } from '../projection/findings.ts';
import type { Revised } from '../projection/kept-manifests.ts';

interface Range {
  readonly offset: number;
  readonly limit: number;
  /** Leaves out what is as it was delivered. */
  readonly differing?: true;
}

/** A part of a manifest's files, each with what is known of it. What is gone against the last delivery comes after them. */
export function manifestPage(desk: Desk, binding: Binding, digest: Digest, range: Range): Result<ManifestPage> {
  const projection = binding.projections.findLast(({ manifest }) => manifest === digest);
  const manifest = desk.manifests.read(digest);
  if (!projection || !manifest) return refused(refusal('not_found', 'This manifest is not kept any more.', 'Its digest and counts are still in the receipts.'));
  const revised = desk.manifests.revised(binding, digest);
  const files = filesOf(manifest, revised, range);
  const states = statesOf(desk, projection);
  const places = new Map(states && manifest.entries.map(({ destination }, index) => [destination, states[index]]));
  const rows = files.slice(range.offset, range.offset + range.limit).map((file) => {
    const delivery = file.revision === 'gone' ? undefined : places.get(file.entry.destination);
    return { ...file, ...(delivery && { delivery }) };
  });
  return ok({ total: files.length, rows, findings: findingRows(binding, manifest), against: revised && { manifest: revised.against, counts: revised.counts } });
}

function filesOf(manifest: Manifest, revised: Revised | null, { differing }: Range): readonly (Omit<RevisedFile, 'revision'> & Partial<Pick<RevisedFile, 'revision'>>)[] {
  if (!revised) return manifest.entries.map((entry) => ({ entry }));
  return differing ? revised.differing : revised.files;
}

function statesOf({ journal }: Desk, projection: Projection): readonly DeliveryState[] | undefined {
  const delivered = readBackOf(projection);
  return delivered && deliveryResultSchema.safeParse(journal.document(delivered.value.result)).data?.states;
}
