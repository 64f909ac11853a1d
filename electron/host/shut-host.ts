import type { Requests } from '../../shared/bridge.ts';
import type { FrameState, ReceiptPage, SettingsView, VerifyReport } from '../../shared/bridge-values.ts';
import { describeReceipt } from '../../shared/describe-receipt.ts';
import { describeLedgerTrouble, type LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { refusal } from '../../shared/refusal.ts';
import { requestNames } from '../../shared/request-names.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import type { Host, HostPorts } from './host.ts';
import { ledgerFile } from './ledger/open-ledger.ts';
import { readableReceipts } from './ledger/readable-receipts.ts';
import { markFiles } from './ledger/sealing/mark-files.ts';
import { markedIn, verified } from './requests/proof-requests.ts';
import { troubleRequests } from './requests/trouble-requests.ts';
import { SettingsFile } from './settings-file.ts';
import type { WaysOn } from './ways-on.ts';

/** What is left while the ledger cannot even be read: why, and the ways on. Everything else is refused. */
export function shutHost(ports: HostPorts, trouble: LedgerTrouble, ways: WaysOn): Host {
  return { trouble, doubt: null, frame: () => frameOf(trouble), requests: { ...allRefused(trouble), ...answered(ports, trouble), ...troubleRequests(ports, ways) }, close: () => undefined };
}

type Plain = 'frame' | 'listEngines' | 'listWorkers' | 'listInbox' | 'keys' | 'listReceipts' | 'settings' | 'setTheme';

function answered(ports: HostPorts, trouble: LedgerTrouble): Pick<Requests, Plain | 'verifyLedger' | 'copyText'> {
  const settings = new SettingsFile(ports.dataFolder);
  return {
    frame: async () => frameOf(trouble),
    listEngines: async () => ({ engines: [], unusable: [] }),
    listWorkers: async () => [],
    listInbox: async () => [],
    keys: async () => ({ state: 'unusable', protection: 'Who may decide here is written in the ledger, which cannot be read.', approvers: [] }),
    listReceipts: async ({ limit }) => readablePage(ports, trouble, limit),
    settings: async () => viewOf(ports, settings),
    async setTheme({ theme }) {
      settings.change({ theme });
      return viewOf(ports, settings);
    },
    verifyLedger: () => verification(ports),
    async copyText({ text }) {
      ports.surroundings.copyText(text);
      return ok(null);
    },
  };
}

/** Nothing of a newer build is read as if it were understood. */
function readablePage({ dataFolder }: HostPorts, { kind, says }: LedgerTrouble, limit: number): ReceiptPage {
  const receipts = kind === 'damaged' ? readableReceipts(ledgerFile(dataFolder), limit) : [];
  return { lines: receipts.map((receipt) => ({ receipt, ...describeReceipt(receipt) })), total: receipts.length, isMore: false, index: { state: 'failed', says } };
}

/** What is still trustworthy of what is there, as far as it can be opened. */
const verification = ({ spawn, dataFolder, stateFolder }: HostPorts): Promise<Result<VerifyReport>> =>
  verified(spawn, { file: ledgerFile(dataFolder), trust: { keys: [], kept: markedIn(markFiles(dataFolder, stateFolder)) } });

/** Every request whose answer can be a refusal; those with a plain answer are put over it. */
function allRefused(trouble: LedgerTrouble): Requests {
  const { title, todo } = describeLedgerTrouble(trouble);
  const no = async () => refused(refusal('ledger_not_writable', `${title}: ${trouble.says}.`, todo));
  return Object.fromEntries(requestNames.map((name) => [name, no])) as unknown as Requests;
}

const viewOf = ({ dataFolder, surroundings }: HostPorts, { current }: SettingsFile): SettingsView => ({
  installation: null,
  dataFolder, marks: [], exportFolder: current.exportFolder, checkpointFolder: current.checkpointFolder, networkPool: current.networkPool, theme: current.theme, version: surroundings.version, runtime: surroundings.runtime,
});

function frameOf(trouble: LedgerTrouble): FrameState {
  return {
    engines: [], inbox: 0, unconfirmed: [], tasks: [],
    ledger: { size: 0, trouble, isRead: false, sealing: { sealed: 0, unsealed: 0, last: null, troubles: [{ kind: 'not_writable' }] } },
  };
}
