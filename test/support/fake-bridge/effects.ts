import type { Notices, Requests } from '../../../shared/bridge.ts';
import type { EngineRow, Task } from '../../../shared/bridge-values.ts';
import { endpointTyped } from '../../../shared/endpoint.ts';
import { bindingIdSchema, endpointSchema, type BindingId, type Endpoint, type Seat } from '../../../shared/ids.ts';
import { creationOrder } from '../../../shared/preparation.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import { isClosed } from '../../../shared/worker-state.ts';
import type { TeardownStepId } from '../../../shared/teardown.ts';
import type { DeclaredArtifact, WantedArtifact } from '../../../shared/worker-spec.ts';
import { imagesOf } from './images.ts';
import type { Announcer } from './announcer.ts';
import { aSpec, Story } from './bindings.ts';
import { lostEngine, privateEndpoint, privateEngine, sampleImage } from './engines.ts';
import { manifestBytes } from './files.ts';
import { frameOf, notFound } from './frame.ts';
import { digestOf, hex } from './ids.ts';
import type { Scene } from './scene.ts';

type Elsewhere = 'readHeadroom' | 'readImageCommand' | 'listInbox' | 'closeAttempt' | 'reanchor' | 'keepWorker' | 'waiveArtifact' | 'decideFinding' | 'keys' | 'sealKeys' | 'unlockKeys' | 'frame' | 'listEngines' | 'openEngine' | 'listEnvironments' | 'listThings' | 'openExternal' | 'attach' | 'leave' | 'runExternalStep' | 'release' | 'releaseAnew' | 'writeRelease' | 'chooseRelease' | 'takeOver' | 'takeOverAttached' | 'listWorkers' | 'openWorker' | 'readManifest' | 'compareStaged' | 'lookForIngestion' | 'listGuestFiles' | 'previewGuestFile' | 'planTeardown' | 'listReceipts' | 'goOnIndexing' | 'openReceipt' | 'verifyLedger' | 'exportBundle' | 'settings' | 'setTheme' | 'setNetworkPool' | 'backUpLedger' | 'chooseCheckpointFolder' | 'reopenLedger' | 'listBackups' | 'restoreBackup' | 'openOtherDataFolder' | 'endCheckpointCopies' | 'copyText';

