import { z } from 'zod';
import type { Requests } from './bridge.ts';
import { mostNamedContainers } from './engine-readings.ts';
import { attemptIdSchema, bindingIdSchema, digestSchema, endpointSchema, executionIdSchema, guestPathSchema } from './ids.ts';
import { findingWaySchema } from './finding.ts';
import { fileClassSchema } from './manifest.ts';
import { externalStepIds } from './external-plan.ts';
import { receiverSchema } from './release.ts';
import { resourceKindSchema } from './reference.ts';
import { bundleChoiceSchema, receiptFilterSchema } from './receipt-filter.ts';
import { imageChoiceSchema, launchRequestSchema, lifetimeSchema, networkChoiceSchema, resourceRequestSchema, wantedArtifactSchema } from './worker-spec.ts';

const nothing = z.strictObject({});
const atEndpoint = z.strictObject({ endpoint: endpointSchema });
const ofBinding = z.strictObject({ binding: bindingIdSchema });
const ofAttempt = z.strictObject({ attempt: attemptIdSchema });
const ofExternal = atEndpoint.extend({ resource: resourceKindSchema, id: z.string().min(1).max(255) });
const given = z.union([ofBinding, ofExternal]);
const streamId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const followed = { log: streamId, tail: z.number().int().min(1).max(100_000) };
const shortText = z.string().min(1).max(200);
const passphrase = z.string().min(8, 'a passphrase has at least 8 characters').max(1000);

type Schemas = { readonly [M in keyof Requests]: z.ZodType<Parameters<Requests[M]>[0]> };

/** What each request may carry: everything that comes over a bridge is read through these, and nothing else is let in. */
export const requestSchemas: Schemas = {
  frame: nothing,

  listEngines: nothing,
  addEndpoint: z.strictObject({ path: z.string().trim().min(1).max(400) }),
  forgetEndpoint: atEndpoint,
  chooseCertificates: atEndpoint,
  openEngine: atEndpoint,
  listEnvironments: atEndpoint.extend({ only: z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1).max(mostNamedContainers).exactOptional() }),
  listThings: atEndpoint,
  openExternal: ofExternal,
  attach: ofExternal.extend({ shown: digestSchema }),
  leave: ofExternal,
  runExternalStep: ofExternal.extend({ step: z.enum(externalStepIds) }),
  release: z.strictObject({ of: given, to: receiverSchema }),
  releaseAnew: z.strictObject({ of: given }),
  writeRelease: z.strictObject({ of: given }),
  chooseRelease: atEndpoint,
  takeOver: z.strictObject({ offer: z.string().regex(/^[0-9a-f]{32}$/), fingerprint: z.string().trim().min(1).max(200) }),
  takeOverAttached: ofExternal.extend({ shown: digestSchema, owner: z.string().trim().min(1).max(200) }),
  startPrivateEngine: nothing,
  stopPrivateEngine: nothing,
  readHeadroom: atEndpoint,
  readImageCommand: atEndpoint.extend({ image: imageChoiceSchema.shape.id }),
  buildSampleImage: atEndpoint,
  pullImage: atEndpoint.extend({ reference: z.string().trim().min(1).max(300) }),
  planImageRemoval: atEndpoint.extend({ image: imageChoiceSchema.shape.id }),
  removeImage: atEndpoint.extend({ image: imageChoiceSchema.shape.id }),

  listWorkers: nothing,
  openWorker: ofBinding,
  prepareWorker: z.strictObject({
    endpoint: endpointSchema,
    seat: z.string().min(1).max(100),
    image: imageChoiceSchema,
    resources: resourceRequestSchema,
    network: networkChoiceSchema,
    artifacts: z.array(wantedArtifactSchema).max(100),
    argv: launchRequestSchema.shape.argv,
    lifetime: lifetimeSchema.exactOptional(),
  }),
  readEarlierWorker: ofBinding,
  continuePreparation: ofBinding,

  chooseSources: z.strictObject({ kind: z.enum(['files', 'folder']) }),
  listSelections: nothing,
  stageSelection: ofBinding.extend({ selection: z.string().regex(/^[0-9a-f]{32}$/), class: fileClassSchema }),
  decideFinding: ofBinding.extend({ manifest: digestSchema, finding: digestSchema, way: findingWaySchema }),
  deliver: ofBinding.extend({ manifest: digestSchema }),
  readManifest: ofBinding.extend({ manifest: digestSchema, offset: z.number().int().min(0).max(1_000_000), limit: z.number().int().min(1).max(1000), differing: z.literal(true).exactOptional() }),
  compareStaged: ofBinding.extend({ manifest: digestSchema, destination: guestPathSchema }),
  lookForIngestion: ofBinding,

  launch: ofBinding.extend({ request: launchRequestSchema }),
  observe: ofBinding,
  openLog: z.union([ofBinding.extend(followed), ofExternal.extend(followed)]),
  closeLog: z.strictObject({ log: streamId }),
  openUsage: ofBinding.extend({ usage: streamId }),
  closeUsage: z.strictObject({ usage: streamId }),

  listGuestFiles: ofBinding,
  previewGuestFile: ofBinding.extend({ path: guestPathSchema }),
  chooseExportFolder: nothing,
  exportArtifact: ofBinding.extend({ path: guestPathSchema }),
  checkPublished: ofBinding.extend({ path: guestPathSchema }),

  planTeardown: ofBinding,
  runTeardownStep: ofBinding.extend({ step: z.enum(['stop_container', 'remove_container', 'remove_network', 'remove_work', 'remove_state', 'remove_staging']) }),
  lookAgain: z.union([ofBinding, ofAttempt]),

  listInbox: nothing,
  closeAttempt: ofAttempt,
  reanchor: z.strictObject({ subject: digestSchema }),
  keepWorker: ofBinding,
  waiveArtifact: ofBinding.extend({ path: guestPathSchema, execution: executionIdSchema.nullable() }),

  keys: nothing,
  sealKeys: z.strictObject({ passphrase }),
  unlockKeys: z.strictObject({ passphrase }),

  listReceipts: z.strictObject({ filter: receiptFilterSchema, before: z.number().int().positive().safe().optional(), limit: z.number().int().min(1).max(500) }),
  goOnIndexing: nothing,
  openReceipt: z.strictObject({ seq: z.number().int().positive().safe() }),
  verifyLedger: nothing,
  exportBundle: z.strictObject({ choice: bundleChoiceSchema }),

  reopenLedger: nothing,
  listBackups: nothing,
  restoreBackup: z.strictObject({ choice: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('backup'), name: shortText }), z.strictObject({ kind: z.literal('file') })]) }),
  openOtherDataFolder: nothing,

  settings: nothing,
  backUpLedger: nothing,
  chooseCheckpointFolder: nothing,
  endCheckpointCopies: nothing,
  setTheme: z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }),
  setNetworkPool: z.strictObject({ pool: z.string().trim().max(100) }),
  cancelTask: z.strictObject({ task: shortText }),
  copyText: z.strictObject({ text: z.string().max(1_000_000) }),
};
