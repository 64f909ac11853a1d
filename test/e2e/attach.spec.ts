import { randomBytes } from 'node:crypto';
import { containerItself, removeContainer, runAsStranger, Stranger } from './engine-itself.ts';
import { expect, test } from './fixtures.ts';

test.describe('a container that is on an engine already', () => {
  test('is attached, looked at and left, and is untouched by all of it', async ({ engine, operator }) => {
    const { frame, environments, external } = operator.pages;
    await operator.addEngine(engine);
    const name = `notebook-${randomBytes(4).toString('hex')}`;
    const id = await runAsStranger(engine, name);
    try {
      const before = await containerItself(engine, id);
      await environments.open(name);
      await expect(external.identity).toContainText(name);
      await expect(external.custody).toContainText('It is not this console’s.');
      await expect(external.logLines).toHaveCount(0);

      await external.attach();

      await expect(external.custody).toContainText('no attempt of this console may stop it, remove it or write into it');
      await expect(external.logLines).toContainText('from the outside');
      await expect(external.button(/^(Stop|Remove)/)).toHaveCount(0);
      await frame.go('Environments');
      await environments.show('Attached');
      await expect(environments.container(new RegExp(name))).toContainText('attached');
      await environments.open(name);
      await external.leave();
      await expect(external.logLines).toHaveCount(0);
      await frame.go('Environments');
      await environments.show('Attachable');
      await expect(environments.container(new RegExp(name))).toContainText('attachable');
      expect(await containerItself(engine, id)).toEqual(before);
    } finally {
      await removeContainer(engine, id);
    }
  });

  test('is not offered where an application depends on it, and is attached only after its reasons were shown', async ({ engine, operator }) => {
    const { environments, external } = operator.pages;
    await operator.addEngine(engine);
    const name = `database-${randomBytes(4).toString('hex')}`;
    const id = await runAsStranger(engine, name, { Labels: { 'com.docker.compose.project': 'shop' }, HostConfig: { RestartPolicy: { Name: 'always' } } });
    try {
      await environments.show('Other');
      await environments.open(name);
      await expect(external.button('Attach this container')).toHaveCount(0);

      await external.button('Attach all the same…').click();
      await expect(external.confirmation).toContainText('it belongs to the Compose project “shop”');
      await expect(external.confirmation).toContainText('the engine starts it again by itself (always)');
      await external.confirmation.getByRole('button', { name: 'Attach this container' }).click();

      await expect(external.button('Leave this container')).toBeVisible();
    } finally {
      await removeContainer(engine, id);
    }
  });

  test('is taken over on the operator’s own signed word, which every place says, and then stopped and removed', async ({ engine, operator }) => {
    const { environments, external } = operator.pages;
    await operator.addEngine(engine);
    const name = `cache-${randomBytes(4).toString('hex')}`;
    const id = await runAsStranger(engine, name);
    try {
      await environments.open(name);
      await external.attach();
      await external.button('Take over…').click();
      await expect(external.confirmation).toContainText('No release of its owner is there: the receipt says that it is your word.');
      await external.state('the data team');

      await expect(external.custody).toContainText('from the data team, by the operator’s own signed statement');
      await operator.pages.frame.go('Environments');
      await expect(environments.container(name)).toContainText('transferred, on your word');
      await environments.open(name);
      await external.takeBack('Stop container');
      await external.takeBack('Remove container');

      expect(await containerItself(engine, id)).toMatchObject({ message: expect.stringContaining('No such container') });
    } finally {
      await removeContainer(engine, id);
    }
  });
});

test.describe('a network that is on an engine already', () => {
  test('is listed with who is on it, is attached and left, and is untouched by all of it', async ({ engine, operator }) => {
    const { frame, environments, external } = operator.pages;
    const stranger = new Stranger(engine);
    await operator.addEngine(engine);
    const name = `team-${randomBytes(4).toString('hex')}`;
    const id = await stranger.makeNetwork(name, '10.199.7.0/24');
    const guest = await runAsStranger(engine, `guest-of-${name}`, { HostConfig: { NetworkMode: id } });
    try {
      const before = await stranger.networkItself(id);
      await expect(environments.network(new RegExp(`^${name}`))).toContainText(/bridge, internal.*10\.199\.7\.0\/24.*guest-of-team.*attachable/);
      await expect(environments.network(/^none/)).toContainText('other');
      await environments.network(new RegExp(`^${name}`)).click();
      await expect(external.identity).toContainText(`On itguest-of-${name}`);

      await external.attach('network');
      await frame.go('Environments');
      await expect(environments.network(new RegExp(`^${name}`))).toContainText('attached');
      await environments.network(new RegExp(`^${name}`)).click();
      await external.leave('network');

      expect(await stranger.networkItself(id)).toEqual(before);
    } finally {
      await removeContainer(engine, guest);
      await stranger.removeNetwork(id);
    }
  });
});
