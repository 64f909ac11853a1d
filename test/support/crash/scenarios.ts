import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, isOurs } from '../../../electron/host/engine/private-engine-files.ts';
import { readProcess } from '../../../electron/host/engine/daemon-process.ts';
import type { BindingId, Digest } from '../../../shared/ids.ts';
import type { StagedClass } from '../../../shared/manifest.ts';
import { isPrepared } from '../../../shared/preparation.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import type { Result } from '../../../shared/result.ts';
import type { TeardownStepId } from '../../../shared/teardown.ts';
import type { NetworkChoice } from '../../../shared/worker-spec.ts';
import { prepareSample, until, valueOf } from '../sample-worker.ts';
import { itself, type Asked, type Scenario } from './crash.ts';
import type { CrashLab, Told } from './crash-lab.ts';

let count = 0;
const freshSeat = (): string => `crash-${(count += 1)}@t${process.pid}`;

export const isApplied = (operation: Told['operation']) => (told: readonly Told[]): boolean => told.some((each) => each.operation === operation && each.disposition === 'applied');

/** Asks, and takes "it is so already" for an answer as well: an operator who cannot know would ask again. */
export async function insist(answer: Promise<Result<unknown>>, already: Refusal['code'] = 'already_so'): Promise<void> {
  const result = await answer;
  if (!result.ok && result.refusal.code !== already) valueOf(result);
}

export const prepare: Scenario = {
  name: 'prepare',
  begin: async (lab) => {
    const seat = freshSeat();
    return { run: (console) => prepareOrGoOn(lab, console, seat) };
  },
};

const prepareWithNetwork: Scenario = {
  name: 'prepare with a network',
  begin: async (lab) => {
    const seat = freshSeat();
    return { run: (console) => prepareOrGoOn(lab, console, seat, 'internal') };
  },
};

async function prepareOrGoOn({ endpoint, image }: CrashLab, console: Asked, seat: string, network: NetworkChoice = 'none'): Promise<void> {
  if (image === undefined) throw new TypeError('the sample image was not built');
  const known = (await console.ask('listWorkers', {})).find((row) => row.seat === seat)?.binding;
  if (known) return void valueOf(await console.ask('continuePreparation', { binding: known }));
  const resources = { cpuMilli: 500, memoryBytes: 64 * 1024 * 1024, pids: 64 };
  const { binding } = valueOf(await console.ask('prepareWorker', { endpoint, seat, image, artifacts: [], network, resources, argv: ['sleep', '600'] }));
  await until('the worker is prepared', async () => isPrepared(valueOf(await console.ask('openWorker', { binding })).binding));
}

const deliver: Scenario = {
  name: 'deliver',
  begin: async (lab) => {
    const binding = await prepared(lab);
    const manifest = await staged(lab, binding);
    return { run: async (console) => void valueOf(await console.ask('deliver', { binding, manifest })), isDone: isApplied('deliver') };
  },
};

export const launch: Scenario = {
  name: 'launch',
  begin: async (lab) => {
    const binding = await prepared(lab);
    // A second try is another execution, with a launch file of its own.
    return { run: (console) => launched(console, binding), isDone: isApplied('start_container'), perTry: /archive\?path=%2Fstate%2F\.bailiwick/ };
  },
};

export const exporting: Scenario = {
  name: 'export',
  begin: async (lab) => {
    const binding = await prepared(lab);
    valueOf(await lab.host.requests.deliver({ binding, manifest: await staged(lab, binding) }));
    const before = lab.exportedFiles().length;
    return {
      run: async (console) => void valueOf(await console.ask('exportArtifact', { binding, path: '/workspace/task/task.md' })),
      made: () => ({ 'files in the export folder': lab.exportedFiles().length - before }),
    };
  },
};

/** A step of the teardown, after those before it. */
export const teardown = (step: TeardownStepId, before: readonly TeardownStepId[], network: NetworkChoice = 'none'): Scenario => ({
  name: step,
  begin: async (lab) => {
    const binding = await prepared(lab, network);
    await launched(itself(lab), binding);
    for (const earlier of before) await insist(lab.host.requests.runTeardownStep({ binding, step: earlier }));
    return { run: (console) => insist(console.ask('runTeardownStep', { binding, step })) };
  },
});

