import { totalmem } from 'node:os';
import type { EnvironmentRow } from '../../../shared/bridge-values.ts';
import type { Requests } from '../../../shared/bridge.ts';
import { capabilitiesOf } from '../../../shared/capabilities.ts';
import { isHeld } from '../../../shared/binding.ts';
import { executionOfResults } from '../../../shared/execution-results.ts';
import type { ContainerRow, EngineFacts } from '../../../shared/engine-readings.ts';
import { instantOf, type Endpoint, type EngineId } from '../../../shared/ids.ts';
import { labelKeys } from '../../../shared/naming.ts';
import { heldRunning, holdersOn, holderText, privatePlace } from '../../../shared/private-engine.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { serviceSigns } from '../../../shared/service-signs.ts';
import { standingsOn } from '../../../shared/standing.ts';
import type { World } from '../../../shared/world.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { Desk } from '../desk.ts';
import { isElsewhere } from '../engine-words.ts';
import { whenReachable } from '../placement/identity.ts';
import { isThisMachine, readHeadroom } from '../placement/read-headroom.ts';
import { engineImages } from './image-requests.ts';

type Names = 'openEngine' | 'listEnvironments' | 'startPrivateEngine' | 'stopPrivateEngine' | 'readHeadroom';

const daemonDeadlineSeconds = 90;

export function engineRequests(desk: Desk): Pick<Requests, Names> {
  const { directory, journal, readers, tasks } = desk;
  return {
    openEngine: ({ endpoint }) =>
      whenReachable(async () => {
        const row = directory.row(endpoint);
        if (!row) return refused(refusal('not_found', `No engine is known at ${endpoint}.`, 'Add it under Environments.'));
        const images = engineImages(journal.world, row.facts?.engine, await readers.at(endpoint).listImages());
        const { inventories, records } = journal.world;
        const inventory = row.facts && inventories.get(row.facts.engine);
        const capabilities = capabilitiesOf(row.facts && records.get(row.facts.engine), row.unsupported);
        return ok({ row, images, capabilities, ...(inventory && { inventory: { at: inventory.at, seq: inventory.seq, ...inventory.value } }) });
      }),

    readHeadroom: ({ endpoint }) =>
      whenReachable(async () => {
        const reader = readers.at(endpoint);
        const facts = await reader.identity();
        return ok(await readHeadroom(reader, { facts, ...machineOf(desk, endpoint, facts) }));
      }),

    listEnvironments: ({ endpoint, only }) =>
      whenReachable(async () => {
        const reader = readers.at(endpoint);
        const [{ engine }, containers] = await Promise.all([engineAt(desk, endpoint), reader.listContainers(only)]);
        return ok({ environments: environmentRows(containers, journal.world, engine), readAt: instantOf(Date.now()) });
      }),

    startPrivateEngine: () => tasks.run({ label: 'Starting the private engine', unit: 'steps', cancellable: false }, () => startPrivateEngine(desk)),

    stopPrivateEngine: () => tasks.run({ label: 'Stopping the private engine', unit: 'steps', cancellable: false }, () => stopPrivateEngine(desk)),
  };
}

/** What the engine's own answers leave out. Of a machine that is reached over a network nobody knows whether it is this one. */
function machineOf({ directory, journal, surroundings }: Desk, endpoint: Endpoint, facts: EngineFacts) {
  const isHere = !isElsewhere(endpoint) && isThisMachine(facts, totalmem());
  const neighbours = directory.rows().filter((row) => isHere && row.facts && row.facts.engine !== facts.engine && !isElsewhere(row.endpoint) && isThisMachine(row.facts, totalmem()));
  return { neighbours: neighbours.map(({ label }) => label), workers: workersOn(journal.world, facts.engine), consoleBytes: isHere ? surroundings.memoryBytes() : null };
}

function workersOn({ bindings }: World, engine: EngineId): ReadonlyMap<string, { readonly memoryBytes: number; readonly hasEnded: boolean }> {
  const held = [...bindings.values()].filter(({ spec, resources }) => spec.engine === engine && isHeld(resources.container));
  return new Map(held.map((binding) => [
    binding.resources.container.present?.value.id ?? binding.resources.container.name,
    { memoryBytes: binding.spec.resources.memoryBytes, hasEnded: executionOfResults(binding)?.process?.value.state === 'exited' },
  ]));
}

/** Who answers there: known while the engine is followed, asked otherwise. */
const engineAt = async ({ directory, readers }: Desk, endpoint: Endpoint): Promise<{ readonly engine: EngineId }> => directory.row(endpoint)?.facts ?? readers.at(endpoint).identity();

async function startPrivateEngine({ attempts, privateEngine, directory }: Desk): Promise<Result<null>> {
  const outcome = await attempts.run(
    { operation: 'start_engine', about: { kind: 'endpoint', endpoint: privateEngine.endpoint }, params: { endpoint: privateEngine.endpoint }, actor: operator, deadlineSeconds: daemonDeadlineSeconds },
    (mutations, token) => mutations.daemon.start(token),
  );
  directory.rescan();
  const result = resultOf(outcome);
  return result.ok ? ok(null) : result;
}

/** Never stopped while it holds workers: they would end with it. */
async function stopPrivateEngine(desk: Desk): Promise<Result<null>> {
  const { attempts, privateEngine, journal } = desk;
  const [holder] = holdersOn(journal.world, privatePlace(journal.world, privateEngine.endpoint));
  if (holder) return refused(refusal('blocked', `${holderText(holder)} is on the private engine.`, 'Take back first what is this console’s on it, or release it.'));
  const running = await whenReachable(async () => ok(await heldRunningOn(desk, privateEngine.endpoint)));
  // One that does not answer is stopped all the same: that is what it may need.
  if (running.ok && running.value.length > 0) return refused(refusal('blocked', `On the private engine there runs what somebody answers for: ${running.value.join(', ')}.`, 'Have another console’s stopped there first, take this console’s own back, and leave what is attached.'));
  const outcome = await attempts.run(
    { operation: 'stop_engine', about: { kind: 'endpoint', endpoint: privateEngine.endpoint }, params: { endpoint: privateEngine.endpoint }, actor: operator, deadlineSeconds: daemonDeadlineSeconds },
    (mutations, token) => mutations.daemon.stop(token),
  );
  const result = resultOf(outcome);
  return result.ok ? ok(null) : result;
}

async function heldRunningOn(desk: Desk, endpoint: Endpoint): Promise<readonly string[]> {
  const [{ engine }, containers] = await Promise.all([engineAt(desk, endpoint), desk.readers.at(endpoint).listContainers()]);
  return heldRunning(desk.journal.world, engine, containers);
}

/** Whose each is comes from the ledger; a label alone is a claim. */
function environmentRows(containers: readonly ContainerRow[], world: World, engine: EngineId): readonly EnvironmentRow[] {
  const standingOf = standingsOn(world, engine);
  return containers.map((row) => {
    const { group, owner, transferred, why } = standingOf({ resource: 'container', id: row.id, labels: row.labels, signs: serviceSigns(row) });
    return {
      ...row,
      custody: group,
      ...(owner && { owner }),
      ...(transferred && { transferred }),
      ...(why.length > 0 && { why }),
      claims: group === 'other' && !owner && row.labels[labelKeys.installation] !== undefined,
    };
  });
}

export const engineLabel = ({ directory }: Pick<Desk, 'directory'>, endpoint: Endpoint): string => directory.labelOf(endpoint);
