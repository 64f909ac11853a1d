import { z } from 'zod';
import type { Attempt } from '../../shared/attempt.ts';
import type { Binding } from '../../shared/binding.ts';
import { keyOfExternal } from '../../shared/external.ts';
import { endpointSchema, instantOf, type BindingId, type Endpoint, type EngineId } from '../../shared/ids.ts';
import type { Blocker } from '../../shared/inbox.ts';
import type { Json } from '../../shared/json.ts';
import { labelKeys } from '../../shared/naming.ts';
import type { Ref } from '../../shared/reference.ts';
import { blockerOf, type GoalReader, type GoalReaders, type GoalReading } from './attempts/goal.ts';
import { publishedGoal } from './artifacts/published-goal.ts';
import type { EngineReader, EngineReaders } from './engine/engine-reader.ts';
import { absentById, containerCreated, containerStarted, containerStopped, imageBuilt, imagePulled, networkCreated, volumeAbsent, volumeCreated, type StateReading } from './engine/goals.ts';
import type { PrivateEngine } from './engine/private-engine.ts';
import { startParamsSchema } from './execution/its-start.ts';
import type { Journal } from './ledger/journal.ts';
import { readerAt } from './placement/identity.ts';
import { deliveredGoal } from './projection/delivered-goal.ts';
import { stagingGoal } from './projection/staging-goal.ts';

type Daemon = Pick<PrivateEngine, 'read' | 'whoAnswers'>;

interface Ports {
  readonly journal: Journal;
  readonly readers: EngineReaders;
  readonly privateEngine: Daemon;
  readonly dataFolder: string;
}

/** For each operation, how the state that shows it happened is read. */
export function goalReaders({ journal, readers, privateEngine, dataFolder }: Ports): GoalReaders {
  /** Reads at the engine of what it is about, after that said that it still is that engine. */
  const at = <What>(find: (about: Ref, params: Json | undefined) => Located<What> | undefined, unknown: string) => (read: (reader: EngineReader, attempt: Attempt, params: Json | undefined, what: What) => Promise<GoalReading>): GoalReader =>
    async (attempt, params) => {
      const found = find(attempt.about, params);
      if (!found) return unreadable(unknown, 'request_forgotten');
      const reader = await readerAt(readers, found.place);
      return reader.ok ? read(reader.value, attempt, params, found.what) : unreadable(reader.refusal.says, blockerOf(reader.refusal));
    };
  const atWorker = at((about) => {
    const binding = bindingOf(journal, about);
    return binding && { what: binding, place: binding.spec };
  }, 'the worker it is about is not known');
  /** The same for what may also have been given to this console: it is taken back like its own. */
  const atPlace = at((about) => {
    const place = placeOf(journal, about);
    return place && { what: place, place };
  }, 'what it is about is not known');
  const atImage = at((about, params) => {
    const place = placeOfImage(about, params);
    return place && { what: place, place };
  }, 'the document that says what was asked is gone');
  return {
    create_network: atWorker(async (reader, { id, about }, _params, binding) => ofCreation(await networkCreated(reader, nameOf(about), id), binding.id)),
    create_volume: atWorker(async (reader, { id, about }, _params, binding) => ofCreation(await volumeCreated(reader, nameOf(about), id), binding.id)),
    create_container: atWorker(async (reader, { id, about }, _params, binding) => ofCreation(await containerCreated(reader, nameOf(about), id), binding.id)),
    deliver: atWorker((reader, attempt, params, binding) => deliveredGoal({ journal, reader, binding }, attempt, params)),
    start_container: atWorker(async (reader, _attempt, params) => withParams(startParamsSchema, params, async ({ container, startedBefore }) => ofState(await containerStarted(reader, container, startedBefore)))),
    stop_container: atPlace(async (reader, _attempt, params, { engine }) => withParams(containerParams, params, async ({ container }) => ofState(await containerStopped(reader, container, { engine })))),
    remove_container: atPlace(async (reader, _attempt, params, { engine }) => withParams(containerParams, params, async ({ container }) => ofState(await absentById(reader, 'container', container, { engine })))),
    remove_network: atPlace(async (reader, _attempt, params, { engine }) => withParams(networkParams, params, async ({ network }) => ofState(await absentById(reader, 'network', network, { engine })))),
    remove_volume: atPlace(async (reader, { about }, _params, { engine }) => ofState(await volumeAbsent(reader, nameOf(about), { engine }))),
    build_image: atImage(async (reader, _attempt, params) => withParams(imageParams, params, async ({ tag, label }) => ofState(await imageBuilt(reader, tag, label)))),
    pull_image: atImage(async (reader, _attempt, params) => withParams(pullParams, params, async ({ reference, before }) => ofState(await imagePulled(reader, reference, before)))),
    remove_image: atImage(async (reader, _attempt, params, { engine }) => withParams(removedImageParams, params, async ({ image }) => ofState(await absentById(reader, 'image', image, { engine })))),
    remove_staging: ({ about }) => stagingGoal(dataFolder, about),
    publish_file: publishedGoal,
    back_up: publishedGoal,
    export_bundle: publishedGoal,
    write_release: publishedGoal,
    start_engine: () => startedGoal(privateEngine),
    stop_engine: async () => stoppedGoal(privateEngine),
  };
}

