import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Keyboard } from './keyboard.ts';
import { expect, test } from './scene.ts';
import { pagesOf } from './pages/pages.ts';
import { answerChoosers } from './system-dialogs.ts';
import { violationsOf } from './violations.ts';

test.use({ sceneName: 'ordinary' });

const settings = {
  hooks: { Stop: [{ hooks: [{ type: 'command', command: '/home/me/hooks/done.sh' }] }] },
  env: { COLLECTOR: 'http://localhost:4318' },
  notes: '~/notes',
};

test('settings with findings are decided one by one before they can be delivered, without a mouse', async ({ scene, app, window: page, folder }) => {
  const { frame, workers, worker } = pagesOf(page);
  const { projection } = worker;
  const keyboard = new Keyboard(page);
  await mkdir(path.join(folder, 'home'));
  await writeFile(path.join(folder, 'home/settings.json'), JSON.stringify(settings));
  await frame.go('Workers');
  await workers.open(scene.worker('prepared').seat);
  await worker.open('Projection');
  await answerChoosers(app, path.join(folder, 'home'));
  await projection.chooseFolder();
  await projection.chooseClass('native settings');
  await projection.stageFolder();

  await expect(projection.findings.getByRole('listitem')).toHaveCount(3);
  await expect(projection.delivery).toContainText('3 findings are undecided');
  await expect(projection.delivery.getByRole('button', { name: /^Deliver / })).toBeDisabled();
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  expect(await violationsOf(page, 'everything')).toEqual([]);
  await keyboard.tabToAndPress(projection.way('Leave out', '/home/me/hooks/done.sh'));
  await expect(projection.findings.getByRole('listitem')).toHaveCount(2);

  await keyboard.tabToAndPress(projection.way('Fix', 'http://localhost:4318'));
  await keyboard.fill(frame.dialog('Fix a finding').getByRole('textbox', { name: 'Instead' }), 'http://console:4318');
  await keyboard.press('Enter');
  await expect(projection.findings.getByRole('listitem')).toHaveCount(1);

  await keyboard.tabToAndPress(projection.way('Accept', '~/notes'));
  await keyboard.tabToAndPress(page.getByRole('button', { name: 'Sign and accept' }));
  await expect(projection.finding('~/notes')).toContainText('accepted');
  await expect(projection.delivery.getByRole('button', { name: /^Deliver / })).toBeEnabled();
  await projection.file('settings.json').click();
  await expect(page.getByRole('region', { name: 'File' })).toContainText('/env/COLLECTOR: http://localhost:4318 became http://console:4318');
});

test('a credential file is refused in words, and a credential reference is not offered for staging', async ({ scene, app, window: page, folder }) => {
  const { frame, workers, worker } = pagesOf(page);
  const { projection } = worker;
  await mkdir(path.join(folder, 'home'));
  await writeFile(path.join(folder, 'home/auth.json'), '{}');
  await frame.go('Workers');
  await workers.open(scene.worker('prepared').seat);
  await worker.open('Projection');
  await answerChoosers(app, path.join(folder, 'home'));
  await projection.chooseFolder();

  await projection.stageFolder();

  await expect(page.getByRole('region', { name: 'Chosen folder' }).getByRole('alert')).toContainText('“auth.json” is the login of an authenticated home, and credentials are never staged. Choose without it, and use a grant');
  await projection.chooseClass('credential reference');
  await expect(page.getByRole('button', { name: 'Stage folder' })).toBeDisabled();
  await expect(worker.panel('Projection')).toContainText('The bytes of a credential are never staged.');
});
