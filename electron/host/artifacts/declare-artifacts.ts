import type { Json } from '../../../shared/json.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { DeclaredArtifact, WantedArtifact } from '../../../shared/worker-spec.ts';
import { digestOf } from '../ledger/digest.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import { judge } from './check-content.ts';
import { refusalOfPath } from './read-guest-file.ts';
import { schemaDocument } from './schema-document.ts';

export interface Declaration {
  readonly artifacts: readonly DeclaredArtifact[];
  /** What the artifacts name by digest. */
  readonly documents: readonly Json[];
}

/** Takes the schemas out of what was asked for, each once it is shown to be one. Nothing is recorded yet. */
export async function declareArtifacts(spawn: SpawnThread, wanted: readonly WantedArtifact[]): Promise<Result<Declaration>> {
  const artifacts: DeclaredArtifact[] = [];
  const documents = new Map<string, Json>();
  for (const { form, ...artifact } of wanted) {
    const problem = refusalOfPath(artifact.path);
    if (problem) return refused(problem);
    const schema = form?.type === 'json' ? form.schema : undefined;
    if (schema === undefined) {
      artifacts.push({ ...artifact, ...(form && { form: { type: form.type } }) });
      continue;
    }
    const misfit = documents.has(schema) ? null : await judge(spawn, { kind: 'schema', schema });
    if (misfit !== null) return refused(refusal('bad_input', `The JSON schema for ${artifact.path} cannot be used: ${misfit}.`, 'Correct the schema and ask again; nothing was recorded.'));
    const document = schemaDocument(schema);
    documents.set(schema, document);
    artifacts.push({ ...artifact, form: { type: 'json', schema: digestOf(document) } });
  }
  return ok({ artifacts, documents: [...documents.values()] });
}
