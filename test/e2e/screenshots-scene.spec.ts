import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as alone } from './fixtures.ts';
import { LedgerTroublePage } from './pages/ledger-trouble-page.ts';
import { sizeForPictures, take } from './picture.ts';
import { everywhere, thereIn, withWorkers, type Place } from './places.ts';
import { test } from './scene.ts';

test.use({ sceneName: 'ordinary' });

const pictures: Readonly<Record<string, string>> = {
  'Inbox, with what waits': 'inbox',
  'New worker': 'new-worker',
  'Artifacts that left': 'worker-artifacts',
  'Receipts of a worker, with one opened': 'worker-receipts',
  Settings: 'settings',
};

const settings: Place = { name: 'Settings', go: ({ pages }) => pages.frame.go('Settings') };

for (const { name, go } of [...everywhere, ...withWorkers, settings].filter((place) => place.name in pictures)) {
  test(`a picture of ${name}`, async ({ app, window: page, scene }) => {
    await sizeForPictures(app, page);
    await go(thereIn(page, scene.worker));
    await take(page, pictures[name] ?? '');
  });
}

alone('a picture of a ledger that is damaged', async ({ dataFolder, launch }) => {
  const used = await launch({ traced: false });
  await (await used.app.firstWindow()).getByRole('heading', { level: 1 }).waitFor();
  await used.close();
  writeFileSync(path.join(dataFolder, 'console', 'ledger.sqlite'), 'not a database, whatever its name says '.repeat(500));
  const { app } = await launch();
  const page = await app.firstWindow();
  await sizeForPictures(app, page);
  await new LedgerTroublePage(page).card('The ledger is damaged').waitFor();
  await take(page, 'ledger-damaged');
});
