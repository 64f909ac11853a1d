import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FakeDaemon } from '../support/fake-daemon.ts';
import { populate } from '../support/seed-engine.ts';
import { seedLedger } from '../support/seed-ledger.ts';
import { expect, test as base } from './fixtures.ts';
import { Keyboard } from './keyboard.ts';
import { answerChoosers } from './system-dialogs.ts';
import { violationsOf } from './violations.ts';

const test = base.extend<{ readonly seat: string; readonly home: string }>({
  /** Of a worker that is prepared. */
  seat: async ({ dataFolder, folder }, use) => {
    const daemon = await FakeDaemon.listen(path.join(folder, 'engine.sock'));
    const seeded = seedLedger(dataFolder, { workers: 3, receipts: 0, filesEach: 1, endpoint: daemon.endpoint, engine: daemon.engine });
    populate(daemon, seeded, { strangers: 0, images: 1, logLines: 1 });
    await use(seeded.find(({ kind }) => kind === 'prepared')?.worker.spec.seat ?? '');
    await daemon.close();
  },

  /** What the operator chooses. */
  home: async ({ folder }, use) => {
    const home = path.join(folder, 'home');
    await mkdir(home);
    await use(home);
  },
});

const settings = {
  hooks: { Stop: [{ hooks: [{ type: 'command', command: '/home/me/hooks/done.sh' }] }] },
  env: { COLLECTOR: 'http://localhost:4318' },
  notes: '~/notes',
};

test('settings with findings are decided one by one before they can be delivered, without a mouse', async ({ seat, home, app, window: page, operator }) => {
  const { frame, worker } = operator.pages;
  const { projection } = worker;
  const keyboard = new Keyboard(page);
  await writeFile(path.join(home, 'settings.json'), JSON.stringify(settings));
  await operator.openWorker(seat);
  await worker.open('Projection');
  await answerChoosers(app, home);
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

test('a credential file is refused in words, and a credential reference is not offered for staging', async ({ seat, home, app, window: page, operator }) => {
  const { worker } = operator.pages;
  const { projection } = worker;
  await writeFile(path.join(home, 'auth.json'), '{}');
  await operator.openWorker(seat);
  await worker.open('Projection');
  await answerChoosers(app, home);
  await projection.chooseFolder();

  await projection.stageFolder();

  await expect(page.getByRole('region', { name: 'Chosen folder' }).getByRole('alert')).toContainText('“auth.json” is the login of an authenticated home, and credentials are never staged. Choose without it, and use a grant');
  await projection.chooseClass('credential reference');
  await expect(page.getByRole('button', { name: 'Stage folder' })).toBeDisabled();
  await expect(worker.panel('Projection')).toContainText('The bytes of a credential are never staged.');
});