/** Effects change the scene step by step and announce it, as if something were behind them. */
export function effectsOf(scene: Scene, announcer: Announcer, pace: number): Omit<Requests, Elsewhere> {
  const wait = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, pace); });
  const grew = (): void => {
    scene.ledger.size += 2;
    announcer.announce('ledgerGrew', { size: scene.ledger.size });
    announcer.announce('frameChanged', frameOf(scene));
  };
  const changed = (endpoint: Endpoint): void => { announcer.announce('engineChanged', { endpoint }); };
  const notWritable = refused(refusal('ledger_not_writable', 'The ledger takes no writes, so nothing was asked.', 'Close the other console that holds it, then try again.'));
  const isTaken = (seat: Seat): boolean => [...scene.workers.values()].some(({ story }) => story.binding.spec.seat === seat && !isClosed(story.binding));
  const storyOf = (binding: BindingId): Story | undefined => scene.workers.get(binding)?.story;

  /** Runs steps as a task would, and answers when the last is done. */
  const run = async (label: string, binding: BindingId | undefined, unit: Task['unit'], steps: readonly (() => void)[], total = steps.length): Promise<void> => {
    const task = { id: hex(label + scene.ledger.size, 8), label, unit, total, cancellable: unit !== 'steps', detail: '', ...(binding && { binding }) };
    for (const [index, step] of steps.entries()) {
      announcer.announce('taskChanged', { ...task, state: 'running', done: Math.round((index / steps.length) * total) });
      await wait();
      step();
      grew();
    }
    announcer.announce('taskChanged', { ...task, state: 'done', done: total });
  };

  const withStory = async (binding: BindingId, act: (story: Story) => Promise<void>) => {
    if (!scene.ledger.writable) return notWritable;
    const story = storyOf(binding);
    if (!story) return notFound;
    await act(story);
    return ok(null);
  };

  return {
    addEndpoint: async ({ path }) => {
      const parsed = endpointSchema.safeParse(endpointTyped(path));
      if (!parsed.success) return refused(refusal('bad_input', `“${path}” is no endpoint.`, 'Type an absolute path, ssh://host or https://host:2376.'));
      const row: EngineRow = { ...lostEngine, endpoint: parsed.data, label: path.split('/').at(-1) ?? path };
      scene.engines = [...scene.engines.filter(({ endpoint }) => endpoint !== row.endpoint), row];
      return ok(row);
    },
    forgetEndpoint: async ({ endpoint }) => {
      scene.engines = scene.engines.filter((engine) => engine.endpoint !== endpoint);
      return ok(null);
    },
    chooseCertificates: async () => ok(null),
    startPrivateEngine: async () => {
      await wait();
      scene.engines = scene.engines.map((engine) => (engine.endpoint === privateEndpoint ? privateEngine('running') : engine));
      changed(privateEndpoint);
      return ok(null);
    },
    stopPrivateEngine: async () => {
      await wait();
      scene.engines = scene.engines.map((engine) => (engine.endpoint === privateEndpoint ? privateEngine('stopped') : engine));
      changed(privateEndpoint);
      return ok(null);
    },
    buildSampleImage: async ({ endpoint }) => {
      await run('Build the sample image', undefined, 'steps', [() => undefined, () => { scene.images.set(endpoint, [...(scene.images.get(endpoint) ?? []), sampleImage]); }]);
      changed(endpoint);
      return ok({ reference: sampleImage.tags[0] ?? '', id: sampleImage.id });
    },
    prepareWorker: async (input) => {
      if (!scene.ledger.writable) return notWritable;
      const story = new Story(`made ${scene.ledger.size}`, scene.clock, aSpec({ ...input, seat: input.seat as Seat, artifacts: declaredOf(input.artifacts), argv: [...input.argv] }));
      scene.workers.set(story.binding.id, { story });
      void run(`Prepare ${input.seat}`, story.binding.id, 'steps', [...creationOrder(story.binding).map((role) => () => story.created(role)), () => story.layouts()]);
      return ok({ binding: bindingIdSchema.parse(story.binding.id) });
    },
    readEarlierWorker: async ({ binding }) => {
      const spec = storyOf(binding)?.binding.spec;
      return spec ? ok({ worker: { endpoint: spec.endpoint, seat: spec.seat, image: spec.image, resources: spec.resources, network: spec.network, argv: spec.argv, artifacts: spec.artifacts.map(({ path, maxBytes }) => ({ path, maxBytes })) }, forgotten: [], seatIsFree: !isTaken(spec.seat) }) : notFound;
    },
    continuePreparation: ({ binding }) => withStory(binding, (story) => run(`Prepare ${story.binding.spec.seat}`, binding, 'steps', [() => story.prepared()])),
    chooseSources: async ({ kind }) => ok({ selection: hex('selection', 32), kind, names: kind === 'folder' ? ['review-task'] : ['task.md', 'role/reviewer.md', 'schema/orders.json'] }),
    listSelections: async () => ok([...scene.workers.values()].filter(({ story }) => story.binding.projections.length > 0).slice(0, 20).map(({ story }) => (
      { selection: hex(`staged for ${story.binding.id}`, 32), kind: 'folder', names: [scene.longNames ? `review-task-${'of-a-very-long-name-'.repeat(5)}` : 'review-task'], class: 'context', seat: story.binding.spec.seat, files: 3, at: story.binding.last.at }))),
    stageSelection: async ({ binding }) => {
      const story = storyOf(binding);
      if (!story) return notFound;
      const manifest = digestOf(`manifest ${scene.ledger.size}`);
      story.staged({ manifest, files: 3, bytes: manifestBytes(3, scene.longNames) });
      grew();
      return ok(manifest);
    },
    deliver: ({ binding, manifest }) => withStory(binding, async (story) => {
      const staged = story.binding.projections.findLast((projection) => projection.manifest === manifest)?.staged.value;
      if (!staged) return;
      const part = (): void => undefined;
      await run(`Deliver ${staged.files} files`, binding, 'files', [part, part, part, () => story.delivered({ ...staged, matched: staged.files, differing: 0, missing: 0, result: digestOf('r') })], staged.files);
    }),
    launch: ({ binding, request }) => withStory(binding, (story) => run(`Launch ${story.binding.spec.seat}`, binding, 'steps', [() => story.launched(request)])),
    observe: ({ binding }) => withStory(binding, async (story) => {
      await wait();
      story.rung('provider_reachable', 'seen', 'lab-engine 20.10.24 answers');
      grew();
    }),
    openLog: async ({ log, tail }) => {
      setTimeout(() => { announcer.announce('logLines', logOf(log, scene.longNames ? tail : 42, scene)); }, pace);
      return ok(null);
    },
    closeLog: async () => ok(null),
    openUsage: async ({ usage }) => {
      setTimeout(() => { announcer.announce('usageRead', { usage, reading: { at: scene.clock.now(), cpuMilli: 120, memoryBytes: 41_000_000 } }); }, pace);
      return ok(null);
    },
    closeUsage: async () => ok(null),
    chooseExportFolder: async () => ok({ folder: '/home/operator/Exports' }),
    exportArtifact: async ({ binding, path }) => {
      const story = storyOf(binding);
      if (!story) return notFound;
      await wait();
      if (path.includes('missing')) return ok({ outcome: 'nothing' });
      const answer = { outcome: 'published' as const, digest: digestOf(path), bytes: 8_412, destination: `/home/operator/Exports/${path.split('/').at(-1) ?? ''}` };
      story.exported(path, answer);
      grew();
      return ok(answer);
    },
    checkPublished: ({ binding, path }) => withStory(binding, async (story) => {
      await wait();
      story.checked(path);
      grew();
    }),
    runTeardownStep: ({ binding, step }) => withStory(binding, (story) => run(stepLabels[step], binding, 'steps', [() => { take(story, step); }])),
    lookAgain: async () => {
      await wait();
      return ok(null);
    },
    ...imagesOf(scene, changed),
    cancelTask: async () => ok(null),
  };
}

