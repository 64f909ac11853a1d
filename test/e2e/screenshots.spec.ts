import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test as base } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { sizeForPictures, take } from './picture.ts';

const patient = { timeout: 60_000 };

/** Paths that look like those of any machine, for what is shown in the pictures. */
const test = base.extend<{ readonly lab: { readonly engine: string; readonly task: string; readonly exports: string; readonly data: string } }>({
  lab: async ({ engine }, use) => {
    const folder = mkdtempSync('/tmp/lab-');
    const lab = { engine: path.join(folder, 'docker.sock'), task: path.join(folder, 'review-task'), exports: path.join(folder, 'exports'), data: path.join(folder, 'console') };
    symlinkSync(engine.replace('unix://', ''), lab.engine);
    mkdirSync(lab.exports);
    writeTask(lab.task);
    await use(lab);
    rmSync(folder, { recursive: true, force: true });
  },
  dataFolder: async ({ lab }, use) => use(lab.data),
});

test('the views with real workers in them, light and dark', async ({ app, window: page, operator, lab }) => {
  test.slow();
  await sizeForPictures(app, page);
  await operator.addEngine(`unix://${lab.engine}`);
  await prepareThree(operator, lab);

  const { frame, worker, ledger } = operator.pages;
  await operator.openWorker('reviewer@atlas');
  await expect(worker.summary.logLines).toContainText('step 6 of 900', patient);
  await take(page, 'worker-summary');
  await worker.open('Projection');
  await worker.projection.file('role/reviewer.md').click();
  await take(page, 'worker-projection');
  await operator.openWorker('writer@atlas');
  await worker.open('Custody');
  await expect(worker.custody.step(3).getByRole('button', { name: 'Remove volume' })).toBeVisible();
  await take(page, 'worker-custody');
  await frame.go('Workers');
  await take(page, 'workers');
  await frame.go('Environments');
  await operator.pages.environments.engine(lab.engine).click();
  await expect(operator.pages.environments.containers.getByRole('row')).not.toHaveCount(0);
  await take(page, 'environments');
  await frame.go('Ledger');
  await ledger.verify();
  await ledger.receipts.receipt('Start container: asked').first().click();
  await expect(ledger.receipts.opened).toContainText('Applied');
  await take(page, 'ledger');

  for (const seat of ['scout@harbor', 'reviewer@atlas', 'writer@atlas']) await tidy(operator, seat);
});

/** One that works, one that is being taken back, and one whose files are only staged. */
async function prepareThree(operator: Operator, { engine, task, exports }: { readonly engine: string; readonly task: string; readonly exports: string }): Promise<void> {
  const { worker } = operator.pages;
  await operator.askForWorker({ seat: 'scout@harbor', engine, argv: ['harness', '--steps', '20', '--pause', '5'], results: [] });
  await operator.stage(task);

  await operator.askForWorker({ seat: 'reviewer@atlas', engine, argv: ['harness', '--steps', '900', '--pause', '1'], results: [] });
  await operator.stage(task);
  await operator.deliver();
  await operator.launch();

  await operator.askForWorker({ seat: 'writer@atlas', engine, argv: ['harness', '--steps', '2', '--pause', '1'] });
  await operator.stage(task);
  await operator.deliver();
  await operator.launch();
  await worker.state('Ended, 1 declared result to export').waitFor(patient);
  await operator.exportReport(exports);
  await worker.open('Custody');
  await operator.takeBack(2);
}

/** The engine is shared: nothing is left on it. */
async function tidy(operator: Operator, seat: string): Promise<void> {
  const { custody } = operator.pages.worker;
  await operator.openWorker(seat);
  await operator.pages.worker.open('Custody');
  for (const step of [1, 2, 3, 4]) {
    await custody.step(step).waitFor();
    if ((await custody.verified(step).count()) === 0) await operator.takeBack(step);
  }
}

function writeTask(folder: string): void {
  const files: Readonly<Record<string, string>> = {
    'task.md': '# Review the order service\n\nRead the change, run nothing outside this workspace, and write what you found.\n',
    'role/reviewer.md': 'You review changes. You say what is wrong, where, and how you know.\n',
    'skills/sql/SKILL.md': 'How to read a query plan, in nine steps.\n'.repeat(40),
    'schema/orders.json': `${JSON.stringify({ title: 'order', type: 'object', required: ['id', 'lines'] }, null, 2)}\n`,
    'changes/0042-add-refunds.patch': '+ refund(order, reason)\n'.repeat(120),
    'notes/what-was-tried.md': 'Two earlier reviews missed the rounding of taxes.\n',
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
