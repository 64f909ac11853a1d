import { expect, test } from './scene.ts';

/** Each asks as a page would, and answers with what came of it. */
const asks: Readonly<Record<string, () => Promise<string>>> = {
  notifications: async () => Notification.requestPermission(),
  camera: async () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'granted', (error: DOMException) => error.name),
  microphone: async () => navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', (error: DOMException) => error.name),
  screen: async () => navigator.mediaDevices.getDisplayMedia().then(() => 'granted', (error: DOMException) => error.name),
  'what was copied': async () => navigator.clipboard.readText().then(() => 'granted', (error: DOMException) => error.name),
  place: async () => new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve('granted'), ({ code }) => resolve(code === 1 ? 'denied' : `failed with ${code}`))),
  'musical instruments': async () => navigator.requestMIDIAccess({ sysex: true }).then(() => 'granted', (error: DOMException) => error.name),
};

const refusals = ['denied', 'NotAllowedError', 'NotSupportedError', 'InvalidStateError', 'TypeError', 'SecurityError', 'NotFoundError'];

test.describe('a page that asks for a permission', () => {
  for (const [name, ask] of Object.entries(asks)) {
    test(`is refused: ${name}`, async ({ window: page }) => {
      expect(refusals).toContain(await page.evaluate(ask));
    });
  }

  test('is told of every permission that it does not have it', async ({ window: page }) => {
    const states = await page.evaluate(async (names) => Promise.all(names.map(async (name) => [name, (await navigator.permissions.query({ name: name as PermissionName })).state])), [
      'geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi', 'persistent-storage',
    ]);

    expect(states.filter(([, state]) => state === 'granted')).toEqual([]);
  });
});
