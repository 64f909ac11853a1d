import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleNames } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { ZipReader } from '../../electron/host/ledger/bundle/zip-reader.ts';
import { resourcesOf } from './engine-itself.ts';
import { expectAllSettled, expectConsistentLedger, expectIntents } from './expectations.ts';
import { expect, test } from './fixtures.ts';
import { reportPath, type Operator } from './operator.ts';

const limits = [
  ['CPU', '0.5 CPU'], ['Memory', '64 MiB'], ['Processes', '64 processes'], ['Capabilities', 'none'], ['No new privileges', 'on'],
  ['Seccomp filter', 'on'], ['Read-only root', 'on'], ['Network', 'none'],
] as const;

/** Asked of the engine and the file system on a worker’s way, newest first. */
const effects = [
  'Remove staged copies', 'Remove volume', 'Remove volume', 'Remove container', 'Publish file', 'Start container', 'Deliver files',
  'Deliver files', 'Deliver files', 'Deliver files', 'Create container', 'Create volume', 'Create volume',
];
const untilLeft = 'Until its declared results have left';
const withStop = effects.toSpliced(4, 0, 'Stop container');

test.describe('two workers in one window', () => {
  test('go the whole way side by side, and every effect of each has its receipts', async ({ engine, operator, seatOf, taskFolder, exportFolder }) => {
    test.slow();
    const [writer, keeper] = [seatOf('writer'), seatOf('keeper')];
    const { pages } = operator;

    await operator.addEngine(engine);
    await operator.askForWorker({ seat: writer, engine, argv: ['harness', '--steps', '4', '--pause', '1'], lifetime: untilLeft });
    await operator.stage(taskFolder);
    await expectDeliveredOnlyWhenAsked(operator);
    await operator.askForWorker({ seat: keeper, engine, argv: ['harness', '--steps', '2', '--pause', '1', '--wait'], lifetime: untilLeft });
    await operator.stage(taskFolder);
    await expectDeliveredOnlyWhenAsked(operator);

    await operator.launch();
    await operator.openWorker(writer);
    await expectAnotherLikeIt(operator);
    await operator.openWorker(writer);
    await operator.launch();
    await expectFollowedLog(operator);
    await expect(pages.worker.state('Ended, 1 declared result to export')).toBeVisible();
    await operator.openWorker(keeper);
    await expect(pages.worker.summary.logLines).toContainText('waiting until it is asked to end');
    await expectAgreement(operator);

    await expectNothingRemovedBeforeItsResult(operator);
    await operator.exportReport(exportFolder);
    await expectExported(operator, path.join(exportFolder, keeper));
    await expectProposed(operator, keeper);
    await operator.pages.inbox.keep();
    await expect(operator.pages.inbox.nothing).toBeVisible();
    await operator.openWorker(keeper);
    await expectTakenBack(operator, [1, 2, 3, 4, 5]);
    await expectIntents(operator, withStop);
    await expectAllSettled(operator, withStop);
    await operator.openWorker(writer);
    await operator.exportReport(exportFolder);
    await expectExported(operator, path.join(exportFolder, writer));
    await expectProposed(operator, writer);
    await operator.pages.inbox.takeBack();
    await expectTakenBack(operator, [2, 3, 4, 5]);
    await expectIntents(operator, effects);
    await expectAllSettled(operator, effects);
    await expectDocument(operator, exportFolder, writer);

    expect(await resourcesOf(engine, writer)).toEqual({ containers: [], volumes: [], networks: [] });
    expect(await resourcesOf(engine, keeper)).toEqual({ containers: [], volumes: [], networks: [] });
    await expectConsistentLedger(operator);
  });
});

/** Its results have left, which is what its lifetime was until: nothing is done about that by itself. */
async function expectProposed({ pages: { frame, inbox } }: Operator, seat: string): Promise<void> {
  await frame.go('Inbox');
  await expect(inbox.shown('Lifetime over')).toContainText('1 declared result has left, which is what its lifetime was until.');
  await expect(inbox.shown('Lifetime over').getByRole('link', { name: seat })).toBeVisible();
}

/** Everything but the seat, which it still sits on, is there to ask for another one. */
async function expectAnotherLikeIt({ pages: { worker, newWorker } }: Operator): Promise<void> {
  await worker.open('Summary');
  await worker.summary.anotherLikeIt();
  await expect(newWorker.argument(0)).toHaveValue('harness');
  await expect(newWorker.argument(2)).toHaveValue('4');
  await expect(newWorker.limit('CPUs')).toHaveValue('0.5');
  await expect(newWorker.result(1)).toHaveValue(reportPath);
  await expect(newWorker.seat).toHaveValue('');
}

