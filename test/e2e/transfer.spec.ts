import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import type { ReleaseFile } from '../../shared/release.ts';
import { resourcesOf } from './engine-itself.ts';
import { expect, test } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { answerChoosers } from './system-dialogs.ts';

interface Console {
  readonly app: ElectronApplication;
  readonly operator: Operator;
}

const releasedFile = async ({ app, operator }: Console, out: string): Promise<string> => {
  await answerChoosers(app, out);
  return operator.pages.external.release(out);
};

/** Takes up a release as a person does who got the fingerprint by another road: here, out of the file itself. */
async function takeOver({ app, operator: { pages } }: Console, file: string): Promise<ReleaseFile> {
  const release = JSON.parse(await readFile(file, 'utf8')) as ReleaseFile;
  await answerChoosers(app, file);
  await pages.frame.go('Environments');
  await pages.external.chooseRelease();
  await expect(pages.external.confirmation).toContainText(release.approval.approver);
  await pages.external.confirmTakeOver(release.approval.approver);
  return release;
}

test('a worker’s things go to another console and back, each time by a signed release, and end where they are', async ({ engine, folder, launch, operatorOf, seatOf }) => {
  test.slow();
  const seat = seatOf('given');
  const [there, back] = [path.join(folder, 'there'), path.join(folder, 'back')];
  for (const out of [there, back]) await mkdir(out);
  const consoles: Console[] = [];
  for (const name of ['one', 'two']) {
    const launched = await launch({ dataFolder: path.join(folder, name) });
    consoles.push({ app: launched.app, operator: await operatorOf(launched) });
  }
  const [one, two] = consoles;
  if (!one || !two) throw new TypeError('two consoles were launched');

  await one.operator.addEngine(engine);
  await two.operator.addEngine(engine);
  await one.operator.askForWorker({ seat, engine, argv: ['harness'], results: [] });
  const before = await resourcesOf(engine, seat);
  await one.operator.pages.worker.open('Custody');
  const file = await releasedFile(one, there);
  await expect(one.operator.pages.worker.state(/^Released to /)).toBeVisible();
  await expect(one.operator.pages.worker.custody.teardown).toContainText('there is nothing to take back');

  const release = await takeOver(two, file);
  const name = release.statement.resources.find(({ resource }) => resource === 'container')?.name ?? '';
  await two.operator.pages.environments.open(name);
  await expect(two.operator.pages.external.custody).toContainText(`from the console ${release.statement.installation.slice(0, 8)}, by its signed release`);
  await expect(two.operator.pages.external.button('Remove container')).toBeVisible();
  await one.operator.pages.frame.go('Environments');
  await one.operator.pages.environments.open(name);
  await expect(one.operator.pages.external.custody).toContainText('it was released to whoever holds the release');
  await expect(one.operator.pages.external.button(/^(Stop|Remove|Attach|Take over)/)).toHaveCount(0);

  const returned = await releasedFile(two, back);
  await expect(two.operator.pages.external.button(/^(Stop|Remove|Attach|Take over)/)).toHaveCount(0);
  await takeOver(one, returned);
  await one.operator.pages.environments.open(name);
  await one.operator.pages.external.takeBack('Remove container');
  for (const volume of before.volumes) {
    await one.operator.pages.frame.go('Environments');
    await one.operator.pages.environments.volume(new RegExp(volume)).click();
    await one.operator.pages.external.takeBack('Remove volume');
  }

  expect(await resourcesOf(engine, seat)).toEqual({ containers: [], networks: [], volumes: [] });
});
