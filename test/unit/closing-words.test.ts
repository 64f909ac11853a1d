import { describe, expect, test } from 'vitest';
import { closingWords } from '../../renderer/words/closing-text.ts';
import { isCreation, operationNames, operations } from '../../shared/operations.ts';

const wordsOf = (operation: (typeof operationNames)[number]) => closingWords({ operation, state: 'unconfirmed' });

describe('what closing an attempt as not applied says of itself', () => {
  test.each(operationNames)('of “%s”: that it comes back as yours only where it makes something with its own label', (operation) => {
    expect(wordsOf(operation).opens.includes('it is yours and comes back here')).toBe(isCreation(operation));
  });

  test.each(operationNames.filter((operation) => operations[operation].at === 'this_machine'))('of “%s”: no engine is read for it', (operation) => {
    expect(wordsOf(operation).reads).not.toMatch(/^The engine/u);
  });

  test('of a delivery: that nothing is read in a container that is gone', () => {
    expect(wordsOf('deliver').reads).toContain('it does not tell whether the files came');
  });

  test('of the start of an engine: that its answer counts, and not its process', () => {
    expect(wordsOf('start_engine').reads).toContain('A process that does not answer shows no start');
    expect(wordsOf('stop_engine').reads).toMatch(/^The private engine’s process is read/u);
  });

  test('of one of this run: that all that is under way is cut, and not the calls to engines alone', () => {
    expect(wordsOf('create_volume').ends).toContain('also what is being exported or backed up');
  });

  test('of one that an earlier run asked: no call is cut for it', () => {
    expect(closingWords({ operation: 'create_volume', state: 'stranded' }).ends).toMatch(/^No call/u);
    expect(wordsOf('create_volume').ends).toContain('is cut');
  });
});