const removeStaged: Scenario = {
  name: 'remove_staging',
  begin: async (lab) => {
    const binding = await prepared(lab);
    await staged(lab, binding);
    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) await insist(lab.host.requests.runTeardownStep({ binding, step }));
    return {
      run: (console) => insist(console.ask('runTeardownStep', { binding, step: 'remove_staging' })),
      made: () => ({ 'folders of staged copies': Number(existsSync(path.join(lab.data, 'staging', binding))) }),
    };
  },
};

const build: Scenario = {
  name: 'build image',
  begin: async ({ endpoint }) => ({ run: async (console) => void valueOf(await console.ask('buildSampleImage', { endpoint })), isDone: isApplied('build_image') }),
};

const pull: Scenario = {
  name: 'pull image',
  begin: async (lab) => {
    const registry = await lab.registry();
    const repository = `team/${randomBytes(16).toString('hex')}`;
    await registry.put(repository, '1');
    return { run: async (console) => void valueOf(await console.ask('pullImage', { endpoint: lab.endpoint, reference: `${registry.host}/${repository}:1` })), isDone: isApplied('pull_image') };
  },
};

const removeBuilt: Scenario = {
  name: 'remove image',
  begin: async ({ host, endpoint }) => {
    const { id: image } = valueOf(await host.requests.buildSampleImage({ endpoint }));
    return { run: (console) => insist(console.ask('removeImage', { endpoint, image }), 'not_found') };
  },
};

const backUp: Scenario = {
  name: 'back up ledger',
  begin: async (lab) => {
    const before = lab.exportedFiles().length;
    return {
      run: async (console) => void valueOf(await console.ask('backUpLedger', {})),
      isDone: isApplied('back_up'),
      made: () => ({ 'files in the chosen folder': lab.exportedFiles().length - before }),
    };
  },
};

const exportReceipts: Scenario = {
  name: 'export receipts',
  begin: async (lab) => {
    const before = lab.exportedFiles().length;
    return {
      run: async (console) => void valueOf(await console.ask('exportBundle', { choice: { receipts: [1] } })),
      isDone: isApplied('export_bundle'),
      made: () => ({ 'files in the chosen folder': lab.exportedFiles().length - before }),
    };
  },
};

const startEngine: Scenario = {
  name: 'start private engine',
  begin: async (lab) => {
    valueOf(await lab.host.requests.stopPrivateEngine({}));
    return { run: async (console) => void valueOf(await console.ask('startPrivateEngine', {})), made: () => ({ daemons: daemonsOf(lab) }) };
  },
};

const stopEngine: Scenario = {
  name: 'stop private engine',
  begin: async (lab) => {
    valueOf(await lab.host.requests.startPrivateEngine({}));
    return { run: async (console) => void valueOf(await console.ask('stopPrivateEngine', {})), made: () => ({ daemons: daemonsOf(lab) }) };
  },
};

