import type { Binding } from '../../../shared/binding.ts';
import { acceptanceOf, waysOf, type FindingRow, type FindingWay } from '../../../shared/finding.ts';
import type { Digest } from '../../../shared/ids.ts';
import { manifestSchema } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { permitFrom } from '../approvals/check-approval.ts';
import type { Desk } from '../desk.ts';
import { changeStaged } from '../projection/change-staged.ts';
import { acceptFinding, findingRows } from '../projection/findings.ts';

/** One finding of a staged manifest in one of its ways; answers the manifest that is to be delivered then. */
export async function decideFinding(desk: Desk, binding: Binding, digest: Digest, id: Digest, way: FindingWay): Promise<Result<Digest>> {
  const { journal } = desk;
  const manifest = manifestSchema.safeParse(journal.document(digest));
  const staged = binding.projections.some((projection) => projection.manifest === digest);
  const row = manifest.success && staged ? findingRows(binding, manifest.data).find((each) => each.id === id) : undefined;
  if (!manifest.success || !row) return refused(refusal('not_found', 'This finding is not of a manifest that was staged for this worker.', 'Look at the findings of the newest manifest.'));
  if (!waysOf(row.finding).includes(way.way)) return refused(refusal('unsupported', 'This way is not open for this finding.', 'Choose one of the ways that are shown with it.'));
  if (!journal.writable) return refused(refusal('ledger_not_writable', 'The ledger could not be written, so nothing can be decided.', 'Mend what stands in the way, then open the console again.'));
  return way.way === 'accept' ? accept(desk, binding, digest, row) : changeStaged(desk, binding, { digest, manifest: manifest.data }, row.finding, way);
}

async function accept({ journal, keys }: Desk, binding: Binding, manifest: Digest, row: FindingRow): Promise<Result<Digest>> {
  const ring = await keys.ring();
  if (!ring.ok) return ring;
  const approval = ring.value.sign('accept_finding', acceptanceOf(binding.id, row));
  const accepted = acceptFinding({ journal, permit: permitFrom(journal) }, binding, manifest, row, approval);
  return accepted.ok ? ok(manifest) : accepted;
}
