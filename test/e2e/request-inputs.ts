import type { Requests } from '../../shared/bridge.ts';
import { attemptIdSchema, bindingIdSchema, digestSchema, endpointSchema } from '../../shared/ids.ts';

const attempt = attemptIdSchema.parse('4'.repeat(32));
const binding = bindingIdSchema.parse('1'.repeat(32));
const manifest = digestSchema.parse(`sha256:${'2'.repeat(64)}`);
const endpoint = endpointSchema.parse('unix:///nowhere/docker.sock');

/** For each request an input that fits, every part of which is needed. */
export const goodInputs: { readonly [M in keyof Requests]: Parameters<Requests[M]>[0] } = {
  frame: {},

  listEngines: {},
  addEndpoint: { path: '/nowhere/docker.sock' },
  forgetEndpoint: { endpoint },
  chooseCertificates: { endpoint },
  openEngine: { endpoint },
  listEnvironments: { endpoint },
  listThings: { endpoint },
  openExternal: { endpoint, resource: 'volume', id: 'data' },
  attach: { endpoint, resource: 'volume', id: 'data', shown: manifest },
  leave: { endpoint, resource: 'volume', id: 'data' },
  runExternalStep: { endpoint, resource: 'volume', id: 'data', step: 'remove_volume' },
  release: { of: { binding }, to: 'anyone' },
  releaseAnew: { of: { binding } },
  writeRelease: { of: { binding } },
  chooseRelease: { endpoint },
  takeOver: { offer: '5'.repeat(32), fingerprint: 'ed25519:6' },
  takeOverAttached: { endpoint, resource: 'volume', id: 'data', shown: manifest, owner: 'the data team' },
  startPrivateEngine: {},
  stopPrivateEngine: {},
  readHeadroom: { endpoint },
  readImageCommand: { endpoint, image: manifest },
  buildSampleImage: { endpoint },
  pullImage: { endpoint, reference: 'registry.example/team/agent:1' },
  planImageRemoval: { endpoint, image: manifest },
  removeImage: { endpoint, image: manifest },

  listWorkers: {},
  openWorker: { binding },
  prepareWorker: {
    endpoint, seat: 'reviewer@atlas', image: { reference: 'sample:1', id: manifest }, resources: { cpuMilli: 500, memoryBytes: 67_108_864, pids: 64 }, network: 'none',
    artifacts: [{ path: '/workspace/results/report.md', maxBytes: 1000 }], argv: ['harness'],
  },
  readEarlierWorker: { binding },
  continuePreparation: { binding },

  chooseSources: { kind: 'folder' },
  listSelections: {},
  stageSelection: { binding, selection: '3'.repeat(32), class: 'context' },
  decideFinding: { binding, manifest, finding: manifest, way: { way: 'drop' } },
  deliver: { binding, manifest },
  readManifest: { binding, manifest, offset: 0, limit: 10 },
  compareStaged: { binding, manifest, destination: '/workspace/task/task.md' },
  lookForIngestion: { binding },

  launch: { binding, request: { argv: ['harness'], workingDirectory: '/workspace/task', environmentNames: [] } },
  observe: { binding },
  openLog: { binding, log: 'log-1', tail: 10 },
  closeLog: { log: 'log-1' },
  openUsage: { binding, usage: 'usage-1' },
  closeUsage: { usage: 'usage-1' },

  listGuestFiles: { binding },
  previewGuestFile: { binding, path: '/workspace/results/report.md' },
  chooseExportFolder: {},
  exportArtifact: { binding, path: '/workspace/results/report.md' },
  checkPublished: { binding, path: '/workspace/results/report.md' },

  planTeardown: { binding },
  runTeardownStep: { binding, step: 'stop_container' },
  lookAgain: { binding },

  listInbox: {},
  closeAttempt: { attempt },
  reanchor: { subject: manifest },
  keepWorker: { binding },
  waiveArtifact: { binding, path: '/workspace/results/report.md', execution: null },

  keys: {},
  sealKeys: { passphrase: 'a passphrase that is long enough' },
  unlockKeys: { passphrase: 'a passphrase that is long enough' },

  listReceipts: { filter: {}, limit: 10 },
  goOnIndexing: {},
  openReceipt: { seq: 1 },
  verifyLedger: {},
  exportBundle: { choice: { receipts: [1] } },

  reopenLedger: {},
  listBackups: {},
  restoreBackup: { choice: { kind: 'file' } },
  openOtherDataFolder: {},

  settings: {},
  backUpLedger: {},
  chooseCheckpointFolder: {},
  endCheckpointCopies: {},
  setTheme: { theme: 'dark' },
  setNetworkPool: { pool: '10.213.64.0/20' },
  cancelTask: { task: 'task-1' },
  copyText: { text: 'copied' },
};
