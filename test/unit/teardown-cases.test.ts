import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { DockerMutations } from '../../electron/host/engine/docker-mutations.ts';
import { DockerReader } from '../../electron/host/engine/docker-reader.ts';
import { absentById } from '../../electron/host/engine/goals.ts';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { usersOfNetwork } from '../../electron/host/custody/network-users.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { creationOf } from '../../shared/operations.ts';
import { labelKeys } from '../../shared/naming.ts';
import { kindOfRole, type ResourceRole } from '../../shared/reference.ts';
import { refusal } from '../../shared/refusal.ts';
import { operator } from '../../shared/receipt.ts';
import { requestSchemas } from '../../shared/request-schemas.ts';
import { standingsOn } from '../../shared/standing.ts';
import { teardownPlan, type Seen, type SeenOf } from '../../shared/teardown-plan.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutArtifact, aboutResource, aDigest, anAttemptId, anEffect, anInstant, anObservation, aRequest, aWorkerSpec, hexOf, receiptsFrom, theEngine, theFirstEpoch, theInstallation } from '../support/builders.ts';
import { FakeDaemon, type FakeReply } from '../support/fake-daemon.ts';

// Some tests dial a socket, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const created = (role: ResourceRole, attempt: number): readonly Entry[] => [
  ...anEffect(creationOf[kindOfRole[role]], aboutResource(role), anAttemptId(attempt)),
  anObservation('present', { id: `id-of-${role}`, created: '2026-01-01T00:00:00Z' }, aboutResource(role)),
];
const asked = (network: 'internal' | 'none'): readonly Entry[] => [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [], network }))];
const worldOf = (...entries: readonly Entry[]) => foldWorld(emptyWorld, receiptsFrom(entries));

const there: Seen = { kind: 'there', running: false, usedBy: [] };
const allThere: SeenOf = { container: there, work: there, state: there, network: there };

function stepsOf(entries: readonly Entry[], seen: SeenOf = allThere) {
  const binding = worldOf(...entries).bindings.get(aBindingId());
  if (!binding) throw new TypeError('the receipts make no binding');
  return teardownPlan(binding, seen, new Set(), 'an engine').steps;
}

describe('B1 13: a removal', () => {
  const looks: readonly Seen[] = [
    there, { ...there, running: true }, { ...there, usedBy: ['stranger'] }, { kind: 'gone' },
    { kind: 'differs', refusal: refusal('identity_changed', 'another', 'look') }, { kind: 'unreadable', refusal: refusal('engine_unreachable', 'nobody', 'start it') },
  ];
  const whole = [...asked('internal'), ...created('network', 1), ...created('work', 2), ...created('state', 3), ...created('container', 4)];

  test('is never offered together with another one, whatever is seen of the worker’s things', () => {
    for (const container of looks) for (const network of looks) for (const work of looks) for (const state of looks) {
      const offered = stepsOf(whole, { container, network, work, state }).filter((step) => step.state.kind === 'ready' || step.state.kind === 'already_gone');
      expect(offered.length).toBeLessThanOrEqual(1);
    }
  });

  test.each<[keyof typeof requestSchemas, object, string]>([
    ['runTeardownStep', { binding: aBindingId(), step: 'remove_work' }, 'step'],
    ['runExternalStep', { endpoint: 'unix:///run/one.sock', resource: 'volume', id: 'data', step: 'remove_volume' }, 'id'],
    ['removeImage', { endpoint: 'unix:///run/one.sock', image: `sha256:${'a'.repeat(64)}` }, 'image'],
  ])('%s: is of one thing, and there is no way to ask for several or for none', (name, input, member) => {
    const one: unknown = (input as Readonly<Record<string, unknown>>)[member];

    expect(requestSchemas[name].safeParse(input).success).toBe(true);
    for (const many of [[one], [one, one], [], '', null, undefined]) expect(requestSchemas[name].safeParse({ ...input, [member]: many }).success).toBe(false);
  });

  test('has a dialog that is never empty: it names the thing, where it is, what goes and what stays', () => {
    for (const { title, resource, engineLabel, lost, kept } of stepsOf(whole)) for (const words of [title, resource.kind, resource.name, engineLabel, lost, kept]) expect(words).not.toBe('');
  });
});

describe('B1 10: work that has not left', () => {
  const path = '/workspace/task/report.md';
  const made = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }] })), ...created('work', 2), ...created('container', 4)];
  const removalAfter = (...since: readonly Entry[]) => stepsOf([...made, ...since]).find(({ id }) => id === 'remove_container')?.state;

  test('is not discarded by a removal, and has a way to be given up by name, after which the removal goes on', () => {
    expect(removalAfter()).toMatchObject({ kind: 'blocked', refusal: { says: expect.stringContaining(path) as string } });

    const givenUp: Entry = { actor: operator, about: aboutArtifact(path), body: { kind: 'decision', decision: 'waive', subject: aDigest() } };

    expect(removalAfter(givenUp)).toEqual({ kind: 'ready' });
  });
});

