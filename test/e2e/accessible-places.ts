import { thereIn, type Place } from './places.ts';
import { expect, test } from './scene.ts';
import { violationsOf } from './violations.ts';

/** Declares a test for each place of the file's scene. */
export function testPlaces(situation: string, places: readonly Place[]): void {
  test.describe(`in the light and in the dark, axe finds nothing in ${situation}`, () => {
    // One after the other in one console: opening one costs more than looking at it.
    test.describe.configure({ mode: 'default' });

    for (const { name, go, leaves } of places) {
      test(`on ${name}`, async ({ window, scene, leaveAsRead }) => {
        // Colours on their way from one to the other are not what is looked at.
        await window.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
        await go(thereIn(window, scene.worker));

        expect(await violationsOf(window, 'everything')).toEqual([]);
        await window.emulateMedia({ colorScheme: 'dark' });
        expect(await violationsOf(window, 'colours')).toEqual([]);
        if (!leaves) leaveAsRead();
      });
    }
  });
}