async function expectDeliveredOnlyWhenAsked({ pages: { worker } }: Operator): Promise<void> {
  const { projection } = worker;
  await expect(projection.file('task.md')).toContainText('/workspace/task/task.md');
  await expect(projection.file('task.md')).toContainText('not delivered');

  await projection.deliver();

  await expect(projection.delivery).toContainText('2 of 2 files read back the same');
  await expect(projection.file('notes/context.md')).toContainText('delivered');
  await expect(projection.file('notes/context.md')).not.toContainText('not delivered');
  await expect(worker.state('Delivered, not launched')).toBeVisible();
}

async function expectFollowedLog({ pages: { worker } }: Operator): Promise<void> {
  const { summary } = worker;
  await expect(worker.state('Working')).toBeVisible();
  await expect(summary.logLines).toContainText('2 files under /workspace/task');
  await expect(summary.logLines).toContainText('step 4 of 4');

  await summary.searchLog('STEP 3');

  await expect(summary.logLines).toContainText('step 3 of 4');
  await expect(summary.logLines).not.toContainText('step 2 of 4');
  await expect(summary.log).toContainText(/1 of \d+ lines match/);
}

async function expectAgreement({ pages: { worker } }: Operator): Promise<void> {
  const { summary } = worker;
  for (const [label, value] of limits) await expect(summary.limit(label)).toContainText([value, value, value]);
  await expect(summary.limit('User and group')).toContainText([/\d+:\d+/, /\d+:\d+/, /\d+:\d+/]);
  await expect(summary.limits.getByRole('img', { name: 'not as requested' })).toHaveCount(0);

  await summary.lookNow();

  for (const rung of ['Provider reachable', 'Filesystem projected', 'Process started']) {
    await expect(summary.rung(rung).getByRole('img', { name: 'seen by us' })).toBeVisible();
  }
  await expect(summary.rung('Team identity authenticated').getByRole('img', { name: 'not asked, or not supported' })).toBeVisible();
}

async function expectNothingRemovedBeforeItsResult({ pages: { worker } }: Operator): Promise<void> {
  await worker.open('Custody');
  await worker.custody.begin(1);
  await expect(worker.custody.confirmation).toContainText('The running process and everything in its memory and tmpfs.');
  await worker.custody.keep();
  await expect(worker.state('Working')).toBeVisible();
}

async function expectExported({ pages: { worker } }: Operator, folder: string): Promise<void> {
  const published = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(path.basename(reportPath)));
  expect(published).toHaveLength(1);
  const bytes = readFileSync(path.join(folder, published[0] ?? ''));
  const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  await expect(worker.artifacts.hash(reportPath)).toHaveAccessibleName(`Copy hash ${hash}`);
  expect(bytes.toString()).toContain('Write a report.');
}

/** What the console says of the worker in public leaves as one file that an outsider can verify. */
async function expectDocument({ pages: { worker } }: Operator, folder: string, seat: string): Promise<void> {
  await worker.exportDocument();
  await worker.written.waitFor();

  const file = path.join(folder, readdirSync(folder).find((name) => name.includes('-binding-')) ?? 'no file');
  expect(await verifyBundle(file, { keys: [], kept: [] })).toMatchObject({ verdict: 'consistent', notes: [] });
  const zip = await ZipReader.open(file, () => true);
  const document = JSON.parse(String(await zip.read(bundleNames.binding, 10_000_000)));
  await zip.close();
  expect(document).toMatchObject({ seat, completion: { exitCode: 0 }, pending: [], artifacts: [{ path: reportPath, exported: { outcome: 'published' } }] });
  expect(document.resources.map(({ held, verifiedAbsent }: Readonly<Record<string, unknown>>) => [held, typeof verifiedAbsent])).toEqual([[false, 'number'], [false, 'number'], [false, 'number']]);
}

async function expectTakenBack(operator: Operator, steps: readonly number[]): Promise<void> {
  const { frame, worker } = operator.pages;
  await worker.open('Custody');
  for (const step of steps) await operator.takeBack(step);
  await expect(worker.custody.teardown).toContainText('finished: every absence verified');
  await expect(worker.state('Removed, absence verified')).toBeVisible();
  await expect(frame.tasks).toHaveCount(0);
}
