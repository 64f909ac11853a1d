import { readdir } from 'node:fs/promises';
import type { Binding } from '../../../shared/binding.ts';
import { codeOf, faultText } from '../../../shared/error-code.ts';
import { refusal } from '../../../shared/refusal.ts';
import type { StagingSeen } from '../../../shared/staging-step.ts';
import { stagingOf } from './staging-folder.ts';

/** Reads which manifests of a worker have staged copies now; how large they are is in the ledger. */
export async function lookAtStaging(dataFolder: string, { id, projections }: Pick<Binding, 'id' | 'projections'>): Promise<StagingSeen> {
  const folder = stagingOf(dataFolder, id);
  try {
    const names = new Set((await readdir(folder)).map((name) => `sha256:${name}`));
    const there = new Map(projections.filter(({ manifest }) => names.has(manifest)).map(({ manifest, staged }) => [manifest, staged.value.bytes]));
    return { kind: 'there', folder, manifests: there.size, bytes: [...there.values()].reduce((sum, bytes) => sum + bytes, 0) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'gone', folder };
    return { kind: 'unreadable', folder, refusal: refusal('unconfirmed', `Whether the staged copies are there cannot be read: ${faultText(error)}.`, 'Mend what it names, then look again.') };
  }
}
