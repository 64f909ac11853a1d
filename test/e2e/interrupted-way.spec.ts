import { expectConsistentLedger, expectIntents } from './expectations.ts';
import { expect, test } from './fixtures.ts';
import type { Operator } from './operator.ts';

const patient = { timeout: 60_000 };

const effectsSoFar = ['Start container', 'Deliver files', 'Deliver files', 'Deliver files', 'Create container', 'Create volume', 'Create volume'];

test.describe('a console that is killed while a log is followed', () => {
  test('shows its worker, its receipts and the log again, and can take the worker back', async ({ engine, launch, operatorOf, seatOf }) => {
    test.slow();
    const seat = seatOf('writer');
    const killed = await launch();
    const before = await operatorOf(killed);
    await before.addEngine(engine);
    await before.askForWorker({ seat, engine, argv: ['harness', '--steps', '900', '--pause', '1'], results: [] });
    await before.launch();
    await expect(before.pages.worker.summary.logLines).toContainText('step 2 of 900');

    await killed.kill();
    const after = await operatorOf(await launch());

    await after.openWorker(seat);
    await expect(after.pages.worker.state('Working')).toBeVisible();
    await expectLogFromItsBeginningOn(after);
    await expectIntents(after, effectsSoFar);
    await expectConsistentLedger(after);
    await after.openWorker(seat);
    await after.pages.worker.open('Custody');
    for (const step of [1, 2, 3, 4]) await after.takeBack(step);
    await expect(after.pages.worker.state('Removed, absence verified')).toBeVisible();
  });
});

test.describe('an engine that is stopped while a worker works on it', () => {
  test('is shown as gone in the frame and on the worker, and the way goes on when it is back', async ({ stoppable, operator, seatOf, taskFolder, exportFolder }) => {
    test.slow();
    const seat = seatOf('writer');
    const { frame, workers, worker } = operator.pages;
    await operator.addEngine(stoppable.endpoint);
    await operator.askForWorker({ seat, engine: stoppable.endpoint, argv: ['harness', '--steps', '900', '--pause', '1'] });
    await operator.stage(taskFolder);
    await operator.deliver();
    await operator.launch();
    await expect(worker.summary.logLines).toContainText('step 2 of 900');

    await stoppable.stop();

    await expect(frame.engine(/^does not answer: .*stoppable\/docker\.sock/)).toBeVisible(patient);
    await expect(worker.state(/stoppable\/docker\.sock does not answer$/)).toBeVisible();
    await expectRefusedAndNothingLost(operator);
    await frame.go('Workers');
    await expect(workers.worker(seat)).toBeVisible();

    await stoppable.start();

    await expect(frame.engine(/^answers .*stoppable\/docker\.sock/)).toBeVisible(patient);
    await operator.openWorker(seat);
    await expect(worker.state(/^Ended with exit code \d+$/)).toBeVisible();
    await worker.summary.fillArgument(2, '2');
    await operator.launch();
    await expect(worker.state('Ended, 1 declared result to export')).toBeVisible(patient);
    await operator.exportReport(exportFolder);
    await worker.open('Custody');
    for (const step of [2, 3, 4]) await operator.takeBack(step);
    await expect(worker.state('Removed, absence verified')).toBeVisible();
    await expectConsistentLedger(operator);
  });
});

async function expectLogFromItsBeginningOn({ pages: { worker: { summary } } }: Operator): Promise<void> {
  for (const line of [': started', ': step 1 of 900', ': step 12 of 900']) {
    await summary.searchLog(line);
    await expect(summary.logLines).toContainText(line, patient);
  }
}

/** What cannot be asked of an engine that is not there is refused in words, and changes nothing. */
async function expectRefusedAndNothingLost(operator: Operator): Promise<void> {
  const { worker } = operator.pages;
  await worker.summary.lookNow();
  await expect(worker.summary.readiness.getByRole('alert')).toContainText('The engine cannot be reached');
  await expect(worker.summary.log).toContainText(/The log (ends here|broke off)/);
  await worker.open('Custody');
  await expect(worker.custody.step(1)).toContainText('The engine cannot be reached');
  await expect(worker.custody.step(1).getByRole('button', { name: /^Stop / })).toHaveCount(0);
  await expectIntents(operator, ['Start container', 'Deliver files', 'Deliver files', 'Deliver files', 'Deliver files', 'Create container', 'Create volume', 'Create volume']);
}
