import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Launch } from '../support/launch-console.ts';
import { resourcesOf } from './engine-itself.ts';
import { expectAllSettled, expectConsistentLedger, expectIntents } from './expectations.ts';
import { expect, test } from './fixtures.ts';
import { EnvironmentsPage } from './pages/environments-page.ts';
import { violationsOf } from './violations.ts';
import { expectAgreement, expectDeliveredOnlyWhenAsked, expectDocument, expectExported, expectFollowedLog, expectTakenBack, withStop } from './way-of-a-worker.ts';

const lab = 'ssh://build@127.0.0.1:1';
const contexts = { lab, old: 'tcp://10.0.0.7:2375' };

function homeIn(folder: string): string {
  for (const [name, Host] of Object.entries(contexts)) {
    const meta = path.join(folder, '.docker/contexts/meta', name);
    mkdirSync(meta, { recursive: true });
    writeFileSync(path.join(meta, 'meta.json'), JSON.stringify({ Name: name, Endpoints: { docker: { Host } } }));
  }
  return folder;
}

test.describe('engines on other machines', () => {
  const at = async (launch: (options?: Omit<Launch, 'dataFolder'>) => Promise<{ readonly app: { firstWindow(): Promise<Page> } }>, home: string) => {
    const { app } = await launch({ env: { HOME: home } });
    const page = await app.firstWindow();
    await page.getByRole('link', { name: 'Environments' }).click();
    const environments = new EnvironmentsPage(page);
    await environments.socket.waitFor();
    return { page, environments };
  };

  test('that Docker contexts name are listed with where they were found, and dialled only after a click', async ({ launch, folder }) => {
    const { page, environments } = await at(launch, homeIn(folder));
    await expect(environments.engine(lab)).toContainText('Docker context “lab”');
    await expect(environments.engine(lab)).toContainText('not connected');
    await expect(page.getByRole('region', { name: 'Docker contexts that cannot be used' })).toContainText('without TLS whoever reaches it is as good as root there');

    await environments.engine(lab).click();
    expect(await violationsOf(page, 'everything')).toEqual([]);
    await page.getByRole('button', { name: 'Connect to this engine' }).click();

    await expect(environments.engine(lab)).toContainText('nothing listens for ssh there', { timeout: 20_000 });
  });

  test('are added as ssh:// or https://, and a plain one is refused with the reason', async ({ launch, folder }) => {
    const { page, environments } = await at(launch, homeIn(folder));
    await environments.socket.fill('tcp://10.0.0.9:2375');
    await page.getByRole('button', { name: 'Add engine' }).click();
    await expect(page.getByRole('form', { name: 'Add an engine' })).toContainText('tcp:// is refused: without TLS whoever reaches it is as good as root there');

    await environments.add('https://127.0.0.1:2376');

    await expect(environments.engine('https://127.0.0.1:2376')).toContainText('its certificates are not chosen');
    await expect(page.getByRole('button', { name: 'Choose their folder…' })).toBeVisible();
  });
});

test.describe('an engine that only ssh reaches', () => {
  test('has a worker go the whole way, from its preparation to its shutdown with all of the evidence', async ({ engine, far, launch, operatorOf, seatOf, taskFolder, exportFolder }) => {
    test.slow();
    const seat = seatOf('far');
    const endpoint = far.endpointOf(engine.replace('unix://', ''));
    const operator = await operatorOf(await launch({ env: far.env }));
    const { frame, worker } = operator.pages;

    await operator.addEngine(endpoint);
    await expect(frame.engine(/^answers .*engine-host/)).toBeVisible();
    await operator.askForWorker({ seat, engine: endpoint, argv: ['harness', '--steps', '4', '--pause', '1', '--wait'] });
    await operator.stage(taskFolder);
    await expectDeliveredOnlyWhenAsked(operator);
    await operator.launch();
    await expectFollowedLog(operator);
    await expectAgreement(operator);
    await worker.open('Custody');
    await operator.takeBack(1);
    await operator.exportReport(exportFolder);
    await expectExported(operator, path.join(exportFolder, seat));
    await expectTakenBack(operator, [2, 3, 4, 5]);

    await expectIntents(operator, withStop);
    await expectAllSettled(operator, withStop);
    await expectDocument(operator, exportFolder, { seat, provider: { kind: 'docker', endpoint } });
    expect(await resourcesOf(engine, seat)).toEqual({ containers: [], volumes: [], networks: [] });
    await expectConsistentLedger(operator);
  });
});
