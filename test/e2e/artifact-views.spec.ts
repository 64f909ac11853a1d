import { imageHeaders } from '../support/image-headers.ts';
import { expect, test } from './fixtures.ts';

/** As a shell's printf takes them. */
const octal = (bytes: Uint8Array): string => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

const pixel = octal(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'));
const huge = octal(imageHeaders['image/png'](100_000, 100_000));
const script = [
  'echo more >> task.md', 'rm notes/context.md', 'echo "# Notes" > notes/found.md', `printf '${pixel}' > chart.png`,
  `printf '${huge}' > huge.png`, String.raw`printf '\377\376\000' > some.bin`, 'echo ready',
].join('; ');

test('the workspace is told against what was delivered, looked into, and taken from, and what left can be checked again', async ({ app, engine, operator, seatOf, taskFolder, exportFolder }) => {
  test.slow();
  const { worker } = operator.pages;
  const { artifacts } = worker;
  await operator.addEngine(engine);
  await operator.askForWorker({ seat: seatOf('painter'), engine, argv: ['sh', '-c', script], results: [] });
  await operator.stage(taskFolder);
  await operator.deliver();
  await operator.launch();
  await expect(worker.summary.logLines).toContainText('ready');
  await operator.chooseExportFolder(exportFolder);

  await artifacts.browse();
  await expect(artifacts.guestFiles).toContainText('6 changed, 0 exported');
  for (const [file, change] of [['task.md', 'changed'], ['notes/context.md', 'removed'], ['notes/found.md', 'added']] as const) await expect(artifacts.guestFile(`/workspace/task/${file}`)).toContainText(change);

  await artifacts.preview('/workspace/task/chart.png');
  await expect.poll(() => artifacts.previewed.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  await artifacts.closePreview();
  await artifacts.preview('/workspace/task/huge.png');
  await expect(artifacts.previewed).toContainText('Not shown: an image of 100,000 by 100,000 pixels; up to 16,000,000 pixels are shown.');
  await artifacts.closePreview();
  await artifacts.preview('/workspace/task/some.bin');
  await expect(artifacts.previewed).toContainText('neither text in UTF-8');
  await artifacts.closePreview();
  await artifacts.preview('/workspace/task/notes/found.md');
  await expect(artifacts.previewed.getByRole('region', { name: /^Text of/ })).toHaveText('# Notes\n');

  await artifacts.takeThisToo();
  await expect(artifacts.result('/workspace/task/notes/found.md')).toContainText('exported');
  await expect(artifacts.result('/workspace/task/notes/found.md')).toContainText('picked');
  await artifacts.checkAgain('/workspace/task/notes/found.md');
  await expect(artifacts.result('/workspace/task/notes/found.md')).toContainText('checked again: the same bytes');
  await expect(artifacts.guestFiles).toContainText('6 changed, 1 exported');
  expect(app.windows()).toHaveLength(1);
});
