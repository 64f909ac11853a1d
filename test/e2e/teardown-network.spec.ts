import { resourcesOf, Stranger } from './engine-itself.ts';
import { expectConsistentLedger } from './expectations.ts';
import { expect, test } from './fixtures.ts';
import { sampleImageName, type Operator } from './operator.ts';
import type { CustodyTab } from './pages/custody-tab.ts';

const ownNetwork = 'Own network, without exits';

test.describe('a worker with two volumes and a network', () => {
  test('is taken back through the window: what somebody else uses stays, is explained, and holds up nothing', async ({ engine, operator, seatOf }) => {
    test.slow();
    const seat = seatOf('joined');
    const stranger = new Stranger(engine);
    const theirs = `stranger-of-${seat.replace('@', '-')}`;
    const { custody } = operator.pages.worker;
    await operator.addEngine(engine);
    await operator.askForWorker({ seat, engine, argv: ['harness', '--steps', '1', '--pause', '0', '--wait'], results: [], network: ownNetwork });
    await operator.launch();
    await expectNoWayOut(operator);

    const { containers, volumes, networks } = await resourcesOf(engine, seat);
    const work = volumes.find((name) => name.includes('-work-')) ?? '';
    await stranger.mount(theirs, work, sampleImageName);
    await operator.pages.worker.open('Custody');
    await expect(custody.step(3)).toContainText('Unlocks when step 2 is verified');
    await operator.takeBack(1);
    await custody.begin(2);
    await expectOneThingNamed(custody, { kind: 'container', name: containers[0] ?? '', id: /^[0-9a-f]{64}$/, lost: 'The container, its exit code and its log on the engine. What is in its volumes can no longer be looked at, or exported, from here.' });
    await custody.confirm();
    await custody.verified(2).waitFor();
    await custody.begin(3);
    await expectOneThingNamed(custody, { kind: 'network', name: networks[0] ?? '', id: /^[0-9a-f]{64}$/, lost: 'The worker’s own network and its addresses. No data is in it.' });
    await expect(custody.fact('Engine')).toContainText(engine);
    await custody.confirm();
    await custody.verified(3).waitFor();

    await expect(custody.step(4)).toContainText(`${work} is mounted by ${theirs}.`);
    await expect(custody.step(4).getByRole('button', { name: /^Remove / })).toHaveCount(0);
    await custody.begin(5);
    await expectOneThingNamed(custody, { kind: 'volume', name: volumes.find((name) => name !== work) ?? '', id: 'the engine gives volumes none: name, creation time and label are compared', lost: 'The harness’s home: its settings and the history of its conversations.' });
    await custody.confirm();
    await custody.verified(5).waitFor();
    await expect(custody.teardown).not.toContainText('finished');
    expect(await resourcesOf(engine, seat)).toEqual({ containers: [], volumes: [work], networks: [] });

    // The engine tells that it is gone, and the plan is made anew.
    await stranger.removeContainer(theirs);
    await operator.takeBack(4);
    await expect(custody.teardown).toContainText('finished: every absence verified');
    expect(await resourcesOf(engine, seat)).toEqual({ containers: [], volumes: [], networks: [] });
    await expectConsistentLedger(operator);
  });

  test('a network of its name that somebody else made between the plan and the step stays untouched, and its own is verified absent', async ({ engine, operator, seatOf }) => {
    test.slow();
    const seat = seatOf('renamed');
    const stranger = new Stranger(engine);
    const { custody } = operator.pages.worker;
    await operator.addEngine(engine);
    await operator.askForWorker({ seat, engine, argv: ['harness'], results: [], network: ownNetwork });
    const { networks } = await resourcesOf(engine, seat);
    await operator.pages.worker.open('Custody');
    await operator.takeBack(2);

    await custody.begin(3);
    const theirs = await stranger.replaceNetwork(networks[0] ?? '');
    await custody.confirm();

    await expect(custody.step(3)).toContainText('it was not removed by this console');
    for (const step of [4, 5]) await operator.takeBack(step);
    await expect(custody.teardown).toContainText('finished: every absence verified');
    expect(await stranger.hasNetwork(theirs)).toBe(true);
    await stranger.removeNetwork(theirs);
  });
});

async function expectNoWayOut({ pages: { worker } }: Operator): Promise<void> {
  const { summary } = worker;
  await expect(summary.limit('Network')).toContainText(['internal', 'internal', 'internal']);
  await expect(summary.limit('Reach: engine’s side')).toContainText(['reached', 'no engine says it', 'reached']);
  await expect(summary.limit('Reach: outside')).toContainText(['not reached', 'no engine says it', 'not reached']);
  await expect(summary.limit('Reach: names')).toContainText(['not reached', 'no engine says it', 'not reached']);
}

/** B1 11, 12: which kind of thing, by its name and its id, and what is lost with it. */
async function expectOneThingNamed(custody: CustodyTab, named: { readonly kind: string; readonly name: string; readonly id: string | RegExp; readonly lost: string }): Promise<void> {
  await expect(custody.fact('Kind')).toHaveText(named.kind);
  await expect(custody.fact('Name')).toHaveText(named.name);
  await expect(custody.fact('Id')).toHaveText(named.id);
  await expect(custody.fact('Lost for good')).toHaveText(named.lost);
}
