import { describe, expect, test } from 'vitest';
import type { KeyRing } from '../../electron/host/approvals/key-ring.ts';
import { givenExternal } from '../../electron/host/custody/given.ts';
import { externalGivenBefore, workerGivenBefore } from '../../electron/host/custody/given-before.ts';
import { asJson, releaseAnew, writeRelease } from '../../electron/host/custody/release.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import type { Entry, Journal } from '../../electron/host/ledger/journal.ts';
import { bindingDocument } from '../../shared/binding-document.ts';
import { awayOf, awayThings } from '../../shared/binding.ts';
import { awayWith } from '../../shared/external-plan.ts';
import { keyOfExternal, namedLast } from '../../shared/external.ts';
import { refusal } from '../../shared/refusal.ts';
import { releaseStatementSchema, type ReleasedResource } from '../../shared/release.ts';
import { ok, refused } from '../../shared/result.ts';
import { aBindingId, aboutBinding, aboutEngine, aboutExternal, aboutResource, aDigest, anAttemptId, anEffect, anInstant, anObservation, aRequest, aTransfer, decided, hexOf, theEndpoint, theEngine, theInstallation } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const receiver = hexOf(0xbad) as never;
const signer = { v: 1, approver: `ed25519:${'1'.repeat(64)}`, scope: 'transfer', expires: anInstant(5), signature: `${'A'.repeat(86)}==` };
/** Who signs it is nothing to these: the approvals have tests of their own. */
const ring = { sign: (decision: string, document: never) => ({ ...signer, decision, subject: digestOf(document), nonce: hexOf(4) }) } as unknown as KeyRing;
const signs = (journal: Journal) => ({ journal, ring, permit: () => ok(null), now: () => Date.parse('2026-03-01T00:00:00Z') });
const made = (role: 'work' | 'state', n: number): readonly Entry[] => [...anEffect('create_volume', aboutResource(role), anAttemptId(n)), anObservation('present', { id: `bw-${role}`, created: '2026' }, aboutResource(role))];
const statement = releaseStatementSchema.parse({
  v: 1, kind: 'release', installation: theInstallation, engine: theEngine, to: receiver, of: 'reviewer@atlas', nonce: hexOf(1), at: anInstant(), until: anInstant(60),
  resources: (['work', 'state'] as const).map((role) => ({ resource: 'volume', name: `bw-${role}`, identity: { id: `bw-${role}`, created: '2026' } })),
});

function givenAway() {
  const { journal } = aJournal();
  const document = asJson(statement);
  journal.appendAll([aRequest(), ...made('work', 1), ...made('state', 2)]);
  journal.append(anObservation('proposed', { act: 'release', subject: digestOf(document), to: receiver }, aboutBinding()), [document]);
  journal.append(decided('release', aboutBinding(), digestOf(document)));
  return { journal, worker: () => journal.world.bindings.get(aBindingId()) ?? never() };
}

function never(): never {
  throw new TypeError('not known');
}

