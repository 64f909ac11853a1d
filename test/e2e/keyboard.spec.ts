import { inMain } from './in-main.ts';
import { Keyboard } from './keyboard.ts';
import { everywhere, thereIn, withWorkers, type Place } from './places.ts';
import { expect, test } from './scene.ts';

test.use({ sceneName: 'ordinary' });

/** Places in which a whole round of Tab is taken: all but those where a dialog keeps the focus. */
const toured: readonly Place[] = [...everywhere, ...withWorkers].filter(({ name }) => /^(Workers|Environments, |New worker|Ledger|a worker that works|Projection, |Artifacts|Custody$|Custody of a worker (that was|of which)|Receipts)/.test(name));

test.describe('without a mouse', () => {
  test.describe.configure({ mode: 'default' });

  for (const { name, go } of toured) {
    test(`every stop shows where the focus is on ${name}`, async ({ window: page, scene }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await go(thereIn(page, scene.worker));

      const stops = await new Keyboard(page).stopsOfARound();

      expect(stops.length).toBeGreaterThan(8);
      expect(stops.filter(({ looksFocused, inSight }) => !looksFocused || !inSight)).toEqual([]);
      expect(stops.filter((stop) => stop.name === '')).toEqual([]);
    });
  }

  test('every view is one key away, and its name has the focus then', async ({ window: page, pages: { frame } }) => {
    const keyboard = new Keyboard(page);

    for (const [key, view] of [['Control+1', 'Inbox'], ['Control+3', 'Environments'], ['Control+4', 'Ledger'], ['Control+5', 'Settings'], ['Control+2', 'Workers'], ['Control+n', 'New worker']] as const) {
      await keyboard.press(key);
      await expect(frame.heading(view)).toBeFocused();
    }
    await keyboard.press('Alt+ArrowLeft');
    await expect(frame.heading('Workers')).toBeFocused();
  });

  test('a worker is opened from the list, looked at on each tab, and left again', async ({ window: page, pages: { frame, workers, worker }, scene }) => {
    const keyboard = new Keyboard(page);
    await keyboard.tabToAndPress(workers.list, 'End');
    await keyboard.press('Home', 'ArrowDown', 'ArrowUp', 'Enter');
    await expect(frame.heading(/@/)).toBeFocused();

    await keyboard.tabTo(page.getByRole('tab', { name: 'Summary' }));
    for (const tab of ['Projection', 'Artifacts', 'Custody', 'Receipts'] as const) {
      await keyboard.press('ArrowRight');
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    }
    await expect(worker.receipts.list).toBeVisible();
    await keyboard.tabToAndPress(worker.receipts.list);
    await expect(worker.receipts.opened).toBeVisible();
    await keyboard.press('Control+2');
    await expect(frame.heading('Workers')).toBeFocused();
    expect(scene.worker('working').seat).toMatch(/@/);
  });

  test('receipts are found by what is typed and picked, one is opened, and the list is as it was after another view', async ({ app, window: page, pages: { frame, ledger: { receipts } }, scene }) => {
    const keyboard = new Keyboard(page);
    await keyboard.press('Control+4');
    await expect(receipts.count).toHaveText(/^\d+ receipts, newest first/);
    await keyboard.tabTo(receipts.words);
    await keyboard.type('create vol');
    await expect(receipts.count).toHaveText(/ found, newest first/);
    await expect(receipts.receipt('Create volume: asked')).not.toHaveCount(0);
    await expect(receipts.receipt('Start container')).toHaveCount(0);

    await keyboard.fill(receipts.worker, scene.worker('working').seat);
    await keyboard.press('Enter');
    await expect(receipts.count).toHaveText('8 receipts found, newest first.');
    await keyboard.tabToAndPress(receipts.filter('By'));
    await keyboard.press('ArrowDown', 'Enter');
    await expect(receipts.count).toHaveText('2 receipts found, newest first.');

    await keyboard.tabToAndPress(receipts.list, 'ArrowDown');
    const row = (await receipts.active.textContent()) ?? '';
    await keyboard.press('Enter');
    await expect(receipts.opened.getByText('Canonical bytes')).toBeVisible();
    await expect(receipts.proof).toContainText(/Covered by the checkpoint over \d+ receipts/);
    await keyboard.tabToAndPress(receipts.proof.getByRole('button', { name: 'Copy proof' }));
    await expect.poll(() => inMain(app, ({ clipboard }) => clipboard.readText(), null)).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex \d+\n/);
    await keyboard.tabToAndPress(receipts.opened.getByRole('link', { name: 'Go to the worker' }));
    await expect(frame.heading(scene.worker('working').seat)).toBeFocused();

    await keyboard.press('Alt+ArrowLeft');
    await expect(receipts.words).toHaveValue('create vol');
    await expect(receipts.count).toHaveText('2 receipts found, newest first.');
    await expect(receipts.active).toHaveText(row);
    await keyboard.fill(receipts.words, 'nobody');
    await keyboard.tabToAndPress(receipts.clear);
    await expect(receipts.count).toHaveText(/^\d+ receipts, newest first/);
  });

  test('a view, a worker or a theme is found by its words', async ({ window: page, pages: { frame, worker }, scene }) => {
    const keyboard = new Keyboard(page);
    const { seat } = scene.worker('exported');
    await keyboard.press('Control+k');
    await keyboard.type(seat);
    await keyboard.press('Enter');
    await expect(worker.heading(seat)).toBeFocused();

    await keyboard.press('Control+k');
    await keyboard.type('dark theme');
    await keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await keyboard.press('Control+k');
    await keyboard.type('theme of the system');
    await keyboard.press('Enter');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await expect(frame.dialog('Find or do')).toHaveCount(0);
  });

  test('a dialog keeps the focus while it is open, and gives it back', async ({ window: page, pages: { frame, worker }, scene }) => {
    const keyboard = new Keyboard(page);
    const { binding, seat } = scene.worker('exported');
    await frame.goTo(`#/workers/${binding}/custody`);
    await expect(worker.heading(seat)).toBeFocused();
    const remove = worker.custody.step(2).getByRole('button', { name: 'Remove container' });

    await keyboard.tabToAndPress(remove);
    await expect(frame.confirmation.getByRole('button', { name: 'Keep it' })).toBeFocused();
    for (let press = 0; press < 6; press += 1) {
      await keyboard.press(press < 4 ? 'Tab' : 'Shift+Tab');
      await expect(frame.confirmation.locator(':focus')).toHaveCount(1);
    }
    // On a button with a hint, the first Escape is the hint’s.
    await keyboard.tabToAndPress(frame.confirmation.getByRole('button', { name: 'Keep it' }), 'Escape');
    await expect(frame.confirmation).toHaveCount(0);
    await expect(remove).toBeFocused();

    for (const [keys, dialog] of [['?', 'Keyboard'], ['Control+k', 'Find or do']] as const) {
      await keyboard.press(keys);
      await expect(frame.dialog(dialog)).toBeVisible();
      await keyboard.press('Tab', 'Tab');
      await expect(frame.dialog(dialog).locator(':focus')).toHaveCount(1);
      await keyboard.press('Escape');
      await expect(remove).toBeFocused();
    }
  });

  test('the list of what is unconfirmed leads to its worker', async ({ window: page, pages: { frame, worker }, scene }) => {
    const keyboard = new Keyboard(page);
    await keyboard.tabToAndPress(frame.unconfirmed);
    await keyboard.tabToAndPress(frame.dialog('Unconfirmed').getByRole('link', { name: /Go to the worker/ }));

    await expect(worker.heading(scene.worker('unconfirmed').seat)).toBeVisible();
    await expect(page.getByRole('note').filter({ hasText: 'is unconfirmed.' })).toBeVisible();
  });
});
