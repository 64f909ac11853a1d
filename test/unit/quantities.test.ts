import { describe, expect, test } from 'vitest';
import { bytesText, countText, cpuText, durationText, memoryText, pidsText } from '../../shared/quantities.ts';

describe('a quantity has one text', () => {
  test.each([[10, '0.01 CPU'], [500, '0.5 CPU'], [1000, '1 CPU'], [1234, '1.234 CPU'], [16_000, '16 CPU']])('%i thousandths of a CPU', (milli, text) => {
    expect(cpuText(milli)).toBe(text);
  });

  test.each([
    [1023, '1023 B'],
    [1024, '1 KiB'],
    [1025, '1025 B'],
    [256 * 1024 ** 2, '256 MiB'],
    [1536 * 1024 ** 2, '1536 MiB'],
    [2 * 1024 ** 3, '2 GiB'],
    [3 * 1024 ** 5, '3072 TiB'],
  ])('%i bytes of memory, never rounded', (bytes, text) => {
    expect(memoryText(bytes)).toBe(text);
  });

  test('two limits that differ by a byte differ in their texts', () => {
    expect(memoryText(512 * 1024 ** 2)).not.toBe(memoryText(512 * 1024 ** 2 - 1));
  });

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1234, '1.2 kB'],
    [12_345, '12 kB'],
    [999_499, '999 kB'],
    [999_999, '1 MB'],
    [9_960_000, '10 MB'],
    [2_000_000_000, '2 GB'],
    [1234 * 1000 ** 4, '1234 TB'],
  ])('%i bytes of a file', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });

  test.each([
    [0, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1500, '1.5 s'],
    [59_400, '59 s'],
    [90_000, '2 min'],
    [5_400_000, '2 h'],
    [172_800_000, '2 d'],
  ])('%d milliseconds', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });

  test('processes and counts', () => {
    expect(pidsText(64)).toBe('64 processes');
    expect([countText(1, 'file'), countText(0, 'file'), countText(12_345, 'file'), countText(2, 'entry', 'entries')]).toEqual(['1 file', '0 files', '12,345 files', '2 entries']);
  });
});
