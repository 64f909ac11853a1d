import type { Requests } from '../../../shared/bridge.ts';
import type { WorkerRow } from '../../../shared/bridge-values.ts';
import type { Attempt } from '../../../shared/attempt.ts';
import type { Binding } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { latestOn, latestOnSeats } from '../../../shared/seat.ts';
import { workerRow } from '../../../shared/worker-row.ts';
import { declareArtifacts } from '../artifacts/declare-artifacts.ts';
import { LogDesk } from '../log-desk.ts';
import { reobserve } from '../custody/reobserve.ts';
import { noteThatItWent } from '../custody/note-that-it-went.ts';
import type { Desk } from '../desk.ts';
import { gateEnvironmentNames } from '../execution/launch-gate.ts';
import { launch } from '../execution/launch.ts';
import { observe } from '../execution/observe.ts';
import { observeReach } from '../execution/observe-reach.ts';
import { earlierWorker } from '../artifacts/earlier-worker.ts';
import { whenWritten } from '../ledger/writable-bar.ts';
import { isOfEngine, whenReachable } from '../placement/identity.ts';
import { prepare, prepareAt } from '../placement/prepare.ts';
import { requestWorker } from '../placement/request-worker.ts';
import { observeUnreadDeliveries } from '../projection/observe-delivery.ts';
import { watchedContainer } from './external-requests.ts';
import type { Progress } from '../tasks.ts';

type Names = 'listWorkers' | 'openWorker' | 'prepareWorker' | 'readEarlierWorker' | 'continuePreparation' | 'launch' | 'observe' | 'openLog' | 'closeLog' | 'lookAgain';

export function workerRequests(desk: Desk): Pick<Requests, Names> {
  const logs = new LogDesk(desk);
  return {
    listWorkers: async () => workerRows(desk),

    openWorker: async ({ binding }) => withBinding(desk, binding, async (found) => ok(workerView(desk, found))),

    async prepareWorker(input) {
      const declared = await declareArtifacts(desk.spawn, input.artifacts);
      if (!declared.ok) return declared;
      const { artifacts, documents } = declared.value;
      const reader = desk.readers.at(input.endpoint);
      const requested = await whenWritten(() => whenReachable(() => requestWorker(desk.journal, reader, { ...input, artifacts }, documents)));
      if (!requested.ok) return requested;
      const binding = requested.value;
      void prepareAsTask(desk, binding, input.seat, (progress) => prepareAt(desk, reader, binding, progress)).catch(desk.onFault);
      return ok({ binding });
    },

    readEarlierWorker: ({ binding }) => withBinding(desk, binding, async (found) => ok(earlierWorker(desk.journal, found))),

    continuePreparation: ({ binding }) => withBinding(desk, binding, ({ spec }) => prepareAsTask(desk, binding, spec.seat, (progress) => prepare(desk, binding, progress))),

    launch: ({ binding, request }) =>
      withBinding(desk, binding, async ({ spec }) => {
        const launched = await desk.tasks.run({ label: `Launching ${spec.seat}`, binding, use: 'held', unit: 'steps', cancellable: false }, () => launch(desk, binding, request));
        if (!launched.ok) return launched;
        await observe(desk, binding);
        // Trying takes seconds: the launch has its answer before.
        if (spec.network !== 'none') void observeReach(desk, binding).catch(desk.onFault);
        return ok(null);
      }),

    observe: ({ binding }) => withBinding(desk, binding, (found) => observeAll(desk, found)),

    openLog: async (input) => {
      const { log, tail } = input;
      if ('binding' in input) return withBinding(desk, input.binding, (found) => logs.openOf(found, log, tail));
      const watched = watchedContainer(desk, input);
      return watched.ok ? logs.open({ endpoint: input.endpoint, engine: watched.value.ref.engine, container: input.id }, log, tail) : watched;
    },

    closeLog: async ({ log }) => logs.close(log),

    async lookAgain(input) {
      const isMeant = 'attempt' in input ? ({ id }: Attempt) => id === input.attempt : ({ about }: Attempt) => 'binding' in about && about.binding === input.binding;
      const worker = workerMeant(desk, input);
      await desk.attempts.reconcile(isMeant);
      const looked = await whenWritten(() => lookAtWorker(desk, worker));
      if (!looked.ok) return looked;
      const isLeft = [...desk.journal.world.open.values()].some(isMeant);
      return isLeft ? refused(refusal('unconfirmed', 'Nothing shows yet whether it happened.', 'Look again later; nothing is asked twice meanwhile.')) : ok(null);
    },
  };
}

function workerMeant({ journal }: Desk, input: Parameters<Requests['lookAgain']>[0]): BindingId | undefined {
  if ('binding' in input) return input.binding;
  const about = journal.world.open.get(input.attempt)?.about;
  return about && 'binding' in about ? about.binding : undefined;
}

async function lookAtWorker(desk: Desk, worker: BindingId | undefined): Promise<Result<null>> {
  const found = worker && desk.journal.world.bindings.get(worker);
  if (!found) return ok(null);
  const reobserved = await reobserve(desk, found);
  return reobserved.ok ? observeUnreadDeliveries(desk, found.id) : reobserved;
}

function workerRows({ journal, attempts, directory }: Desk): readonly WorkerRow[] {
  const bindings = [...journal.world.bindings.values()];
  const latest = latestOnSeats(bindings);
  return bindings
    .map((binding) => workerRow(binding, { calling: attempts.calling, label: directory.labelOf(binding.spec.endpoint), now: directory.answersTo(binding), latest: latest.get(binding.spec.seat) }))
    .sort((a, b) => b.last.seq - a.last.seq);
}

function prepareAsTask(desk: Desk, binding: BindingId, seat: string, work: (progress: Progress) => Promise<Result<null>>): Promise<Result<null>> {
  return desk.tasks.run({ label: `Preparing ${seat}`, binding, use: 'held', unit: 'steps', cancellable: false }, work);
}

export async function withBinding<Value>({ journal }: Desk, id: BindingId, answer: (binding: Binding) => Promise<Result<Value>>): Promise<Result<Value>> {
  const binding = journal.world.bindings.get(id);
  return binding ? whenWritten(() => answer(binding)) : refused(refusal('not_found', `No worker has the binding ${id}.`, 'Go back to the list of workers.'));
}

async function observeAll(desk: Desk, { id, spec }: Binding): Promise<Result<null>> {
  const observed = await observe(desk, id);
  if (!observed.ok) {
    if (!isOfEngine(observed.refusal)) await whenReachable(() => noteThatItWent(desk, id));
    return observed;
  }
  desk.directory.noteRead(spec.endpoint, [id]);
  return observeReach(desk, id);
}

function workerView({ journal, attempts, directory, settings }: Desk, binding: Binding) {
  const { endpoint, engine } = binding.spec;
  const [label, now] = [directory.labelOf(endpoint), directory.answersTo(binding)];
  return {
    row: workerRow(journal.world.bindings.get(binding.id) ?? binding, { calling: attempts.calling, label, now, latest: latestOn(journal.world, binding.spec.seat) }),
    binding,
    calling: binding.open.filter(({ id }) => attempts.calling.has(id)).map(({ id }) => id),
    exportFolder: settings.current.exportFolder,
    engine: { id: engine, endpoint, label, now },
    environmentNames: gateEnvironmentNames,
  };
}
