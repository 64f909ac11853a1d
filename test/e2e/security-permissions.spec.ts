import { expect, test } from './scene.ts';

interface Ask {
  readonly name: string;
  readonly ask: () => Promise<string>;
  readonly answer: string;
}

/** Each asks as a page would, and answers with what came of it. */
const asks: readonly Ask[] = [
  { name: 'notifications', ask: async () => Notification.requestPermission(), answer: 'denied' },
  { name: 'screen', ask: async () => navigator.mediaDevices.getDisplayMedia().then(() => 'granted', (error: DOMException) => error.name), answer: 'NotAllowedError' },
  { name: 'what was copied', ask: async () => navigator.clipboard.readText().then(() => 'granted', (error: DOMException) => error.name), answer: 'NotAllowedError' },
  { name: 'place', ask: async () => new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve('granted'), ({ code }) => resolve(code === 1 ? 'denied' : `failed with ${code}`))), answer: 'denied' },
  { name: 'musical instruments', ask: async () => navigator.requestMIDIAccess({ sysex: true }).then(() => 'granted', (error: DOMException) => error.name), answer: 'NotAllowedError' },
];

test.describe('a page that asks for a permission', () => {
  for (const { name, ask, answer } of asks) {
    test(`is refused: ${name}`, async ({ window: page }) => {
      expect(await page.evaluate(ask)).toBe(answer);
    });
  }

  test('is refused a camera and a microphone that are there', async ({ launch }) => {
    const { app } = await launch({ args: ['--use-fake-device-for-media-stream'] });
    const page = await app.firstWindow();
    await page.getByRole('heading', { level: 1 }).waitFor();

    const outcomes = await page.evaluate(async () => Promise.all([{ video: true }, { audio: true }].map((wanted) => navigator.mediaDevices.getUserMedia(wanted).then(() => 'granted', (error: DOMException) => error.name))));

    expect(outcomes).toEqual(['NotAllowedError', 'NotAllowedError']);
  });

  test('is told of no permission that it has it', async ({ window: page }) => {
    const states = await page.evaluate(async (names) => Promise.all(names.map(async (name) => [name, (await navigator.permissions.query({ name: name as PermissionName })).state])), [
      'geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi', 'persistent-storage',
    ]);

    expect(states.filter(([, state]) => state === 'granted')).toEqual([]);
  });
});
