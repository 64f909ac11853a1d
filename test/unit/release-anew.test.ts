import { describe, expect, test } from 'vitest';
import type { KeyRing } from '../../electron/host/approvals/key-ring.ts';
import { externalGivenBefore, workerGivenBefore } from '../../electron/host/custody/given-before.ts';
import { asJson, releaseAnew, writeRelease } from '../../electron/host/custody/release.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import type { Entry, Journal } from '../../electron/host/ledger/journal.ts';
import { awayOf } from '../../shared/binding.ts';
import { keyOfExternal } from '../../shared/external.ts';
import { refusal } from '../../shared/refusal.ts';
import { releaseStatementSchema, type ReleasedResource } from '../../shared/release.ts';
import { ok, refused } from '../../shared/result.ts';
import { aBindingId, aboutBinding, aboutExternal, aboutResource, aDigest, anAttemptId, anEffect, anInstant, anObservation, aRequest, aTransfer, decided, hexOf, theEngine, theInstallation } from '../support/builders.ts';
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

  test('is signed anew for the same receiver, of what is still there, and takes nothing back', async () => {
    const { journal, worker } = givenAway();
    const before = worker().resources.work.released;

    expect(await releaseAnew(signs(journal), () => workerGivenBefore({ journal }, worker()), async ({ resources }) => only('bw-state')(resources))).toEqual(ok(null));

    const { work, state } = worker().resources;
    const again = releaseStatementSchema.parse(journal.document(state.released?.subject ?? aDigest(1)));
    expect(again).toMatchObject({ to: receiver, until: '2026-03-31T00:00:00.000Z', resources: [{ resource: 'volume', identity: { id: 'bw-state' } }] });
    expect(again.nonce).not.toBe(statement.nonce);
    expect(state.released).toMatchObject({ seq: before?.seq, at: before?.at, to: receiver, anew: { seq: journal.world.size } });
    expect(work.released).toEqual(state.released);
    expect(awayOf(worker()).map(({ role }) => role)).toEqual(['work', 'state']);
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

  test('is not written to a file once its time is over, and the words say what is done instead', async () => {
    const { journal, worker } = givenAway();
    const ports = { journal: { ...journal, world: { ...journal.world, approvers: new Map([[signer.approver, { publicKey: 'a' }]]) }, document: (subject: never) => journal.document(subject) } as never, attempts: {} as never, dataFolder: aTemporaryFolder() };
    const released = { ...(worker().resources.work.released ?? never()), approval: signer as never };

    expect(await writeRelease({ ...ports, now: () => Date.parse(anInstant(60)) }, released, aTemporaryFolder())).toMatchObject({ ok: false, refusal: { code: 'blocked', todo: expect.stringContaining('Sign it anew') as string } });
  });
});
