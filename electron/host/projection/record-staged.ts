import type { Binding } from '../../../shared/binding.ts';
import type { Finding } from '../../../shared/finding.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { isMarked, type Manifest, type ManifestEntry } from '../../../shared/manifest.ts';
import { operator } from '../../../shared/receipt.ts';
import type { Journal } from '../ledger/journal.ts';
import { projectionRef } from '../placement/worker-refs.ts';

export const manifestOf = (entries: readonly ManifestEntry[], findings: readonly Finding[], nonce?: Digest): Manifest => ({
  entries: [...entries],
  ...(findings.length > 0 && { findings: [...findings] }),
  ...(nonce && { nonce }),
});

/** With what it names by digest, so that all of it is durable or none. */
export function recordStaged(journal: Journal, binding: Binding, manifest: Digest, { entries, findings = [], nonce }: Manifest, documents: readonly Json[] = []): void {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const revision = nonce && { nonce, files: entries.filter(isMarked).length };
  const value = { manifest, files: entries.length, bytes, ...(findings.length > 0 && { findings: findings.length }), ...(revision && { revision }) };
  journal.append({ actor: operator, about: projectionRef(binding, manifest), body: { kind: 'observation', fact: 'staged', value, source: 'the console’s own copy' } }, documents);
}
