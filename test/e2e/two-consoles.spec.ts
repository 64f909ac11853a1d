import { cp } from 'node:fs/promises';
import path from 'node:path';
import { resourcesOf } from './engine-itself.ts';
import { expect, test } from './fixtures.ts';
import type { Operator } from './operator.ts';

async function expectNothingOffered({ pages: { frame, environments, external } }: Operator, seat: string): Promise<void> {
  const role = seat.split('@')[0] ?? seat;
  await frame.go('Environments');
  await environments.show('Other');
  await environments.open(`bw-${role}`);
  await expect(external.custody).toContainText('It is another console’s.');
  await expect(external.custody).toContainText('it carries the labels of another console');
  await expect(external.button(/Attach|Take over|Stop|Remove/)).toHaveCount(0);
}

async function expectTakenBack(operator: Operator, seat: string): Promise<void> {
  await operator.openWorker(seat);
  await operator.pages.worker.open('Custody');
  for (const step of [2, 3, 4]) await operator.takeBack(step);
  await expect(operator.pages.worker.custody.teardown).toContainText('finished: every absence verified');
}

test('two consoles on one engine never touch each other’s, and a copied data folder owns nothing', async ({ engine, folder, launch, operatorOf, seatOf }) => {
  test.slow();
  const [first, second] = [seatOf(`one${Date.now().toString(36)}`), seatOf(`two${Date.now().toString(36)}`)];
  const dataFolder = path.join(folder, 'one');
  const launched = await launch({ dataFolder });
  const [one, two] = [await operatorOf(launched), await operatorOf(await launch({ dataFolder: path.join(folder, 'two') }))];
  await one.addEngine(engine);
  await two.addEngine(engine);
  await one.askForWorker({ seat: first, engine, argv: ['harness'], results: [] });
  await two.askForWorker({ seat: second, engine, argv: ['harness'], results: [] });

  await expectNothingOffered(one, second);
  await expectNothingOffered(two, first);
  const theirs = await resourcesOf(engine, first);
  await expectTakenBack(two, second);
  expect(await resourcesOf(engine, second)).toEqual({ containers: [], networks: [], volumes: [] });
  expect(await resourcesOf(engine, first)).toEqual(theirs);

  await launched.close();
  await cp(dataFolder, path.join(folder, 'copy'), { recursive: true });
  const copy = await operatorOf(await launch({ dataFolder: path.join(folder, 'copy') }));
  await copy.openWorker(first);
  await copy.pages.worker.open('Custody');
  await copy.pages.worker.custody.begin(2);
  await copy.pages.worker.custody.confirm();
  await expect(copy.pages.worker.custody.teardown).toContainText('Custody is unproven, so no effect is started.');
  expect(await resourcesOf(engine, first)).toEqual(theirs);

  const again = await operatorOf(await launch({ dataFolder }));
  await expectTakenBack(again, first);
  expect(await resourcesOf(engine, first)).toEqual({ containers: [], networks: [], volumes: [] });
});
