import type { Binding } from '../../shared/binding.ts';
import { startedLast } from '../../shared/execution-results.ts';
import type { BindingId, Endpoint } from '../../shared/ids.ts';
import { isThere } from '../../shared/readiness.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Desk } from './desk.ts';
import { lookForLateEffects } from './attempts/late-effects.ts';
import { verifyRemovedImages } from './custody/remove-image.ts';
import { reobserve } from './custody/reobserve.ts';
import { noteThatItWent } from './custody/note-that-it-went.ts';
import type { EngineEvent, EngineReader } from './engine/engine-reader.ts';
import { noteProcess, noteReadiness } from './execution/observe.ts';
import { isOfEngine, readerOf, whenReachable } from './placement/identity.ts';
import { observeUnreadDeliveries } from './projection/observe-delivery.ts';

type Change = Extract<EngineEvent, { readonly type: 'changed' }>;

/**
 * The engine answers on a new connection: open attempts get one look, and every worker there is read anew. What cannot be read
 * of one keeps nobody from the others.
 */
export async function engineReached(desk: Desk, endpoint: Endpoint): Promise<void> {
  const here = bindingsAt(desk, endpoint);
  const engines = new Set([...here.map(({ spec }) => spec.engine), desk.directory.row(endpoint)?.facts?.engine]);
  await desk.attempts.reconcile(({ about }) => ('engine' in about ? engines.has(about.engine) : about.kind === 'endpoint' && about.endpoint === endpoint));
  const ended = here.filter(hasEnded);
  const read = new Set<BindingId>();
  for (const binding of here) {
    if ((await whenReachable(() => readAnew(desk, binding))).ok) read.add(binding.id);
    noteThatItAnswers(desk, binding);
  }
  for (const id of await unreadLaterRuns(desk, endpoint, ended)) read.delete(id);
  desk.directory.noteRead(endpoint, read);
  await verifyRemovedImages(desk, endpoint);
  desk.notify('engineChanged', { endpoint });
}

async function readAnew(desk: Desk, binding: Binding): Promise<Result<null>> {
  await reobserve(desk, binding);
  await lookForLateEffects(desk, binding);
  const noted = hasEnded(binding) ? ok(null) : await noteWhatRuns(desk, binding);
  if (!isBusy(desk, binding)) await observeUnreadDeliveries(desk, binding.id);
  return noted.ok || isOfEngine(noted.refusal) ? noted : noteThatItWent(desk, binding.id);
}

/** Every worker is read anew, at each engine that answers. */
export async function lookAtEverything(desk: Desk): Promise<void> {
  const endpoints = new Set([...desk.journal.world.bindings.values()].map(({ spec }) => spec.endpoint));
  await Promise.all([...endpoints].filter((endpoint) => desk.directory.isReachable(endpoint)).map((endpoint) => engineReached(desk, endpoint)));
}

/** Something changed: what may concern ours is read, and nothing is concluded from the event itself. */
export async function engineChanged(desk: Desk, endpoint: Endpoint, change: Change): Promise<void> {
  if (change.action === 'create') for (const binding of bindingsAt(desk, endpoint)) await lookForLateEffects(desk, binding);
  const about = change.kind === 'container' ? bindingsAt(desk, endpoint).find(({ resources }) => resources.container.present?.value.id === change.id) : undefined;
  if (about) await whenReachable(() => noteItsChange(desk, about, change.action));
  if (change.kind === 'image') await lookAtImages(desk, endpoint);
  if (!change.action.startsWith('exec_')) desk.notify('engineChanged', { endpoint, ...(change.kind === 'container' && { container: change.id }) });
}

async function noteItsChange(desk: Desk, binding: Binding, action: string): Promise<Result<null>> {
  if (action === 'destroy') return noteThatItWent(desk, binding.id);
  if (!processActions.has(action)) return ok(null);
  const noted = await noteWhatRuns(desk, binding);
  if (noted.ok) desk.directory.noteRead(binding.spec.endpoint, [binding.id]);
  return noted;
}

/** A build or a pull may go on in its engine when nobody waits for its answer any more: its end shows in an image. */
async function lookAtImages(desk: Desk, endpoint: Endpoint): Promise<void> {
  const engine = desk.directory.row(endpoint)?.facts?.engine;
  await desk.attempts.reconcile(({ operation, about }) => (operation === 'build_image' || operation === 'pull_image') && 'engine' in about && about.engine === engine);
}

const processActions: ReadonlySet<string> = new Set(['start', 'die', 'oom', 'kill', 'stop', 'pause', 'unpause', 'restart']);

const hasEnded = (binding: Binding): boolean => startedLast(binding)?.process?.value.state === 'exited';

/** So many containers are read at a time. */
const readTogether = 8;

/**
 * What had ended may have begun again while no events were heard, and ended again: a list does not tell when, so each container
 * that is still there is read once. The engine is asked who it is once for all of them. Answers those that could not be read.
 */
async function unreadLaterRuns(desk: Desk, endpoint: Endpoint, ended: readonly Binding[]): Promise<readonly BindingId[]> {
  const held = ended.filter(({ resources: { container } }) => container.present && !container.absent && !container.released);
  if (held.length === 0) return [];
  const reader = desk.readers.at(endpoint);
  const noted = await whenReachable(async () => {
    const [{ engine }, listed] = await Promise.all([reader.identity(), reader.listContainers()]);
    const there = new Set(listed.map(({ id }) => id));
    const left = held.filter(({ spec, resources }) => spec.engine === engine && there.has(resources.container.present?.value.id ?? '')).map(({ id }) => id);
    const unread: BindingId[] = [];
    while (left.length > 0) await Promise.all(left.splice(0, readTogether).map(async (id) => { if (!(await whenReachable(() => noteIfStarted(desk, reader, id))).ok) unread.push(id); }));
    return ok(unread);
  });
  return noted.ok ? noted.value : held.map(({ id }) => id);
}

async function noteIfStarted(desk: Desk, reader: EngineReader, id: BindingId): Promise<Result<null>> {
  const binding = desk.journal.world.bindings.get(id);
  if (binding && isStartSettled(binding) && !binding.resources.container.absent) await noteProcess(desk, reader, id);
  return ok(null);
}

/** While a start is under way its own step reads the process; a second reader would only race it. */
const isStartSettled = (binding: Binding): boolean => startedLast(binding)?.start?.settlement !== undefined;

async function noteWhatRuns(desk: Desk, binding: Binding): Promise<Result<null>> {
  if (!isStartSettled(binding) || binding.resources.container.absent) return ok(null);
  const reader = await readerOf(desk.readers, binding);
  if (!reader.ok) return reader;
  return noteProcess(desk, reader.value, binding.id);
}

/** What a look noted while the engine gave no answer is over. */
function noteThatItAnswers(desk: Desk, binding: Binding): void {
  const { id, readiness } = binding;
  if (readiness.provider_reachable?.value.state === 'not_seen' && isThere(desk.directory.answersTo(binding)) && desk.journal.writable) noteReadiness(desk, id, { isRead: false });
}

/** What works on it reads what it did itself. */
const isBusy = ({ tasks }: Desk, { id }: Binding): boolean => tasks.running.some(({ binding }) => binding === id);

const bindingsAt = ({ journal }: Desk, endpoint: Endpoint): readonly Binding[] => [...journal.world.bindings.values()].filter(({ spec }) => spec.endpoint === endpoint);
