import { expectConsistentLedger } from './expectations.ts';
import { expect, test } from './fixtures.ts';
import { Keyboard } from './keyboard.ts';
import { engineLabel, reportPath, type Operator } from './operator.ts';
import { answerChoosers } from './system-dialogs.ts';

test.describe('without a mouse, on a real engine', () => {
  test('a worker goes the whole way', async ({ engine, app, operator, window: page, seatOf, taskFolder }) => {
    test.slow();
    const keyboard = new Keyboard(page);
    const seat = seatOf('writer');
    const { worker } = operator.pages;
    await addEngine(operator, keyboard, engine);
    await askForWorker(operator, keyboard, { seat, engine });

    await answerChoosers(app, taskFolder);
    await openTab(operator, keyboard, 'Projection');
    await keyboard.tabToAndPress(page.getByRole('button', { name: 'Choose folder' }));
    await page.getByRole('button', { name: 'Stage folder' }).waitFor();
    await keyboard.tabToAndPress(page.getByRole('button', { name: 'Stage folder' }));
    await worker.projection.delivery.waitFor();
    await keyboard.tabToAndPress(worker.projection.delivery.getByRole('button', { name: /^Deliver / }));
    await expect(worker.projection.delivery).toContainText('2 of 2 files read back the same');

    await openTab(operator, keyboard, 'Summary');
    await keyboard.tabToAndPress(worker.summary.launchForm.getByRole('button', { name: 'Launch' }));
    await expect(worker.summary.logLines).toContainText('report written to', { timeout: 60_000 });
    await keyboard.tabToAndPress(worker.summary.readiness.getByRole('button', { name: 'Look now' }));
    await expect(worker.summary.rung('Task completed').getByRole('img', { name: 'seen by us' })).toBeVisible();

    await openTab(operator, keyboard, 'Artifacts');
    await keyboard.tabToAndPress(worker.artifacts.result(reportPath).getByRole('button', { name: `Export ${reportPath}` }));
    await expect(worker.artifacts.hash(reportPath)).toBeVisible();
    await openTab(operator, keyboard, 'Custody');
    for (const step of [2, 3, 4]) await takeBack(operator, keyboard, step);
    await expect(worker.state('Removed, absence verified')).toBeVisible();
    await expectConsistentLedger(operator);
  });
});

async function addEngine({ pages: { frame, environments } }: Operator, keyboard: Keyboard, engine: string): Promise<void> {
  // Keys that come before there is a view are nobody's.
  await frame.heading().waitFor();
  await keyboard.press('Control+3');
  await expect(frame.heading('Environments')).toBeFocused();
  await keyboard.fill(environments.socket, engine.replace('unix://', ''));
  await keyboard.press('Enter');
  await environments.engine(engine).waitFor();
  await environments.buildSampleImageIfAbsent();
}

async function askForWorker({ pages: { newWorker, worker } }: Operator, keyboard: Keyboard, { seat, engine }: { readonly seat: string; readonly engine: string }): Promise<void> {
  await keyboard.press('Control+n');
  await newWorker.form.waitFor();
  await keyboard.tabToAndPress(newWorker.engine);
  await keyboard.type(engineLabel(engine).slice(0, 3));
  await keyboard.press('Escape');
  await keyboard.tabTo(newWorker.image);
  await keyboard.type('bailiwick/sample');
  await keyboard.press('ArrowDown', 'Enter');
  await keyboard.fill(newWorker.seat, seat);
  for (const [label, value] of [['CPUs', '0.5'], ['Memory', '64'], ['Processes', '64']] as const) await keyboard.fill(newWorker.limit(label), value);
  await fillProgram(newWorker, keyboard, ['harness', '--steps', '1', '--pause', '6']);
  await keyboard.tabToAndPress(newWorker.form.getByRole('button', { name: 'Declare a result' }));
  await keyboard.fill(newWorker.result(1), reportPath);
  await keyboard.tabToAndPress(newWorker.willBeCreated.getByRole('button', { name: 'Prepare worker' }));
  await worker.heading(seat).waitFor();
  await worker.state('Prepared, nothing delivered yet').waitFor();
}

async function fillProgram(newWorker: Operator['pages']['newWorker'], keyboard: Keyboard, argv: readonly string[]): Promise<void> {
  for (const [index, argument] of argv.entries()) {
    await keyboard.fill(newWorker.argument(index), argument);
    if (index + 1 < argv.length && (await newWorker.argument(index + 1).count()) === 0) await keyboard.press('Enter');
  }
}

async function openTab({ pages: { worker } }: Operator, keyboard: Keyboard, name: Parameters<typeof worker.tab>[0]): Promise<void> {
  await keyboard.tabTo(worker.openedTab);
  await keyboard.press('Home');
  for (let moves = 0; moves < 5 && (await worker.tab(name).getAttribute('aria-selected')) !== 'true'; moves += 1) await keyboard.press('ArrowRight');
  await worker.panel(name).waitFor();
}

async function takeBack({ pages: { worker: { custody } } }: Operator, keyboard: Keyboard, step: number): Promise<void> {
  await keyboard.tabToAndPress(custody.step(step).getByRole('button', { name: /^Remove / }));
  await custody.confirmation.waitFor();
  await keyboard.tabToAndPress(custody.confirmation.getByRole('button', { name: /^Remove / }));
  await custody.verified(step).waitFor();
}
