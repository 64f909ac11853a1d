import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { reportPath } from './operator.ts';

test('context that changed is told against the last delivery, and where its nonce comes back it was ingested', async ({ engine, operator, seatOf, taskFolder, exportFolder, window: page }) => {
  test.slow();
  const { worker } = operator.pages;
  const { projection } = worker;
  await operator.addEngine(engine);
  await operator.askForWorker({ seat: seatOf('reader'), engine, argv: ['harness', '--steps', '2', '--pause', '1'] });
  await operator.stage(taskFolder);
  await expect(projection.against).toBeHidden();
  await operator.deliver();
  await worker.open('Projection');
  await expect(projection.file('task.md')).toContainText('not seen');

  await appendFile(path.join(taskFolder, 'task.md'), 'Make it short.\n');
  await operator.stage(taskFolder);
  await expect(projection.against).toContainText('0 added, 1 changed, 1 unchanged, 0 not in this one');
  await projection.showOnlyWhatDiffers();
  await expect(projection.file('notes/context.md')).toBeHidden();
  await projection.file('task.md').click();
  await expect(projection.opened).toContainText('a line with the nonce of this revision at its end');
  await projection.compareText();
  await expect(projection.comparison.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'added' }) })).toContainText(['Make it short.', 'context revision']);
  await page.keyboard.press('Escape');
  await projection.showAllFiles();

  await projection.deliver();
  await expect(projection.delivery).toContainText('2 of 2 files read back the same');
  await operator.launch();
  await expect(worker.state('Ended, 1 declared result to export')).toBeVisible();
  await operator.exportReport(exportFolder);
  await worker.open('Projection');

  await expect(projection.sightings.getByRole('listitem')).toHaveCount(1);
  await expect(projection.sightings).toContainText(`${reportPath}, line`);
  await expect(projection.file('task.md')).toContainText(`in ${reportPath}`);
  await expect(projection.file('notes/context.md')).toContainText('not seen');
  await projection.lookForIngestion();
  await expect(projection.ingestion.getByRole('status')).toContainText('Nothing new was seen. Looked through');
});
