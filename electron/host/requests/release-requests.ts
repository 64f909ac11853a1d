import type { Given, Requests } from '../../../shared/bridge.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { permitFrom } from '../approvals/check-approval.ts';
import { givenExternal, givenWorker, type GivenThing } from '../custody/given.ts';
import { externalGivenBefore, stillThere, workerGivenBefore, type GivenBefore } from '../custody/given-before.ts';
import { release, releaseAnew, writeRelease, type SigningPorts } from '../custody/release.ts';
import { runExternalStep } from '../custody/run-external-step.ts';
import type { Desk } from '../desk.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import type { Work } from '../tasks.ts';
import { inChosenFolder } from './chosen-folder.ts';
import { externalAt, unknownHere } from './external-requests.ts';

/** What becomes of what this console holds besides its workers’ teardown: given away, or taken back though others made it. */
export function releaseRequests(desk: Desk): Pick<Requests, 'runExternalStep' | 'release' | 'releaseAnew' | 'writeRelease'> {
  return {
    runExternalStep: async ({ step, ...input }) => {
      const external = externalAt(desk, input);
      if (!external) return refused(unknownHere(input.id));
      return desk.tasks.run({ label: `Taking back ${external.ref.name}`, unit: 'steps', cancellable: false }, () => runExternalStep(desk, external, step));
    },

    release: ({ of, to }) => signAndWrite(desk, of, () => toGiveAway(desk, of), (ports, given) => release(ports, given, to)),

    releaseAnew: ({ of }) => signAndWrite(desk, of, () => toGiveAnew(desk, of), (ports, given) => releaseAnew(ports, given, (thing) => stillThere(desk, thing))),

    writeRelease: ({ of }) => inChosenFolder(desk.surroundings, 'release', (folder) => writeAgain(desk, of, folder)),
  };
}

/** What the ledger says against it, and other work, comes before the person is asked where its file is to go. */
async function signAndWrite<Thing>(desk: Desk, of: Given, find: () => Result<Thing>, sign: (ports: SigningPorts, find: () => Result<Thing>) => Promise<Result<null>>): Promise<Result<{ readonly file: string } | null>> {
  const found = find();
  if (!found.ok) return found;
  const work = workOf(desk, of);
  const bar = desk.tasks.barOf(work.use, work.binding);
  if (bar) return refused(bar);
  const ring = await desk.keys.ring();
  if (!ring.ok) return ring;
  return inChosenFolder(desk.surroundings, 'release', async (folder) => {
    const signed = await desk.tasks.run(work, () => sign({ journal: desk.journal, permit: permitFrom(desk.journal), ring: ring.value }, find));
    return signed.ok ? writeAgain(desk, of, folder) : signed;
  });
}

/** Nothing of a worker is given away beside work that needs it: what that has read could not leave any more. */
function workOf(desk: Desk, of: Given): Work {
  const label = (name: string) => `Releasing ${name}`;
  if (!('binding' in of)) return { label: label(externalAt(desk, of)?.ref.name ?? of.id), unit: 'steps', cancellable: false };
  return { label: label(desk.journal.world.bindings.get(of.binding)?.spec.seat ?? of.binding), binding: of.binding, use: 'given', unit: 'steps', cancellable: false };
}

function toGiveAway(desk: Desk, of: Given): Result<GivenThing> {
  const given = givenBy(desk, of);
  if (!given.ok) return given;
  const bar = writableBar(desk.journal) ?? given.value.bar ?? desk.custody.barredBy(given.value.decided);
  return bar ? refused(bar) : given;
}

function toGiveAnew(desk: Desk, of: Given): Result<GivenBefore> {
  const given = givenBeforeBy(desk, of);
  if (!given.ok) return given;
  const bar = writableBar(desk.journal) ?? desk.custody.barredBy(given.value.decided);
  return bar ? refused(bar) : given;
}

function givenBeforeBy(desk: Desk, of: Given): Result<GivenBefore> {
  if (!('binding' in of)) {
    const external = externalAt(desk, of);
    return external ? externalGivenBefore(desk, external) : refused(unknownHere(of.id));
  }
  const binding = desk.journal.world.bindings.get(of.binding);
  return binding ? workerGivenBefore(desk, binding) : refused(noSuchWorker(of.binding));
}

const noSuchWorker = (binding: BindingId) => refusal('not_found', `No worker has the binding ${binding}.`, 'Go back to the list of workers.');

function givenBy(desk: Desk, of: Given): Result<GivenThing> {
  if ('binding' in of) {
    const binding = desk.journal.world.bindings.get(of.binding);
    return binding ? ok(givenWorker(desk, binding)) : refused(noSuchWorker(of.binding));
  }
  const external = externalAt(desk, of);
  return external ? ok(givenExternal(desk, external)) : refused(unknownHere(of.id));
}

async function writeAgain(desk: Desk, of: Given, folder: string): Promise<Result<{ readonly file: string }>> {
  const given = givenBy(desk, of);
  if (!given.ok) return given;
  const { released } = given.value;
  return released ? writeRelease(desk, released, folder) : refused(refusal('not_found', `${given.value.of} was not released.`, 'Release it first.'));
}
