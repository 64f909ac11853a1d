import { randomBytes } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { StandInRegistry } from '../support/stand-in-registry.ts';
import { Stranger } from './engine-itself.ts';
import { expectConsistentLedger } from './expectations.ts';
import { expect, test } from './fixtures.ts';

test.describe('the images of an engine', () => {
  test('are pulled with their digest shown, and one that was built here goes again after a last look, unless it is used', async ({ engine, operator }) => {
    test.slow();
    const registry = await StandInRegistry.listen();
    const repository = `team/${randomBytes(8).toString('hex')}`;
    const digest = await registry.put(repository, '1');
    const { environments } = operator.pages;
    const stranger = new Stranger(engine);
    const theirs = `stranger-of-${randomBytes(4).toString('hex')}`;
    await operator.addEngine(engine);
    // The second build takes the name over, under which every other test finds its image: the first one is nobody's then.
    await environments.build();
    const image = await idOf(environments.image('bailiwick/sample-worker').and(environments.image('built here')));
    await environments.build();
    await expect(environments.imageWithId(image)).toContainText('no tag');

    await environments.pull(`${registry.host}/${repository}:1`);

    await expect(environments.pulled).toContainText(`${registry.host}/${repository}:1`);
    await expect(environments.pulled.getByRole('button', { name: `Copy digest ${digest}` })).toBeVisible();
    await expect(environments.image(repository)).toContainText('not ours');

    const built = environments.imageWithId(image);
    await stranger.makeContainer(theirs, image);
    await built.click();
    await expect(environments.removal).toContainText(`It is used by ${theirs}.`);
    await expect(environments.removal.getByRole('button', { name: 'Remove image' })).toHaveCount(0);
    await environments.removal.getByRole('button', { name: 'Keep it' }).click();

    await stranger.removeContainer(theirs);
    await built.click();
    await expect(environments.removal).toContainText(image);
    await environments.removal.getByRole('button', { name: 'Remove image' }).click();
    await expect(environments.imageWithId(image)).toHaveCount(0);
    expect(await stranger.hasImage(image)).toBe(false);
    await expectConsistentLedger(operator);
    await stranger.removeImage(`${registry.host}/${repository}:1`);
    await registry.close();
  });

  test('that a registry does not give are refused in words at the field', async ({ engine, operator }) => {
    const registry = await StandInRegistry.listen();
    registry.isClosed = true;
    const { environments } = operator.pages;
    await operator.addEngine(engine);

    await environments.pull(`${registry.host}/team/agent`);
    await expect(environments.pullForm).toContainText('Name a tag or a digest');
    await environments.pull(`${registry.host}/team/agent:1`);

    await expect(environments.pullForm).toContainText('Pulls go without credentials');
    await registry.close();
  });
});

/** The whole of an id that is drawn in short. */
const idOf = async (row: Locator): Promise<string> => (await row.getByTitle(/^sha256:/).first().getAttribute('title')) ?? '';