describe('a release that nobody took up', () => {
  const only = (name: string) => (resources: readonly ReleasedResource[]) => ok(resources.filter(({ identity }) => identity.id === name));

  test('is signed anew for the same receiver, of what is still there and of nothing else, and takes nothing back', async () => {
    const { journal, worker } = givenAway();
    const before = worker().resources.work.released;

    expect(await releaseAnew(signs(journal), () => workerGivenBefore({ journal }, worker()), async ({ resources }) => only('bw-state')(resources))).toEqual(ok(null));

    const { work, state } = worker().resources;
    const again = releaseStatementSchema.parse(journal.document(state.released?.subject ?? aDigest(1)));
    expect(again).toMatchObject({ to: receiver, until: '2026-03-31T00:00:00.000Z', resources: [{ resource: 'volume', identity: { id: 'bw-state' } }] });
    expect(again.nonce).not.toBe(statement.nonce);
    expect(state.released).toMatchObject({ seq: before?.seq, at: before?.at, to: receiver, anew: { seq: journal.world.size } });
    expect(work.released).toEqual(before);
    expect([work.releases?.length, state.releases?.length]).toEqual([1, 2]);
    expect(namedLast(awayThings(worker())).map(({ name }) => name)).toEqual([worker().resources.state.name]);
    expect(bindingDocument(journal.world, { binding: aBindingId(), tries: [], head: { origin: 'bailiwick/one', size: 99 } })).toMatchObject({
      resources: [{ role: 'container' }, { role: 'work', released: { to: receiver, receipt: before?.seq, at: before?.at } }, { role: 'state', released: { signedAnew: journal.world.size } }],
    });
    expect(awayOf(worker()).map(({ role }) => role)).toEqual(['work', 'state']);
  });

  test('and was signed anew before the ledger said of what, is told as it was told then: of all that it gave away', () => {
    const { journal, worker } = givenAway();
    journal.appendAll([anObservation('proposed', { act: 'release', subject: aDigest(70), to: receiver, anew: true }, aboutBinding()), decided('release', aboutBinding(), aDigest(70))]);

    const { work, state } = worker().resources;
    expect([work.released, state.released]).toMatchObject([{ subject: aDigest(70), anew: { seq: journal.world.size } }, { subject: aDigest(70), anew: { seq: journal.world.size } }]);
    expect(namedLast(awayThings(worker()))).toHaveLength(2);
  });

  test('is not signed anew of what came back, or where nothing of it is there', async () => {
    const { journal, worker } = givenAway();
    const nothing = refused(refusal('not_found', 'Nothing that was released is there any more.', 'There is nothing to sign.'));
    expect(await releaseAnew(signs(journal), () => workerGivenBefore({ journal }, worker()), async () => nothing)).toEqual(nothing);

    const volume = aboutExternal('bw-state');
    const from = { by: 'release', installation: receiver, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(9) } as const;
    const back = async ({ resources }: { readonly resources: readonly ReleasedResource[] }) => {
      journal.appendAll([anObservation('proposed', { act: 'transfer', subject: aDigest(62), endpoint: 'unix:///run/one.sock' as never, identity: { id: 'bw-state', created: '2026' }, from }, volume), decided('transfer', { kind: 'engine', engine: theEngine }, aDigest(62))]);
      return only('bw-state')(resources);
    };
    expect(await releaseAnew(signs(journal), () => workerGivenBefore({ journal }, worker()), back)).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(awayOf(worker()).map(({ role }) => role)).toEqual(['work']);
  });

  test('is signed anew of what had been taken over, too', async () => {
    const { journal } = aJournal();
    const volume = aboutExternal('data');
    journal.appendAll([...aTransfer(volume), anObservation('proposed', { act: 'release', subject: aDigest(70), to: receiver }, volume), decided('release', { kind: 'engine', engine: theEngine }, aDigest(70))]);
    const external = () => journal.world.externals.get(keyOfExternal(volume)) ?? never();
    const { custody } = external();

    expect(await releaseAnew(signs(journal), () => externalGivenBefore({ journal }, external()), async ({ resources }) => ok(resources))).toEqual(ok(null));

    expect(external().custody).toMatchObject({ kind: 'released', to: receiver, seq: 'seq' in custody && custody.seq, anew: { seq: journal.world.size } });
  });

  test('is signed anew of those that had been taken over and are still there, and the others stay away by the release before', async () => {
    const { journal } = aJournal();
    const [gone, there] = [aboutExternal('gone'), aboutExternal('there')];
    for (const each of [gone, there]) journal.append(anObservation('proposed', { act: 'transfer', subject: aDigest(62), endpoint: theEndpoint, identity: { id: each.id, created: '2026' }, from: { by: 'statement', owner: 'the data team' } }, each));
    journal.append(decided('transfer', aboutEngine, aDigest(62)));
    for (const each of [gone, there]) journal.append(anObservation('proposed', { act: 'release', subject: aDigest(70), to: receiver }, each));
    journal.append(decided('release', aboutEngine, aDigest(70)));
    const external = (ref: typeof gone) => journal.world.externals.get(keyOfExternal(ref)) ?? never();
    const before = external(gone);

    expect(await releaseAnew(signs(journal), () => externalGivenBefore({ journal }, external(gone)), async ({ resources }) => only('there')(resources))).toEqual(ok(null));

    expect(external(gone)).toEqual(before);
    expect(external(there).custody).toMatchObject({ kind: 'released', anew: { seq: journal.world.size } });
    expect(awayWith(external(gone), journal.world.externals.values())).toHaveLength(2);
    expect(givenExternal({ journal } as never, external(gone)).released).toEqual(external(there).custody);
  });

  test('is not written to a file once its time is over, and the words say what is done instead', async () => {
    const { journal, worker } = givenAway();
    const ports = { journal: { ...journal, world: { ...journal.world, approvers: new Map([[signer.approver, { publicKey: 'a' }]]) }, document: (subject: never) => journal.document(subject) } as never, attempts: {} as never, dataFolder: aTemporaryFolder() };
    const released = { ...(worker().resources.work.released ?? never()), approval: signer as never };

    expect(await writeRelease({ ...ports, now: () => Date.parse(anInstant(60)) }, released, aTemporaryFolder())).toMatchObject({ ok: false, refusal: { code: 'blocked', todo: expect.stringContaining('Sign it anew') as string } });
  });
});
