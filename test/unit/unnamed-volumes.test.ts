import { describe, expect, test } from 'vitest';
import { unnamedAmong } from '../../electron/host/custody/unnamed-volumes.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Seen } from '../../shared/teardown-plan.ts';
import { volumesOfRemoved, withUnnamed, type UnnamedVolumes } from '../../shared/unnamed-volumes.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aboutExternal, anAttachment, receiptsFrom, theEngine, theFirstEpoch } from '../support/builders.ts';

const [attached, other] = ['a'.repeat(64), 'b'.repeat(64)];
const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...anAttachment(aboutExternal(attached))]));
const words = { lost: 'The container.', kept: 'Its image.' };
const seenWith = (unnamed: UnnamedVolumes): Seen => ({ kind: 'there', running: false, usedBy: [], unnamed });

describe('the volumes of a container that nobody named', () => {
  test('are told by their names, and go with it unless one of them is not this console’s', () => {
    expect(unnamedAmong(world, theEngine, ['data', other])).toEqual({ names: [other], spared: [] });
    expect(unnamedAmong(world, theEngine, ['data', other, attached])).toEqual({ names: [other, attached], spared: [attached] });
    expect(volumesOfRemoved({ names: [other], spared: [] })).toBe('unnamed_too');
    expect(volumesOfRemoved({ names: [other, attached], spared: [attached] })).toBe('all_stay');
  });

  test('are named before the container is removed: as lost, or as what stays', () => {
    expect(withUnnamed(words, seenWith({ names: [], spared: [] }))).toEqual(words);
    expect(withUnnamed(words, { kind: 'gone' })).toEqual(words);
    expect(withUnnamed(words, seenWith({ names: [other], spared: [] }))).toEqual({ lost: 'The container. With it goes everything in the unnamed volumes that were made for it: bbbbbbbbbbbb.', kept: 'Its image.' });
    expect(withUnnamed(words, seenWith({ names: [other, attached], spared: [attached] }))).toEqual({ lost: 'The container.', kept: 'Its image. All unnamed volumes that it mounts too, as not all of them are this console’s: aaaaaaaaaaaa.' });
  });
});
