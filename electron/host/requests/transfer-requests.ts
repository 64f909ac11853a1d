import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Given, Requests } from '../../../shared/bridge.ts';
import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import type { ReleaseFile } from '../../../shared/release.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { permitFrom } from '../approvals/check-approval.ts';
import { givenExternal, givenWorker, type GivenThing } from '../custody/given.ts';
import { checkRelease, readReleaseFile } from '../custody/read-release.ts';
import { asJson, release, writeRelease } from '../custody/release.ts';
import { runExternalStep } from '../custody/run-external-step.ts';
import { sameAsStated, takeOver } from '../custody/take-over.ts';
import type { Desk } from '../desk.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { readerAt, whenReachable } from '../placement/identity.ts';
import { attachedToTakeOver, externalAt, gone } from './external-requests.ts';

type Names = 'runExternalStep' | 'release' | 'writeRelease' | 'chooseRelease' | 'takeOver' | 'takeOverAttached';

interface Offer {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  readonly file: ReleaseFile;
}

const mostOffers = 20;

/** Giving away and taking over, each with a signature of its own side. */
export function transferRequests(desk: Desk): Pick<Requests, Names> {
  const { journal, tasks, readers } = desk;
  const permit = permitFrom(journal);
  const offers = new Map<string, Offer>();

  const asItIs = ({ endpoint, engine, file }: Offer): Promise<Result<null>> =>
    whenReachable(async () => {
      const reader = await readerAt(readers, { endpoint, engine });
      return reader.ok ? sameAsStated(journal, reader.value, engine, file.statement.resources) : reader;
    });

  return {
    runExternalStep: async ({ step, ...input }) => {
      const external = externalAt(desk, input);
      if (!external) return refused(gone(input.id));
      return tasks.run({ label: `Taking back ${external.ref.name}`, unit: 'steps', cancellable: false }, () => runExternalStep(desk, external, step));
    },

    release: async ({ of, to }) => {
      const given = givenBy(desk, of);
      if (!given.ok) return given;
      const bar = writableBar(journal) ?? barOf(desk, given.value);
      if (bar) return bar;
      const ring = await desk.keys.ring();
      if (!ring.ok) return ring;
      const folder = await desk.surroundings.chooseFolder('release');
      if (folder === null) return ok(null);
      const released = await release({ journal, permit, ring: ring.value }, given.value, to);
      return released.ok ? writeAgain(desk, of, folder) : released;
    },

    writeRelease: async ({ of }) => {
      const folder = await desk.surroundings.chooseFolder('release');
      return folder === null ? ok(null) : writeAgain(desk, of, folder);
    },

    chooseRelease: async ({ endpoint }) => {
      const [chosen] = (await desk.surroundings.chooseFiles('release')) ?? [];
      if (chosen === undefined) return ok(null);
      const file = await readReleaseFile(chosen);
      if (!file.ok) return file;
      return whenReachable(async () => {
        const { engine } = await readers.at(endpoint).identity();
        const checked = checkRelease(journal, engine, file.value);
        if (!checked.ok) return checked;
        const there = await asItIs({ endpoint, engine, file: file.value });
        if (!there.ok) return there;
        const offer = randomBytes(16).toString('hex');
        const [oldest] = offers.keys();
        if (oldest !== undefined && offers.size >= mostOffers) offers.delete(oldest);
        offers.set(offer, { endpoint, engine, file: file.value });
        return ok({ offer, file: path.basename(chosen), statement: file.value.statement, signer: file.value.approval.approver });
      });
    },

    takeOver: async ({ offer: id, fingerprint }) => {
      const offer = offers.get(id);
      if (!offer) return refused(refusal('not_found', 'This release is not known any more.', 'Choose its file again.'));
      const { endpoint, engine, file } = offer;
      const { statement, approval } = file;
      if (fingerprint.trim() !== approval.approver) return refused(refusal('blocked', 'That is not the fingerprint of the key that signed this release.', 'Compare it with whoever gave it: the release may be a stranger’s.'));
      const bar = writableBar(journal) ?? doubtBar(desk, { kind: 'engine', engine });
      if (bar) return bar;
      const there = await asItIs(offer);
      if (!there.ok) return there;
      const ring = await desk.keys.ring();
      if (!ring.ok) return ring;
      // Once more, with nothing awaited until it is written: it counts once.
      const checked = checkRelease(journal, engine, file);
      if (!checked.ok) return checked;
      const from = { by: 'release', installation: statement.installation, signer: approval.approver, nonce: statement.nonce } as const;
      return takeOver({ journal, permit, ring: ring.value }, { endpoint, engine, resources: statement.resources, from }, [asJson(file)]);
    },

    takeOverAttached: async ({ shown, owner, ...input }) => {
      const bar = writableBar(journal);
      if (bar) return bar;
      const found = await attachedToTakeOver(desk, input, shown);
      if (!found.ok) return found;
      const { ref, endpoint, identity } = found.value;
      const doubt = doubtBar(desk, { kind: 'engine', engine: ref.engine });
      if (doubt) return doubt;
      const ring = await desk.keys.ring();
      if (!ring.ok) return ring;
      return takeOver({ journal, permit, ring: ring.value }, { endpoint, engine: ref.engine, resources: [{ resource: ref.resource, name: ref.name, identity }], from: { by: 'statement', owner } });
    },
  };
}

function givenBy(desk: Desk, of: Given): Result<GivenThing> {
  if ('binding' in of) {
    const binding = desk.journal.world.bindings.get(of.binding);
    return binding ? ok(givenWorker(desk, binding)) : refused(refusal('not_found', `No worker has the binding ${of.binding}.`, 'Go back to the list of workers.'));
  }
  const external = externalAt(desk, of);
  return external ? ok(givenExternal(desk, external)) : refused(gone(of.id));
}

async function writeAgain(desk: Desk, of: Given, folder: string): Promise<Result<{ readonly file: string }>> {
  const given = givenBy(desk, of);
  if (!given.ok) return given;
  const { released } = given.value;
  return released ? writeRelease(desk, released, folder) : refused(refusal('not_found', `${given.value.of} was not released.`, 'Release it first.'));
}

const doubtBar = ({ custody }: Desk, about: Parameters<Desk['custody']['barredBy']>[0]): Result<never> | undefined => {
  const bar = custody.barredBy(about);
  return bar && refused(bar);
};

/** What the ledger says against it comes before the person is asked where its file is to go. */
const barOf = (desk: Desk, { bar, decided }: GivenThing): Result<never> | undefined => (bar ? refused(bar) : doubtBar(desk, decided));