const containerParams = z.looseObject({ container: z.string() });
const networkParams = z.looseObject({ network: z.string() });
const imagePlaceParams = z.looseObject({ endpoint: endpointSchema });
const pullParams = z.looseObject({ reference: z.string(), before: z.string().nullable() });
const removedImageParams = z.looseObject({ image: z.string() });
const imageParams = z.looseObject({ tag: z.string(), label: z.string() });

async function withParams<Params>(schema: z.ZodType<Params>, params: Json | undefined, read: (params: Params) => Promise<GoalReading>): Promise<GoalReading> {
  const parsed = schema.safeParse(params);
  return parsed.success ? read(parsed.data) : unreadable('the document that says what was asked is gone', 'request_forgotten');
}

const unreadable = (says: string, blocker: Blocker): GoalReading => ({ kind: 'unreadable', says, blocker });

function bindingOf({ world }: Journal, about: Ref): Binding | undefined {
  return 'binding' in about ? world.bindings.get(about.binding) : undefined;
}

type Place = { readonly endpoint: Endpoint; readonly engine: EngineId };

interface Located<What> {
  readonly what: What;
  readonly place: Place;
}

function placeOf(journal: Journal, about: Ref): Place | undefined {
  if (about.kind !== 'external') return bindingOf(journal, about)?.spec;
  const external = journal.world.externals.get(keyOfExternal(about));
  return external && { endpoint: external.endpoint, engine: about.engine };
}

/** An image is no worker's, so its intent says where it was asked for. */
function placeOfImage(about: Ref, params: Json | undefined): Place | undefined {
  const asked = imagePlaceParams.safeParse(params);
  return about.kind === 'image' && asked.success ? { endpoint: asked.data.endpoint, engine: about.engine } : undefined;
}

const nameOf = (about: Ref): string => (about.kind === 'resource' || about.kind === 'external' ? about.name : '');

function ofState(goal: StateReading): GoalReading {
  if (goal.unreadable) return unreadable(goal.says, 'engine_unreachable');
  return goal.reached
    ? { kind: 'shown', disposition: 'applied', evidence: goal.evidence, says: 'its goal state is there', ...(goal.id !== undefined && { id: goal.id }) }
    : { kind: 'not_shown', says: goal.says };
}

/** Something else under our name stands in the way of a creation: another attempt of this worker made it, or a stranger did. */
function ofCreation(goal: StateReading, binding: BindingId): GoalReading {
  if (goal.unreadable || goal.reached || !goal.found) return ofState(goal);
  const disposition = goal.found.labels[labelKeys.binding] === binding ? 'no_op' : 'refused';
  return { kind: 'not_shown', says: goal.says, instead: { disposition, evidence: [{ kind: 'reading', of: 'what stands under the name', found: goal.says, at: instantOf(Date.now()) }] } };
}

/** A process that does not answer is no engine yet, and may never be one. */
async function startedGoal(engine: Daemon): Promise<GoalReading> {
  const { kind } = engine.read();
  if (kind !== 'running') return { kind: 'not_shown', says: `the private engine is ${kind}` };
  const id = await engine.whoAnswers();
  return id === null ? { kind: 'not_shown', says: 'the private engine’s process runs, and nobody answers on its socket' } : daemonShown('its socket', `the engine ${id} answers`, 'the private engine answers');
}

function stoppedGoal(engine: Daemon): GoalReading {
  const { kind } = engine.read();
  return kind === 'stopped' ? daemonShown('its process', 'stopped', 'the private engine is stopped') : { kind: 'not_shown', says: `the private engine is ${kind}` };
}

const daemonShown = (what: string, found: string, says: string): GoalReading => ({ kind: 'shown', disposition: 'applied', evidence: [{ kind: 'reading', of: `the private engine: ${what}`, found, at: instantOf(Date.now()) }], says });
