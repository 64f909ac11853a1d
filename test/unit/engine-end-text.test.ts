import { describe, expect, test } from 'vitest';
import { lostText } from '../../renderer/words/engine-end-text.ts';

describe('what ends with a private engine that is stopped', () => {
  test('is not said to be nothing where its containers could not be read', () => {
    expect(lostText('not_known')).toBe('Not known: its containers could not be read. What runs on it loses what it has in memory.');
    expect(lostText([])).toBe('Nothing: no container runs on it.');
  });

  test('is named, as far as that is legible', () => {
    expect(lostText(['db'])).toBe('What 1 running container has in memory: db.');
    expect(lostText(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('What 7 running containers have in memory: a, b, c, d, e and 2 more.');
  });
});
