import type { Binding } from '../../../shared/binding.ts';
import type { Finding } from '../../../shared/finding.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Manifest, ManifestEntry } from '../../../shared/manifest.ts';
import { operator } from '../../../shared/receipt.ts';
import type { Journal } from '../ledger/journal.ts';
import { projectionRef } from '../placement/worker-refs.ts';

export const manifestOf = (entries: readonly ManifestEntry[], findings: readonly Finding[]): Manifest => ({ entries: [...entries], ...(findings.length > 0 && { findings: [...findings] }) });

export function recordStaged(journal: Journal, binding: Binding, manifest: Digest, { entries, findings = [] }: Manifest): void {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const value = { manifest, files: entries.length, bytes, ...(findings.length > 0 && { findings: findings.length }) };
  journal.append({ actor: operator, about: projectionRef(binding, manifest), body: { kind: 'observation', fact: 'staged', value, source: 'the console’s own copy' } });
}
