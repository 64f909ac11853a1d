import { z } from 'zod';
import { digestSchema, endpointSchema, engineIdSchema, guestPathSchema, seatSchema } from './ids.ts';

const count = z.number().int().safe();

export const imageChoiceSchema = z.strictObject({
  /** What the operator picked: a tag, or the id where the image has none. */
  reference: z.string().min(1).max(300),
  /** The engine's immutable id, `sha256:…`. */
  id: z.string().regex(/^sha256:[0-9a-f]{64}$/),
});

/** A schema is a text for people to write, not a program: longer ones are refused. */
export const mostSchemaCharacters = 65_536;

/** What the bytes of a result have to be: anything, text in UTF-8, or JSON, which may have to fit a schema. */
const formWith = <Schema extends z.ZodType>(schema: Schema) =>
  z.discriminatedUnion('type', [z.strictObject({ type: z.literal('file') }), z.strictObject({ type: z.literal('text') }), z.strictObject({ type: z.literal('json'), schema: schema.optional() })]);

const artifactWith = <Schema extends z.ZodType>(schema: Schema) =>
  z.strictObject({
    path: guestPathSchema.refine((path) => path.startsWith('/workspace/'), 'artifacts leave from below /workspace'),
    maxBytes: count.positive(),
    form: formWith(schema).optional(),
    /** The hash it has to have, where that is known beforehand. */
    digest: digestSchema.optional(),
  });

/** A result the operator expects from the worker, by its path in the guest. Its schema is a document beside the ledger. */
export const declaredArtifactSchema = artifactWith(digestSchema);

/** The same as it is asked for: with the schema's own text. */
export const wantedArtifactSchema = artifactWith(z.string().min(1).max(mostSchemaCharacters));

/** Requested resources: CPU in thousandths, memory in bytes, processes and threads as a count. */
export const resourceRequestSchema = z.strictObject({
  cpuMilli: count.min(10).max(1_024_000),
  memoryBytes: count.min(6 * 1024 * 1024),
  pids: count.min(8).max(4_194_304),
});

/** What a harness is started with. Environment *names* only: no value is ever kept here. */
export const launchRequestSchema = z.strictObject({
  argv: z.array(z.string().min(1).max(4096).regex(/^[^\0]+$/)).min(1).max(200),
  workingDirectory: guestPathSchema,
  environmentNames: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)).max(100),
});

/** What a worker is joined to: nothing, or a network of its own that leads nowhere else. */
export const networkChoiceSchema = z.enum(['none', 'internal']);

/** When its execution should stop; recovery is another matter. `until` only ever proposes. */
export const lifetimeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('persistent') }),
  z.strictObject({ kind: z.literal('until'), condition: z.enum(['execution_ended', 'results_exported']) }),
]);

/** What the operator asked for. It is recorded as asked, before any effect. */
export const workerSpecSchema = z.strictObject({
  endpoint: endpointSchema,
  engine: engineIdSchema,
  seat: seatSchema,
  generation: count.positive(),
  image: imageChoiceSchema,
  resources: resourceRequestSchema,
  user: z.strictObject({ uid: count.min(1).max(2_147_483_647), gid: count.min(1).max(2_147_483_647) }),
  network: networkChoiceSchema,
  artifacts: z.array(declaredArtifactSchema).max(100),
  argv: launchRequestSchema.shape.argv,
  lifetime: lifetimeSchema.exactOptional(),
});

export type ImageChoice = z.infer<typeof imageChoiceSchema>;
export type DeclaredArtifact = z.infer<typeof declaredArtifactSchema>;
export type WantedArtifact = z.infer<typeof wantedArtifactSchema>;
export type ResourceRequest = z.infer<typeof resourceRequestSchema>;
export type NetworkChoice = z.infer<typeof networkChoiceSchema>;
export type Lifetime = z.infer<typeof lifetimeSchema>;
export type LaunchRequest = z.infer<typeof launchRequestSchema>;
export type WorkerSpec = z.infer<typeof workerSpecSchema>;

/** The name under which a guest finds the engine’s side of its own network. */
export const consoleHostName = 'console';

/** The guest's layout: the same for every worker. */
export const guest = {
  work: '/workspace',
  task: '/workspace/task',
  state: '/state',
  home: '/state/home',
  gateFolder: '/state/.bailiwick',
  gate: '/state/.bailiwick/gate',
  launchFile: '/state/.bailiwick/launch',
  runtime: '/run/bailiwick',
} as const;
