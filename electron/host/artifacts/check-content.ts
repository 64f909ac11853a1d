import type { Digest } from '../../../shared/ids.ts';
import type { DeclaredArtifact } from '../../../shared/worker-spec.ts';
import type { Journal } from '../ledger/journal.ts';
import { runBounded } from '../ledger/threads/run-bounded.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import type { ContentJob } from './judge-content.ts';
import { schemaText } from './schema-document.ts';

export interface ContentMeans {
  readonly journal: Journal;
  readonly spawn: SpawnThread;
}

export type Expectation = Pick<DeclaredArtifact, 'form' | 'digest'>;

/** A whole copy, received here. */
interface HeldFile {
  readonly file: string;
  readonly digest: Digest;
  readonly bytes: number;
}

/** Why a received copy is not what was declared; nothing when it is. Its hash is looked at first, since that costs nothing. */
export async function whyMisfit({ journal, spawn }: ContentMeans, held: HeldFile, { form, digest }: Expectation, signal?: AbortSignal): Promise<string | null> {
  if (digest !== undefined && held.digest !== digest) return `its hash is ${held.digest}, and ${digest} was declared`;
  if (!form || form.type === 'file') return null;
  const { file, bytes } = held;
  if (form.type === 'text') return judge(spawn, { kind: 'text', file }, bytes, signal);
  if (form.schema === undefined) return judge(spawn, { kind: 'json', file, bytes }, bytes, signal);
  const schema = schemaText(journal, form.schema);
  return schema === undefined ? 'its schema is not kept any more, so it cannot be checked' : judge(spawn, { kind: 'json', file, bytes, schema }, bytes, signal);
}

const patienceMs = 10_000;
const bytesPerMs = 20_000;

/** On a thread of its own that is stopped in time: a schema or a document may be made to take for ever, or all memory. */
export async function judge(spawn: SpawnThread, job: ContentJob, bytes = 0, signal?: AbortSignal, patience = patienceMs): Promise<string | null> {
  const end = await runBounded<string | null>(spawn, 'content', job, { patienceMs: patience + bytes / bytesPerMs, signal });
  switch (end.kind) {
    case 'done': return end.value;
    case 'late': return 'checking it took too long';
    case 'failed': return `it cannot be checked: ${end.says}`;
  }
}
