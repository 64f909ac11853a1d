import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Requests } from '../../../shared/bridge.ts';
import { instantOf, type Endpoint, type EngineId } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import type { ReleaseFile, ReleaseOffer } from '../../../shared/release.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { permitFrom } from '../approvals/check-approval.ts';
import { openUntil } from '../custody/own-releases.ts';
import { checkRelease, readReleaseFile } from '../custody/read-release.ts';
import { asJson } from '../custody/release.ts';
import { fromOwner } from '../custody/named-owner.ts';
import { sameAsStated, takeOver, type Taken } from '../custody/take-over.ts';
import type { Desk } from '../desk.ts';
import { readerAt, whenReachable } from '../placement/identity.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { attachedToTakeOver } from './external-requests.ts';

interface Offer {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  readonly file: ReleaseFile;
}

const mostOffers = 20;

/** Taking over what others had: by their console’s signed release, or on the operator’s own signed word. */
export function takeOverRequests(desk: Desk): Pick<Requests, 'chooseRelease' | 'takeOver' | 'takeOverAttached'> {
  const offers = new Map<string, Offer>();
  return {
    chooseRelease: async ({ endpoint }) => {
      const [chosen] = (await desk.surroundings.chooseFiles('release')) ?? [];
      if (chosen === undefined) return ok(null);
      const offer = await offerIn(desk, endpoint, chosen);
      return offer.ok ? ok(shownOffer(desk, offers, offer.value, path.basename(chosen))) : offer;
    },

    takeOver: async ({ offer: id, fingerprint }) => {
      const offer = offers.get(id);
      return offer ? takeUp(desk, offer, fingerprint) : refused(refusal('not_found', 'This release is not known any more.', 'Choose its file again.'));
    },

    takeOverAttached: async ({ shown, owner, ...input }) => {
      const found = await attachedToTakeOver(desk, input, shown);
      if (!found.ok) return found;
      const { ref, endpoint, identity } = found.value;
      return signed(desk, () => ok({ endpoint, engine: ref.engine, resources: [{ resource: ref.resource, name: ref.name, identity }], ...fromOwner(owner) }));
    },
  };
}

async function offerIn({ journal, readers }: Desk, endpoint: Endpoint, chosen: string): Promise<Result<Offer>> {
  const file = await readReleaseFile(chosen);
  if (!file.ok) return file;
  return whenReachable(async () => {
    const reader = readers.at(endpoint);
    const { engine } = await reader.identity();
    const checked = checkRelease(journal, engine, file.value);
    if (!checked.ok) return checked;
    const there = await sameAsStated(journal, reader, engine, file.value.statement.resources);
    return there.ok ? ok({ endpoint, engine, file: file.value }) : there;
  });
}

function shownOffer({ journal }: Desk, offers: Map<string, Offer>, offer: Offer, file: string): ReleaseOffer {
  const [oldest] = offers.keys();
  if (oldest !== undefined && offers.size >= mostOffers) offers.delete(oldest);
  const id = randomBytes(16).toString('hex');
  offers.set(id, offer);
  const { statement, approval } = offer.file;
  const elsewhere = openUntil(journal, statement, instantOf(Date.now()));
  return { offer: id, file, statement, signer: approval.approver, ...(elsewhere !== undefined && { givenElsewhereUntil: elsewhere }) };
}

async function takeUp(desk: Desk, { endpoint, engine, file }: Offer, fingerprint: string): Promise<Result<null>> {
  const { journal, readers } = desk;
  const { statement, approval } = file;
  if (fingerprint !== approval.approver) return refused(refusal('blocked', 'That is not the fingerprint of the key that signed this release.', 'Compare it with whoever gave it: the release may be a stranger’s.'));
  const there = await whenReachable(async () => {
    const reader = await readerAt(readers, { endpoint, engine });
    return reader.ok ? sameAsStated(journal, reader.value, engine, statement.resources) : reader;
  });
  if (!there.ok) return there;
  const from = { by: 'release', installation: statement.installation, signer: approval.approver, nonce: statement.nonce } as const;
  return signed(desk, () => {
    // Once more, with nothing awaited until it is written: it counts once.
    const checked = checkRelease(journal, engine, file);
    return checked.ok ? ok({ endpoint, engine, resources: statement.resources, from, document: asJson(file) }) : checked;
  });
}

/** Asks for the key first; what is signed is looked at after that, at the moment of signing. */
async function signed(desk: Desk, taken: () => Result<Taken>): Promise<Result<null>> {
  const { journal } = desk;
  const ring = await desk.keys.ring();
  if (!ring.ok) return ring;
  const what = taken();
  if (!what.ok) return what;
  const bar = writableBar(journal) ?? desk.custody.barredBy({ kind: 'engine', engine: what.value.engine });
  return bar ? refused(bar) : takeOver({ journal, permit: permitFrom(journal), ring: ring.value }, what.value);
}
