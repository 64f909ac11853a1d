import Database from 'better-sqlite3';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Tasks } from '../../electron/host/tasks.ts';
import { LedgerNotWritableError } from '../../electron/host/ledger/ledger-errors.ts';
import type { BindingId } from '../../shared/ids.ts';
import { anAttemptId } from '../support/builders.ts';
import { anInstallation, consoleFolder, expectRefusal, openOn, withWorkers } from '../support/evidence-host.ts';
import { workerKinds, type WorkerKind } from '../support/seed-stories.ts';
import type { TestHost } from '../support/test-host.ts';

vi.setConfig({ testTimeout: 60_000 });

const report = '/workspace/results/report.md';

/** Everything that is asked about a worker and may end in a receipt. */
const asks = ({ requests }: TestHost, bindingOf: (kind: WorkerKind) => BindingId) => ({
  'to give a result up': () => requests.waiveArtifact({ binding: bindingOf('ended'), path: report, execution: null }),
  'to check a result where it went': () => requests.checkPublished({ binding: bindingOf('exported'), path: report }),
  'to export a result': () => requests.exportArtifact({ binding: bindingOf('ended'), path: report }),
  'to close an attempt': async () => requests.closeAttempt({ attempt: (await requests.frame({})).unconfirmed[0]?.attempt ?? anAttemptId() }),
  'to launch': () => requests.launch({ binding: bindingOf('prepared'), request: { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] } }),
  'to look for what was ingested': () => requests.lookForIngestion({ binding: bindingOf('exported') }),
});

test('where the ledger takes no writes, whatever would end in a receipt is refused in words', async () => {
  const installed = anInstallation();
  const { bindingOf } = await withWorkers(installed, workerKinds.length);
  const tool = new Database(path.join(consoleFolder(installed), 'ledger.sqlite'));
  onTestFinished(() => void tool.close());
  tool.exec('BEGIN IMMEDIATE');
  const host = openOn(installed);

  for (const [what, ask] of Object.entries(asks(host, bindingOf))) expect.soft(await ask(), what).toMatchObject({ ok: false, refusal: { code: 'ledger_not_writable' } });

  expect(host.faults).toEqual([]);
});

test('work that finds only at its end that nothing can be written ends as a refusal', async () => {
  const states: string[] = [];
  const tasks = new Tasks(({ state }) => void states.push(state));

  expectRefusal(await tasks.run({ label: 'Checking', unit: 'bytes', cancellable: true }, async () => { throw new LedgerNotWritableError('The ledger could not be written.'); }), 'ledger_not_writable');
  expect(states).toEqual(['running', 'refused']);
});