const declaredOf = (wanted: readonly WantedArtifact[]): DeclaredArtifact[] =>
  wanted.map(({ form, ...artifact }) => ({ ...artifact, ...(form && { form: form.type === 'json' && form.schema !== undefined ? { type: form.type, schema: digestOf(form.schema) } : { type: form.type } }) }));

const stepLabels: Readonly<Record<TeardownStepId, string>> = { stop_container: 'Stop container', remove_container: 'Remove container', remove_network: 'Remove network', remove_work: 'Remove volume', remove_state: 'Remove volume', remove_staging: 'Remove staged copies' };

const removedBy = { remove_container: 'container', remove_network: 'network', remove_work: 'work', remove_state: 'state' } as const;

function take(story: Story, step: TeardownStepId): void {
  if (step === 'stop_container') {
    story.attempt('stop_container', story.resourceRef('container'));
    story.exited(0);
  } else if (step === 'remove_staging') story.unstaged();
  else story.removed(removedBy[step]);
}

function logOf(log: string, count: number, scene: Scene): Notices['logLines'] {
  const start = Date.parse(scene.clock.now());
  return {
    log,
    lines: Array.from({ length: count }, (_, index) => ({
      stream: index % 17 === 9 ? ('stderr' as const) : ('stdout' as const),
      at: new Date(start + index * 211).toISOString(),
      text: index % 17 === 9 ? `warning: step ${index} took longer than it should` : `\u001b[32mstep ${index}\u001b[0m read /workspace/task/part-${index}.md, ${index * 13} words${index === 3 ? ' and on and on'.repeat(40) : ''}`,
    })),
  };
}
