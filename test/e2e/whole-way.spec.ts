import path from 'node:path';
import { resourcesOf } from './engine-itself.ts';
import { expectAllSettled, expectConsistentLedger, expectIntents } from './expectations.ts';
import { expect, test } from './fixtures.ts';
import { reportPath, type Operator } from './operator.ts';
import { effects, expectAgreement, expectDeliveredOnlyWhenAsked, expectDocument, expectExported, expectFollowedLog, expectTakenBack, withEarlyExport } from './way-of-a-worker.ts';

const untilLeft = 'Until its declared results have left';

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
    await operator.stageAgain(`context for ${writer}`);
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
    await expectOwedUntilItEnded(operator, keeper);
    await expectProposed(operator, keeper);
    await operator.pages.inbox.keep();
    await expect(operator.pages.inbox.nothing).toBeVisible();
    await operator.openWorker(keeper);
    await expectTakenBack(operator, [2, 3, 4, 5]);
    await expectIntents(operator, withEarlyExport);
    await expectAllSettled(operator, withEarlyExport, [4]);
    await operator.openWorker(writer);
    await operator.exportReport(exportFolder);
    await expectExported(operator, path.join(exportFolder, writer));
    await expectProposed(operator, writer);
    await operator.pages.inbox.takeBack();
    await expectTakenBack(operator, [2, 3, 4, 5]);
    await expectIntents(operator, effects);
    await expectAllSettled(operator, effects);
    await expectDocument(operator, exportFolder, { seat: writer });

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

/** What left while it ran may have been written since: it is proposed, and removed, only once it left again. */
async function expectOwedUntilItEnded(operator: Operator, seat: string): Promise<void> {
  const { frame, inbox, worker } = operator.pages;
  await expect(worker.artifacts.result(reportPath)).toContainText('exported while it runs');
  await frame.go('Inbox');
  await expect(inbox.nothing).toBeVisible();
  await operator.openWorker(seat);
  await worker.open('Custody');
  await operator.takeBack(1);
  await expect(worker.custody.step(2)).toContainText('Declared results have not left yet');
  await worker.open('Artifacts');
  await expect(worker.artifacts.result(reportPath)).toContainText('exported while it ran; export again');
  await worker.artifacts.exportAgain(reportPath);
  await expect(worker.artifacts.result(reportPath)).toContainText('the same bytes were there already');
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

async function expectNothingRemovedBeforeItsResult({ pages: { worker } }: Operator): Promise<void> {
  await worker.open('Custody');
  await worker.custody.begin(1);
  await expect(worker.custody.confirmation).toContainText('The running process and everything in its memory and tmpfs.');
  await worker.custody.keep();
  await expect(worker.state('Working')).toBeVisible();
}
