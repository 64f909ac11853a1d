import { expect, test } from 'vitest';
test('placeholder engine', () => expect(process.env['BAILIWICK_TEST_ENGINE']).toMatch(/^unix:/));
