import { digestSchema } from '../../shared/ids.ts';
import { declaredArtifactSchema, mostSchemaCharacters, type WantedArtifact } from '../../shared/worker-spec.ts';

export type ArtifactType = NonNullable<WantedArtifact['form']>['type'];

/** A result as it is being declared; what is left empty is not asked for. */
export interface ArtifactDraft {
  readonly path: string;
  readonly megabytes: number;
  readonly type: ArtifactType;
  /** With or without its `sha256:`. */
  readonly digest: string;
  /** Only of JSON. */
  readonly schema: string;
}

export type ArtifactField = 'path' | 'megabytes' | 'digest' | 'schema';

export const emptyArtifact: ArtifactDraft = { path: '', megabytes: 10, type: 'file', digest: '', schema: '' };

const megabyte = 1_000_000;

const maxBytesOf = ({ megabytes }: ArtifactDraft): number => Math.round(megabytes * megabyte);

const digestOf = ({ digest }: ArtifactDraft) => digestSchema.safeParse(`sha256:${digest.trim().toLowerCase().replace(/^sha256:/, '')}`);

/** A draft without problems, as it is asked for. A file of any kind needs no word about its form. */
export function wantedArtifact(draft: ArtifactDraft): WantedArtifact {
  const { path, type } = draft;
  const schema = draft.schema.trim();
  const digest = digestOf(draft);
  return {
    path,
    maxBytes: maxBytesOf(draft),
    ...(type === 'text' && { form: { type } }),
    ...(type === 'json' && { form: { type, ...(schema !== '' && { schema }) } }),
    ...(digest.success && { digest: digest.data }),
  };
}

/** A result that was asked for once, to be declared again. */
export const artifactDraftOf = ({ path, maxBytes, form, digest }: WantedArtifact): ArtifactDraft => ({
  path,
  megabytes: maxBytes / megabyte,
  type: form?.type ?? 'file',
  digest: digest ?? '',
  schema: (form?.type === 'json' && form.schema) || '',
});

/** What is wrong with one result, by its field. Whether a schema is one, the console says when it is asked. */
export function artifactProblems(draft: ArtifactDraft, before: readonly ArtifactDraft[]): ReadonlyMap<ArtifactField, string> {
  const problems = new Map<ArtifactField, string>();
  const { path, maxBytes } = declaredArtifactSchema.shape;
  if (!path.safeParse(draft.path).success) problems.set('path', 'Use an absolute path below /workspace/.');
  else if (before.some((other) => other.path === draft.path)) problems.set('path', 'This path is declared already.');
  if (!maxBytes.safeParse(maxBytesOf(draft)).success) problems.set('megabytes', 'Use a size above zero.');
  if (draft.digest.trim() !== '' && !digestOf(draft).success) problems.set('digest', 'A SHA-256 has 64 hexadecimal digits.');
  const wrong = draft.type === 'json' ? schemaProblem(draft.schema.trim()) : undefined;
  if (wrong !== undefined) problems.set('schema', wrong);
  return problems;
}

function schemaProblem(schema: string): string | undefined {
  if (schema === '') return undefined;
  if (schema.length > mostSchemaCharacters) return 'At most 65,536 characters.';
  try {
    const parsed: unknown = JSON.parse(schema);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? undefined : 'A schema is a JSON object.';
  } catch {
    return 'This is not JSON.';
  }
}
