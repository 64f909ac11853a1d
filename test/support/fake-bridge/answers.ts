import type { InstallationId } from '../../../shared/ids.ts';
import type { KeyFingerprint } from '../../../shared/approval.ts';
import type { Requests } from '../../../shared/bridge.ts';
import type { WorkerView } from '../../../shared/bridge-values.ts';
import { usualNetworkPool } from '../../../shared/network-pool.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { withStagingStep } from '../../../shared/staging-step.ts';
import { teardownPlan } from '../../../shared/teardown-plan.ts';
import { capabilitiesOf } from '../../../shared/capabilities.ts';
import { headroomOf } from '../../../shared/headroom.ts';
import { workerRow } from '../../../shared/worker-row.ts';
import type { Announcer } from './announcer.ts';
import { decisionsOf } from './decisions.ts';
import { effectsOf } from './effects.ts';
import { externalsOf } from './externals.ts';
import { frameOf, notFound } from './frame.ts';
import { guestListing, manifestPage, previewOf } from './files.ts';
import { digestOf } from './ids.ts';
import { pageOf, receiptView } from './receipts.ts';
import type { FakeWorker, Scene } from './scene.ts';
import { seenOf, stagingOf } from './seen.ts';

const viewOf = (scene: Scene, { story: { binding }, reachable = true }: FakeWorker): WorkerView => ({
  row: workerRow(binding, { calling: scene.calling, label: 'lab-engine', now: reachable ? 'itself' : 'silent', latest: undefined }),
  binding,
  calling: [...scene.calling],
  exportFolder: '/home/operator/Exports',
  engine: { id: binding.spec.engine, endpoint: binding.spec.endpoint, label: 'lab-engine', now: reachable ? 'itself' : 'silent' },
  environmentNames: ['HOME', 'PATH', 'LANG', 'BAILIWICK_SEAT'],
});

