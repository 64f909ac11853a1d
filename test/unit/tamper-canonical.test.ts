import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skipValue } from '../../electron/host/ledger/verify/canonical-bytes.ts';
import { scanReceipt, whyNoReceipt } from '../../electron/host/ledger/verify/scan-receipt.ts';
import { canonicalText } from '../../shared/canonical.ts';
import type { Json } from '../../shared/json.ts';
import { aboutArtifact, aboutBinding, aboutInstallation, aboutResource, aDecision, anAttemptId, aBindingId, anEffect, anObservation, hexOf, receiptsFrom, theFirstEpoch } from '../support/builders.ts';

const isTaken = (bytes: Buffer): boolean => isUtf8(bytes) && skipValue(bytes, 0) === bytes.length;

/** By reading and writing anew, which is what the quick reading stands for. */
function isCanonical(bytes: Buffer): boolean {
  try {
    return isUtf8(bytes) && canonicalText(JSON.parse(bytes.toString('utf8')) as Json) === bytes.toString('utf8');
  } catch {
    return false;
  }
}

const text = fc.oneof(fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed()), fc.string(), fc.constantFrom('', '"', '\\', '\u0000', '\b', '\u001f', '\u007f', '\u2028', '\u{1f600}', '\ufffd', '\uffff'));
const value = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 5 }),
  ),
})).json;

describe('the bytes of a canonical value', () => {
  test('are taken, whatever the value', () => {
    fc.assert(fc.property(value, (json) => {
      expect(isTaken(Buffer.from(canonicalText(json), 'utf8'))).toBe(true);
    }), { numRuns: 500 });
  });

  test('are taken after a change only where they are canonical still', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from(' ,:"\\u0{}[]-.eE+tfn'))), how: fc.constantFrom('replace', 'insert', 'remove') });
    fc.assert(fc.property(value, fc.array(change, { minLength: 1, maxLength: 3 }), (json, changes) => {
      const bytes = changes.reduce((changed, { at, byte, how }) => {
        const place = changed.length === 0 ? 0 : at % changed.length;
        const after = how === 'insert' ? place : place + 1;
        return Buffer.concat([changed.subarray(0, place), ...(how === 'remove' ? [] : [Buffer.from([byte])]), changed.subarray(after)]);
      }, Buffer.from(canonicalText(json), 'utf8'));
      expect([bytes.toString('latin1'), isTaken(bytes)]).toEqual([bytes.toString('latin1'), isCanonical(bytes)]);
    }), { numRuns: 3000 });
  });

  test.each([
    ['a number with a fraction', '1.5'], ['an exponent', '1e3'], ['a zero in front', '01'], ['a negative zero', '-0'], ['a plus', '+1'], ['more than is safe', '9007199254740992'],
    ['a space', '[1, 2]'], ['a comma too many', '[1,]'], ['nothing', ''], ['half a word', 'tru'], ['members out of order', '{"b":1,"a":2}'], ['a member twice', '{"a":1,"a":2}'],
    ['an escape that is not needed', '"\\u0041"'], ['a slash escaped', '"\\/"'], ['a long escape where there is a short one', '"\\u000a"'], ['an escape in capitals', '"\\u001F"'], ['a control character', '"\u0001"'],
    ['a lone surrogate', '"\\ud800"'], ['an end too early', '{"a":1'], ['two values', '1 2'],
  ])('are not taken with %s', (_name, written) => {
    expect(isTaken(Buffer.from(written))).toBe(false);
  });

  test.each(['9007199254740991', '-9007199254740991', '0', '[]', '{}', '""', '{"\\n":1,"a":2,"\u{10000}":3,"\uffff":4}'])('are taken: %s', (written) => {
    expect(isTaken(Buffer.from(written))).toBe(true);
    expect(isCanonical(Buffer.from(written))).toBe(true);
  });

  test('are not taken deeper than any receipt goes, whatever the stack could bear', () => {
    expect(isTaken(Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBe(false);
  });
});

describe('a receipt', () => {
  const entries = [
    theFirstEpoch,
    ...anEffect('create_volume', aboutResource('work'), anAttemptId(7)),
    ...anEffect('remove_volume', aboutResource('state', aBindingId(2)), anAttemptId(8), 'not_applied'),
    anObservation('absent', { readings: [{ via: 'id', at: theInstant() }] }, aboutResource('work')),
    anObservation('exported', { outcome: 'nothing', says: 'naïve “quotes” \\ and \n lines, \u{1f600}' }, aboutArtifact('/workspace/task/ü"\\.md')),
    anObservation('readiness', { rung: 'process_started', state: 'seen', says: '' }, aboutBinding()),
    { ...aDecision(), approval: hexOf(77) },
    { ...aDecision(), engineAt: theInstant(), about: aboutInstallation },
  ];

  test.each(receiptsFrom(entries).map((receipt) => [receipt.body.kind, receipt] as const))('%s is read as it was written', (_kind, receipt) => {
    const bytes = Buffer.from(canonicalText(receipt as unknown as Json));
    const id = (place: number): string | null => (place < 0 ? null : bytes.toString('latin1', place, place + 32));

    const scan = scanReceipt(bytes);

    const { body, about } = receipt;
    expect(scan).toMatchObject({ seq: receipt.seq, kind: body.kind, disposition: body.kind === 'settlement' ? body.disposition : null });
    expect(id(scan!.attempt)).toBe('attempt' in body ? body.attempt : null);
    expect(id(scan!.binding)).toBe('binding' in about ? about.binding : null);
    expect(id(scan!.approval)).toBe(receipt.approval ?? null);
    expect(scan!.isWeighty).toBe(body.kind === 'observation' && body.fact === 'epoch');
  });

  test('of a later build is read too: it may say more than this one knows', () => {
    const [receipt] = receiptsFrom([aDecision()]);
    const later = { ...receipt, about: { kind: 'planet', name: 'x' }, body: { fact: 'weather', kind: 'observation', source: 'a window', value: [1], zone: 'z' } };

    expect(scanReceipt(Buffer.from(canonicalText(later as unknown as Json)))).toMatchObject({ kind: 'observation' });
  });

  test.each([
    ['nothing of it', () => '{}', 'its bytes are not a receipt'],
    ['no JSON', () => '{', 'its bytes are not a receipt'],
    ['a member that receipts do not have', (written: string) => written.replace('{"about"', '{"a":1,"about"'), 'its bytes are not a receipt'],
    ['another version', (written: string) => written.replace('"v":1', '"v":2'), 'its bytes are not a receipt'],
    ['an id that is none', (written: string) => written.replace('"id":"0', '"id":"G'), 'its bytes are not a receipt'],
    ['a time that is none', (written: string) => written.replace('.000Z', '.00Z'), 'its bytes are not a receipt'],
    ['a kind that there is not', (written: string) => written.replace('"kind":"decision"', '"kind":"guess"'), 'its bytes are not a receipt'],
    ['a space', (written: string) => written.replace(':', ': '), 'its bytes are not canonical'],
    ['something after it', (written: string) => `${written}\n`, 'its bytes are not canonical'],
  ])('is none with %s', (_name, change, why) => {
    const [receipt] = receiptsFrom([aDecision()]);
    const bytes = Buffer.from(change(canonicalText(receipt as unknown as Json)));

    expect(scanReceipt(bytes)).toBeUndefined();
    expect(whyNoReceipt(bytes)).toBe(why);
  });
});

function theInstant() {
  return receiptsFrom([aDecision()])[0]!.at;
}