const close: Scenario = {
  name: 'close attempt',
  begin: async (lab) => {
    const binding = await prepared(lab);
    const met = lab.proxy.plan(/^DELETE \/containers\//, { kind: 'reset_request' });
    await lab.host.requests.runTeardownStep({ binding, step: 'remove_container' });
    await met;
    const [attempt] = await lab.openAttempts();
    if (attempt === undefined) throw new TypeError('no attempt waits');
    return { run: (console) => insist(console.ask('closeAttempt', { attempt }), 'not_found') };
  },
};

/** Of its own epoch, so that the console takes a later one on the way. */
const closeItsOwn: Scenario = {
  name: 'close attempt of its own epoch',
  isLost: true,
  begin: async (lab) => {
    const binding = await prepared(lab);
    void lab.proxy.plan(/^DELETE \/containers\//, { kind: 'reset_request' });
    return {
      run: async (console) => {
        await insist(console.ask('runTeardownStep', { binding, step: 'remove_container' }), 'unconfirmed');
        const [waiting] = await console.ask('listInbox', {});
        if (waiting?.kind === 'attempt') await insist(console.ask('closeAttempt', { attempt: waiting.attempt }), 'not_found');
      },
      isDone: (told) => told.some(({ operation }) => operation === 'remove_container'),
    };
  },
};

const stage: Scenario = {
  name: 'stage files',
  begin: async (lab) => {
    const binding = await prepared(lab);
    writeFileSync(path.join(lab.exports, `task-${binding}.md`), 'Write a report.\n');
    return {
      run: async (console) => {
        const selection = valueOf(await console.ask('chooseSources', { kind: 'folder' }));
        valueOf(await console.ask('stageSelection', { binding, selection: selection?.selection ?? '', class: 'context' }));
      },
      made: () => ({ 'half-staged folders': unfinishedStaging(lab) }),
    };
  },
};

function unfinishedStaging({ data }: CrashLab): number {
  return readdirSync(path.join(data, 'staging'), { recursive: true }).filter((name) => path.basename(String(name)).startsWith('.new-')).length;
}

/** Settings of this machine, staged for a worker, with one hook to be decided on. */
async function withFinding(lab: CrashLab) {
  const binding = await prepared(lab);
  const manifest = await staged(lab, binding, { 'settings.json': '{"hooks":{"stop":{"command":"/home/operator/notify.sh"}}}' }, 'native_settings');
  const [row] = valueOf(await lab.host.requests.readManifest({ binding, manifest, offset: 0, limit: 1 })).findings;
  if (!row) throw new TypeError('the settings have no finding');
  return { binding, manifest, finding: row.id };
}

const accept: Scenario = {
  name: 'accept a finding',
  begin: async (lab) => {
    const finding = await withFinding(lab);
    return {
      run: (console) => insist(console.ask('decideFinding', { ...finding, way: { way: 'accept' } })),
      made: () => ({ acceptances: lab.decisionsAbout(finding.binding, 'accept_finding') }),
    };
  },
};

const drop: Scenario = {
  name: 'drop a finding',
  begin: async (lab) => {
    const finding = await withFinding(lab);
    return {
      run: async (console) => void valueOf(await console.ask('decideFinding', { ...finding, way: { way: 'drop' } })),
      made: () => ({ 'half-staged folders': unfinishedStaging(lab) }),
    };
  },
};

const lost = '/workspace/results/lost.md';

const waive: Scenario = {
  name: 'waive a result',
  begin: async (lab) => {
    const binding = await prepareSample(lab.host, lab.endpoint, { seat: freshSeat(), artifacts: [{ path: lost, maxBytes: 1000 }] });
    return {
      run: (console) => insist(console.ask('waiveArtifact', { binding, path: lost, execution: null })),
      made: () => ({ waivers: lab.decisionsAbout(binding, 'waive') }),
    };
  },
};

export const scenarios: readonly Scenario[] = [
  prepare,
  prepareWithNetwork,
  deliver,
  launch,
  exporting,
  teardown('stop_container', []),
  teardown('remove_container', ['stop_container']),
  teardown('remove_work', ['stop_container', 'remove_container']),
  teardown('remove_network', ['stop_container', 'remove_container'], 'internal'),
  removeStaged,
  build,
  pull,
  removeBuilt,
  close,
  closeItsOwn,
  stage,
  accept,
  drop,
  waive,
  backUp,
  exportReceipts,
];

export const privateEngineScenarios: readonly Scenario[] = [startEngine, stopEngine];

export const prepared = (lab: CrashLab, network: NetworkChoice = 'none'): Promise<BindingId> => prepareSample(lab.host, lab.endpoint, { seat: freshSeat(), network });

const task = { 'task.md': 'Write a report.\n' };

async function staged({ host, folder }: CrashLab, binding: BindingId, files: Readonly<Record<string, string>> = task, of: StagedClass = 'context'): Promise<Digest> {
  const source = path.join(folder, `source-${binding}`);
  mkdirSync(source);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(source, name), text);
  host.answers.folder = source;
  const selection = valueOf(await host.requests.chooseSources({ kind: 'folder' }));
  return valueOf(await host.requests.stageSelection({ binding, selection: selection?.selection ?? '', class: of }));
}

async function launched(console: Asked, binding: BindingId): Promise<void> {
  valueOf(await console.ask('launch', { binding, request: { argv: ['sleep', '600'], workingDirectory: '/workspace/task', environmentNames: [] } }));
}

function daemonsOf({ data }: CrashLab): number {
  const files = filesBelow(path.join(data, 'engine'));
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => isOurs(readProcess(pid)?.argv ?? [], files)).length;
}