describe('B1 15: a thing that somebody else uses', () => {
  const gone = (role: ResourceRole): Entry => anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource(role));
  const withoutContainer = [...asked('internal'), ...created('network', 1), ...created('work', 2), ...created('state', 3), ...created('container', 4), gone('container')];

  test('stops its own step alone: each other one has its own result, and the plan is not finished', () => {
    const states = stepsOf([...withoutContainer, gone('work')], { ...allThere, container: { kind: 'gone' }, network: { ...there, usedBy: ['stranger'] } }).map(({ id, state }) => [id, state.kind]);

    expect(states).toEqual([['stop_container', 'verified'], ['remove_container', 'verified'], ['remove_network', 'blocked'], ['remove_work', 'verified'], ['remove_state', 'ready']]);
  });
});

describe('B2 21: a plan is made from what exists', () => {
  const idsOf = (...entries: readonly Entry[]): readonly string[] => stepsOf(entries).map(({ id }) => id);

  test('not from what was asked for: what was never made, or whose making was refused, has no step', () => {
    expect(idsOf(...asked('internal'))).toEqual([]);
    expect(idsOf(...asked('internal'), ...anEffect('create_network', aboutResource('network'), anAttemptId(1), 'refused'), ...created('work', 2))).toEqual(['remove_work']);
  });

  test('also where the request names no such thing, and where it came after its making was closed', () => {
    const late = [...anEffect('create_volume', aboutResource('state'), anAttemptId(2), 'not_applied'), anObservation('late_effect', { attempt: anAttemptId(2), id: null }, aboutResource('state'))];

    expect(idsOf(...asked('none'), ...created('network', 1), ...late)).toEqual(['remove_network', 'remove_state']);
  });
});

describe('B2 22: that something is not there', () => {
  const id = 'a'.repeat(64);
  let daemon: FakeDaemon;

  beforeEach(async () => {
    daemon = await FakeDaemon.listen();
  });

  afterEach(() => daemon.close());

  const answered = (reply: FakeReply) => {
    for (const route of [`GET /containers/${id}/json`, `DELETE /containers/${id}`]) daemon.answer(route, reply);
    daemon.answer('GET /containers/json', { body: [] });
    const mutations = new DockerMutations(daemon.way, daemon.engine);
    const removal = mutations.removeContainer(mintToken('0'.repeat(32) as AttemptId, 'remove_container', 1), id, 'unnamed_too').finally(() => mutations.close());
    return { removal, absent: absentById(new DockerReader(daemon.way, usualDeadlines), 'container', id, { pauseMs: 5 }) };
  };

  test.each([
    ['Docker', { message: `No such container: ${id}` }],
    ['Podman', { cause: 'no such container', message: `no container with name or ID "${id}" found: no such container`, response: 404 }],
    ['containerd', { message: `container "${id}" in namespace "default": not found` }],
    ['another language', { message: 'Conteneur introuvable' }],
    ['no words', { message: '' }],
  ])('is told by the status, in whatever words: %s', async (_engine, body) => {
    const { removal, absent } = answered({ status: 404, body });

    expect(await absent).toMatchObject({ reached: true });
    expect(await removal).toMatchObject({ kind: 'ambiguous', status: 404 });
  });

  test.each<[string, FakeReply]>([
    ['a fault', { status: 500, body: { message: `No such container: ${id}` } }],
    ['something in between that knows no such page', { status: 404, body: '404 page not found: no such container' }],
  ])('is not told by the words alone: %s', async (_what, reply) => {
    const { removal, absent } = answered(reply);

    expect(await absent).toMatchObject({ unreadable: true });
    expect(await removal).toMatchObject({ kind: 'unclear' });
  });
});

describe('B3 38: what was left behind', () => {
  const labels = { [labelKeys.installation]: theInstallation, [labelKeys.binding]: hexOf(0xdead) };

  test.each(['container', 'volume', 'network'] as const)('is found by its labels: a %s that no ledger knows is named as such, not called ours and not offered', (resource) => {
    const standing = standingsOn(worldOf(theFirstEpoch), theEngine)({ resource, id: 'left', labels, signs: [] });

    expect(standing).toEqual({ group: 'other', why: ['it carries this console’s labels, and the ledger does not know it'] });
  });

  test('is found by what it holds on to: a volume or a network that something else uses stays, and that is named', () => {
    const left = { id: 'e'.repeat(64), name: 'database', networks: ['its-own'], volumes: [], labels: {} } as never;
    const using: Seen = { ...there, usedBy: usersOfNetwork({ id: 'n', name: 'its-own', endpoints: [] }, [left]).names };
    const steps = stepsOf([...asked('internal'), ...created('network', 1), ...created('work', 2)], { ...allThere, network: using, work: using });

    expect(steps.map(({ state }) => state)).toEqual([1, 2].map(() => expect.objectContaining({ kind: 'blocked', refusal: expect.objectContaining({ code: 'not_ours', says: expect.stringContaining('database') as string }) as object }) as object));
  });
});