/** What a fake bridge answers: the readings here, the effects in a file of their own. */
export function answersOf(scene: Scene, announcer: Announcer, pace: number): Requests {
  const settings = { installation: '6b1d0e44'.repeat(4) as InstallationId, dataFolder: '/home/operator/.local/share/bailiwick', exportFolder: '/home/operator/Exports', checkpointFolder: null, networkPool: usualNetworkPool, marks: ['/home/operator/.local/share/bailiwick/ledger.mark', '/home/operator/.local/state/bailiwick/ledger-1.mark'], theme: 'system' as 'system' | 'light' | 'dark', version: '0.1.0', runtime: 'no runtime: a fake bridge' };
  const rows = () => [...scene.workers.values()].map((worker) => viewOf(scene, worker).row);
  const engineAt = (endpoint: string) => scene.engines.find((engine) => engine.endpoint === endpoint);
  const unreachable = (endpoint: string): Result<never> => refused(refusal('engine_unreachable', `Nothing answers on ${endpoint}.`, 'Start the engine there, or choose another one.'));
  return {
    frame: async () => frameOf(scene),
    listEngines: async () => ({ engines: scene.engines, unusable: scene.unusableContexts }),
    openEngine: async ({ endpoint }) => {
      const row = engineAt(endpoint);
      if (!row?.facts) return unreachable(endpoint);
      return ok({ row, images: scene.images.get(endpoint) ?? [], capabilities: capabilitiesOf(scene.workers.size > 0 ? { version: row.facts.version, isRenewed: false, applied: { create_volume: 7, create_container: 11, deliver: 15, start_container: 40, stop_container: 61 }, refused: { remove_volume: 90 }, notShown: {} } : undefined), ...(scene.workers.size > 0 && { inventory: { at: scene.clock.now(), seq: 2, containers: 3, volumes: 5, networks: 3, images: 2 } }) });
    },
    listEnvironments: async ({ endpoint, only }) => (engineAt(endpoint)?.facts ? ok({ environments: (scene.environments.get(endpoint) ?? []).filter(({ id }) => only?.includes(id) ?? true), readAt: scene.clock.now() }) : unreachable(endpoint)),
    listWorkers: async () => rows(),
    openWorker: async ({ binding }) => {
      const worker = scene.workers.get(binding);
      return worker ? ok(viewOf(scene, worker)) : notFound;
    },
    readManifest: async ({ binding, manifest, offset, limit }) => {
      const projection = scene.workers.get(binding)?.story.binding.projections.findLast((each) => each.manifest === manifest);
      if (!projection) return notFound;
      const delivered = projection.delivered?.value;
      return ok(manifestPage(projection.staged.value.files, scene.longNames, delivered !== undefined, delivered !== undefined && delivered.matched < delivered.files, offset, limit));
    },
    compareStaged: async () => ok({ kind: 'none', says: 'a fake bridge keeps no staged copies' }),
    lookForIngestion: async () => ok({ log: { files: 1, bytes: 48_211, complete: true }, home: { files: 3, bytes: 9_204, complete: true }, found: 0 }),
    listGuestFiles: async () => ok(guestListing(scene.longNames ? 4_000 : 5)),
    previewGuestFile: async ({ path }) => ok(previewOf(path)),
    planTeardown: async ({ binding }) => {
      const worker = scene.workers.get(binding);
      return worker ? ok(withStagingStep(teardownPlan(worker.story.binding, seenOf(worker), scene.calling, 'lab-engine'), worker.story.binding, stagingOf(worker), scene.calling)) : notFound;
    },
    listReceipts: async ({ filter, before, limit }) => pageOf(scene, filter, before, limit),
    goOnIndexing: async () => ok(null),
    openReceipt: async ({ seq }) => (seq <= scene.ledger.size ? ok(receiptView(scene, seq)) : refused(refusal('not_found', `There is no receipt ${seq}.`, 'The newest one is at the top of the list.'))),
    verifyLedger: async () => ok({
      verdict: 'verified' as const, receipts: scene.ledger.size, root: digestOf('root'), milliseconds: 412, notes: [],
      seal: { size: scene.ledger.size, signer: `ed25519:${'7'.repeat(64)}` as KeyFingerprint }, trust: 'All of it is as it was when it was sealed.',
    }),
    exportBundle: async () => ok({ file: '/home/ada/bailiwick-6b1d0e44-120.zip', bytes: 48_211, receipts: 12, size: scene.ledger.size }),
    settings: async () => ({ ...settings }),
    setTheme: async ({ theme }) => {
      settings.theme = theme;
      return { ...settings };
    },
    setNetworkPool: async ({ pool }) => {
      settings.networkPool = pool;
      return ok({ ...settings });
    },
    reopenLedger: async () => refused(refusal('already_so', 'The ledger can be used.', 'There is nothing to mend.')),
    listBackups: async () => [],
    restoreBackup: async () => ok(null),
    openOtherDataFolder: async () => ok(null),
    backUpLedger: async () => ok(null),
    chooseCheckpointFolder: async () => ok(null),
    endCheckpointCopies: async () => ok(null),
    copyText: async () => ok(null),
    readHeadroom: async ({ endpoint }) => {
      const facts = engineAt(endpoint)?.facts;
      const running = (scene.environments.get(endpoint) ?? []).filter(({ state }) => state === 'running').map(({ name }, index) => ({ name, memoryBytes: index % 5 === 3 ? 0 : 64 * 1024 ** 2, cpuMilli: 250 }));
      return facts ? ok(headroomOf({ totalBytes: facts.memoryBytes, totalCpuMilli: facts.cpus * 1000, running: running.slice(0, 100), unread: Math.max(0, running.length - 100), waiting: [], ended: [], neighbours: [], consoleBytes: 310_000_000 })) : unreachable(endpoint);
    },
    readImageCommand: async () => ok(['/usr/local/bin/sample-harness', '--task', '/workspace/task/task.md']),
    ...externalsOf(scene, () => {
      scene.ledger.size += 2;
      announcer.announce('ledgerGrew', { size: scene.ledger.size });
    }),
    ...decisionsOf(scene),
    ...effectsOf(scene, announcer, pace),
  };
}
