import type { Binding } from '../../../shared/binding.ts';
import { heldSubnets } from '../../../shared/held-subnets.ts';
import { resourceLabels } from '../../../shared/naming.ts';
import { blocksIn, deadAddressOf, hostAddressOf, nextFreeBlock, overlaps } from '../../../shared/network-pool.ts';
import { operator } from '../../../shared/receipt.ts';
import type { ResourceRole, VolumeRole } from '../../../shared/reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { AttemptOutcome } from '../attempts/attempts.ts';
import type { EffectToken } from '../attempts/effect-token.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { containerRequest, networkOf } from './container-request.ts';
import { machineSubnets } from './machine-subnets.ts';
import { ownerOf, resourceRef } from './worker-refs.ts';

const createDeadlineSeconds = 60;

export interface PrepareMeans extends Means {
  /** Where the addresses of workers' networks are taken from. */
  readonly networkPool: () => string;
}

/** Asks for one resource of a worker, under its one name and with this attempt's labels. */
export async function createResource(means: PrepareMeans, reader: EngineReader, binding: Binding, role: ResourceRole): Promise<Result<AttemptOutcome>> {
  switch (role) {
    case 'network': return createNetwork(means, reader, binding);
    case 'container': return createContainer(means, binding);
    case 'work':
    case 'state': return ok(await createVolume(means, binding, role));
  }
}

/** Two consoles choose the same addresses where neither sees the other's network yet: the one that comes second chooses once more. */
async function createNetwork(means: PrepareMeans, reader: EngineReader, binding: Binding): Promise<Result<AttemptOutcome>> {
  const first = await tryNetwork(means, reader, binding);
  const last = first.ok && first.value.takenMeanwhile ? await tryNetwork(means, reader, binding) : first;
  if (!last.ok) return last;
  const { outcome, subnet, takenMeanwhile } = last.value;
  if (takenMeanwhile) return refused(takenTwice(subnet));
  return isOverlap(outcome) ? refused(overlapping(subnet)) : ok(outcome);
}

interface NetworkTry {
  readonly subnet: string;
  readonly outcome: AttemptOutcome;
  /** It was refused, and the engine lists now what was not there when the addresses were chosen. */
  readonly takenMeanwhile: boolean;
}

async function tryNetwork(means: PrepareMeans, reader: EngineReader, binding: Binding): Promise<Result<NetworkTry>> {
  const free = await freeSubnet(means, reader);
  if (!free.ok) return free;
  const subnet = free.value;
  const { name } = binding.resources.network;
  const params = { name, subnet, host: hostAddressOf(subnet), dead: deadAddressOf(subnet) };
  const outcome = await means.attempts.run(
    { operation: 'create_network', about: resourceRef(binding, 'network'), params, actor: operator, deadlineSeconds: createDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).createNetwork(token, { ...params, labels: labelsFor(means, binding, 'network', token) }),
  );
  return ok({ subnet, outcome, takenMeanwhile: isOverlap(outcome) && (await subnetsAt(reader)).some((there) => overlaps(there, subnet)) });
}

const subnetsAt = async (reader: EngineReader): Promise<readonly string[]> => (await reader.listNetworks()).flatMap(({ subnets }) => subnets);

/** Against what the engine has, what any worker has or may have, and what this machine is joined to: its engines share its routes. */
async function freeSubnet({ journal, networkPool }: PrepareMeans, reader: EngineReader): Promise<Result<string>> {
  const pool = networkPool();
  const there = await subnetsAt(reader);
  const held = heldSubnets(journal.world.bindings.values(), (params) => journal.document(params));
  const free = nextFreeBlock(pool, [...there, ...held, ...machineSubnets()]);
  if (free !== undefined) return ok(free);
  return refused(refusal('blocked', `Every network of the pool ${pool} (${blocksIn(pool)} in all) is taken: by workers, by other networks of this engine, or by what this machine is joined to.`, 'Take workers back, or choose another pool in Settings; then go on with the preparation.'));
}

const isOverlap = (outcome: AttemptOutcome): boolean => outcome.kind === 'settled' && outcome.disposition === 'refused' && /overlap/i.test(outcome.says);

/** What the engine does not list may still be in its way: a route of its machine, or what another program set up. */
const overlapping = (subnet: string) =>
  refusal('blocked', `The engine says that ${subnet} overlaps with addresses that are in use there, though none of its networks has them.`, 'Choose another pool in Settings, then go on with the preparation.');

const takenTwice = (subnet: string) =>
  refusal('blocked', `Another network has taken ${subnet} on this engine since it was chosen, for the second time now.`, 'Go on with the preparation: other addresses are chosen then.');

function createVolume(means: Means, binding: Binding, role: VolumeRole): Promise<AttemptOutcome> {
  const { name } = binding.resources[role];
  return means.attempts.run(
    { operation: 'create_volume', about: resourceRef(binding, role), params: { name }, actor: operator, deadlineSeconds: createDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).createVolume(token, { name, labels: labelsFor(means, binding, role, token) }),
  );
}

async function createContainer(means: Means, binding: Binding): Promise<Result<AttemptOutcome>> {
  const network = networkOf(binding);
  if (network === undefined) return refused(refusal('unconfirmed', 'The worker’s network was not seen yet, so its container cannot be joined to it.', 'Go on with the preparation.'));
  const { labels: _perAttempt, ...params } = containerRequest(binding, network, {});
  return ok(await means.attempts.run(
    { operation: 'create_container', about: resourceRef(binding, 'container'), params: { ...params }, actor: operator, deadlineSeconds: createDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).createContainer(token, containerRequest(binding, network, labelsFor(means, binding, 'container', token))),
  ));
}

function labelsFor({ journal }: Means, binding: Binding, role: ResourceRole, { attempt, epoch }: EffectToken) {
  const { installation } = journal.world;
  if (installation === null) throw new UnknownInstallationError('a worker exists in a ledger that has no first receipt');
  return resourceLabels(ownerOf(binding, installation), role, attempt, epoch);
}

class UnknownInstallationError extends Error {
  override name = 'UnknownInstallationError';
}
