import path from 'node:path';
import { stagedManifests } from '../../shared/binding.ts';
import type { Requests } from '../../shared/bridge.ts';
import type { AttemptId, BindingId } from '../../shared/ids.ts';
import type { BlockerReading } from '../../shared/inbox-items.ts';
import type { LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { dropHalfCopies, sweepOutgoing } from './artifacts/outgoing-files.ts';
import { observePublications } from './artifacts/observe-publications.ts';
import { publishers } from './artifacts/publish-file.ts';
import { RunAttempts } from './attempts/run-attempts.ts';
import { guardedMutations } from './custody/guarded-mutations.ts';
import { CustodyDesk } from './custody-desk.ts';
import { frameState, type Desk } from './desk.ts';
import { EngineDirectory } from './engine-directory.ts';
import { usualDeadlines } from './engine/deadlines.ts';
import { createDockerEngines, type DockerEngines } from './engine/docker-engines.ts';
import { PrivateEngine } from './engine/private-engine.ts';
import { placesOfThisSession } from './engine/usual-sockets.ts';
import { goalReaders } from './goal-readers.ts';
import type { Host, HostPorts } from './host.ts';
import { KeyDesk } from './key-desk.ts';
import { keySigner, type CheckpointSigner } from './ledger/checkpoint-signer.ts';
import type { Opening } from './ledger/opening.ts';
import { proveCustody } from './ledger/sealing/custody-proof.ts';
import { markFiles } from './ledger/sealing/mark-files.ts';
import { Sealer } from './ledger/sealing/sealer.ts';
import { troubleOf } from './ledger/trouble-of.ts';
import { engineChanged, engineReached } from './notice-engine-changes.ts';
import { KeptManifests } from './projection/kept-manifests.ts';
import { sweepUnfinishedStaging, sweepUntoldStaging } from './projection/staging-folder.ts';
import { StagingRemover } from './projection/staging-remover.ts';
import { WaitingFindings } from './projection/waiting-findings.ts';
import { artifactRequests } from './requests/artifact-requests.ts';
import { backupRequests } from './requests/backup-requests.ts';
import { custodyRequests } from './requests/custody-requests.ts';
import { endpointRequests } from './requests/endpoint-requests.ts';
import { engineRequests } from './requests/engine-requests.ts';
import { listRequests } from './requests/engine-lists.ts';
import { externalRequests } from './requests/external-requests.ts';
import { fileRequests } from './requests/file-requests.ts';
import { imageRequests } from './requests/image-requests.ts';
import { inboxRequests } from './requests/inbox-requests.ts';
import { ledgerRequests } from './requests/ledger-requests.ts';
import { proofRequests } from './requests/proof-requests.ts';
import { settingsRequests } from './requests/settings-requests.ts';
import { releaseRequests } from './requests/release-requests.ts';
import { takeOverRequests } from './requests/take-over-requests.ts';
import { troubleRequests } from './requests/trouble-requests.ts';
import { usageRequests } from './requests/usage-requests.ts';
import { workerRequests } from './requests/worker-requests.ts';
import { SearchDesk } from './search-desk.ts';
import { SettingsFile } from './settings-file.ts';
import { Tasks } from './tasks.ts';
import { WorldDesk } from './world-desk.ts';
import type { WaysOn } from './ways-on.ts';

/** Everything the console does, over a ledger that could be opened. */
export function workingHost(ports: HostPorts, { ledger, trouble, close }: Extract<Opening, { readonly kind: 'opened' }>, ways: WaysOn): Host {
  const settings = new SettingsFile(ports.dataFolder);
  const engines = createDockerEngines(usualDeadlines, {
    tunnels: path.join(ports.dataFolder, 'ways'),
    certificatesFor: (endpoint) => settings.current.certificates[endpoint] ?? null,
  });
  const ledgerTrouble = (): LedgerTrouble | null => trouble ?? (ledger.writable ? null : troubleOf(ports.dataFolder, ledger.latchedBy));
  const desk = deskOver({ ...ports, ledger, ledgerTrouble, settings }, engines);
  if (ledger.writable) sweep(desk);
  void desk.keys.start().catch(ports.onFault);
  // Also what no engine has to be reached for, or what no event will tell of.
  void desk.attempts.reconcile().catch(ports.onFault);
  desk.directory.watch();
  desk.world.checkLater();
  return {
    requests: requestsOf(desk, ports, ways),
    get trouble() { return ledgerTrouble(); },
    get doubt() { return desk.custody.doubt; },
    frame: () => frameState(desk),
    close: () => {
      desk.directory.close();
      engines.close();
      desk.search.close();
      desk.keys.close();
      desk.sealer.close();
      desk.world.close();
      close();
    },
  };
}

/** What earlier runs left unfinished. */
function sweep(desk: Desk): void {
  const { dataFolder, journal, onFault } = desk;
  void sweepStaging(desk).catch(onFault);
  void sweepOutgoing(dataFolder, journal).catch(onFault);
}

/** A ledger that is not shown to be whole may not tell of copies that a newer one does. */
async function sweepStaging({ dataFolder, journal, custody }: Desk): Promise<void> {
  await sweepUnfinishedStaging(dataFolder);
  if (!custody.doubt) await sweepUntoldStaging(dataFolder, (id) => {
    const binding = journal.world.bindings.get(id as BindingId);
    return binding && stagedManifests(binding);
  });
}

function deskOver(ports: HostPorts & Pick<Desk, 'ledger' | 'ledgerTrouble' | 'settings'>, engines: DockerEngines): Desk {
  const { ledger, settings } = ports;
  const evidence = evidenceOf(ports, settings, () => announceFrame());
  const { journal, custody } = evidence;
  const privateEngine = new PrivateEngine({ folder: path.join(ports.dataFolder, 'engine') });
  const leaving = publishers(() => settings.current.exportFolder);
  const blockers = new Map<AttemptId, BlockerReading>();
  const attempts = new RunAttempts({
    journal,
    mutations: { engine: guardedMutations(engines.mutations, () => journal.world), cut: () => { engines.cut(); leaving.cut(); }, ...leaving.ways, staging: new StagingRemover(ports.dataFolder), daemon: privateEngine },
    goals: goalReaders({ journal, readers: engines.readers, privateEngine, dataFolder: ports.dataFolder }),
    barredBy: (about, asked) => custody.barredBy(about, asked),
    onCalling: () => announceFrame(),
    onLeftOpen: (attempt, why) => void blockers.set(attempt, why),
  });
  const tasks = new Tasks((task) => {
    ports.notify('taskChanged', task);
    announceFrame();
  });
  const directory = new EngineDirectory({
    journal, readers: engines.readers, privateEngine, settings, leave: engines.leave,
    places: ports.enginePlaces ?? placesOfThisSession(),
    onReachable: (endpoint) => void engineReached(desk, endpoint).catch(ports.onFault),
    onChange: (endpoint, change) => void engineChanged(desk, endpoint, change).catch(ports.onFault),
    onFrame: () => announceFrame(),
  });
  const search = new SearchDesk({ ...ports, tasks });
  const waitingFindings = new WaitingFindings(journal);
  const manifests = new KeptManifests(journal);
  const desk: Desk = { ...ports, ...evidence, manifests, waitingFindings, blockers, attempts, readers: engines.readers, networkPool: () => settings.current.networkPool, directory, privateEngine, tasks, search };
  const announceFrame = (): void => ports.notify('frameChanged', frameState(desk));
  ledger.onLatch(announceFrame);
  dropHalfCopies(journal, ports.onFault);
  observePublications(desk, journal);
  journal.onAppend(({ body }) => {
    if (body.kind === 'settlement') blockers.delete(body.attempt);
    ports.notify('ledgerGrew', { size: ledger.size });
  });
  return desk;
}

/** What the ledger proves: it is compared with its marks before anything is appended, and sealed from then on. */
function evidenceOf(ports: HostPorts & Pick<Desk, 'ledger'>, settings: SettingsFile, onChange: () => void) {
  const { dataFolder, stateFolder, ledger } = ports;
  const marks = markFiles(dataFolder, stateFolder);
  const proven = proveCustody({ db: ledger.db, size: ledger.size, root: ledger.root, marks });
  const world = new WorldDesk(ports);
  const { journal } = world;
  const sealer = new Sealer({ ledger, marks, custody: proven, open: journal.world.open.values(), copyFolder: () => settings.current.checkpointFolder ?? undefined, onChange });
  journal.onAppend((receipt) => sealer.noticed(receipt));
  const keys = new KeyDesk(dataFolder, journal, (ledgerKey) => {
    const { installation } = journal.world;
    if (installation) unlock(keySigner(installation, ledgerKey));
    onChange();
  });
  const custody = new CustodyDesk({ custody: proven, journal, sealer, keys });
  const unlock = (signer: CheckpointSigner): void => {
    custody.found(proveCustody({ db: ledger.db, size: ledger.size, root: ledger.root, marks, verifier: signer.verifier }));
    sealer.unlock(signer);
  };
  return { journal, world, keys, marks, sealer, custody };
}

const requestsOf = (desk: Desk, ports: HostPorts, ways: WaysOn): Requests => ({
  ...endpointRequests(desk),
  ...engineRequests(desk),
  ...externalRequests(desk),
  ...listRequests(desk),
  ...imageRequests(desk),
  ...releaseRequests(desk),
  ...takeOverRequests(desk),
  ...workerRequests(desk),
  ...usageRequests(desk),
  ...artifactRequests(desk),
  ...fileRequests(desk),
  ...custodyRequests(desk),
  ...inboxRequests(desk),
  ...ledgerRequests(desk),
  ...proofRequests(desk, ports.spawn),
  ...backupRequests(desk, ports.spawn),
  ...troubleRequests(ports, ways),
  ...settingsRequests(desk),
});
