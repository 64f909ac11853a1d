import type { Finding, FindingPlace } from '../../../../shared/finding.ts';
import { withoutKeyShapes } from '../secret-shapes.ts';
import { hitsIn } from './hits-in.ts';
import { lineSettings } from './line-settings.ts';
import { secretPlacesIn, type NamedPlace } from './places-in.ts';
import { readSettings } from './read-settings.ts';
import { MalformedSettingsError, pointerOf, TooDeepError, type SettingText } from './settings.ts';

/** More of one file is not looked through, and more findings of one are not listed: somebody decides on the file as a whole. */
export const mostSettingsBytes = 256 * 1024;
const mostFindings = 200;

/** What a settings file names that may not hold in a guest. Pure, and never a fault: what cannot be read is a finding itself. */
export function reviewSettings(file: string, bytes: Uint8Array): readonly Finding[] {
  const ofFile = (kind: 'malformed' | 'not_reviewed', text: string): readonly Finding[] => listed(file, [{ file, place: { at: 'file' }, kind, text }, ...keysIn(file, bytes)]);
  if (bytes.length > mostSettingsBytes) return ofFile('not_reviewed', 'more than 256 KiB');
  const source = textOf(bytes);
  if (source === null) return ofFile('malformed', 'not UTF-8');
  try {
    return listed(file, findingsIn(file, readSettings(file, source).texts));
  } catch (error) {
    if (error instanceof MalformedSettingsError) return ofFile('malformed', error.message);
    // A parser that runs out of stack says so with a RangeError.
    if (error instanceof TooDeepError || error instanceof RangeError) return ofFile('not_reviewed', 'nested too deeply');
    throw error;
  }
}

export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export const findingOf = (file: string, text: SettingText, { kind, shown }: NamedPlace): Finding => ({ file, place: placeOf(text), kind, text: legible(shown) });

function* findingsIn(file: string, texts: readonly SettingText[]): Generator<Finding> {
  for (const text of texts) for (const hit of hitsIn(text)) yield findingOf(file, text, hit);
}

/** A file that is decided on as a whole may be accepted: keys by their look are told of beside that, as far as it was read. */
function keysIn(file: string, bytes: Uint8Array): readonly Finding[] {
  // Whatever its encoding: zeros between letters are no part of what it says.
  const { texts } = lineSettings(Buffer.from(bytes).toString('latin1').replaceAll('\0', ''));
  return texts.flatMap((text) => secretPlacesIn(text.text).map((key) => findingOf(file, text, key)));
}

/** Where there are too many, secrets are not among what is left out: what is left out may be accepted. */
function listed(file: string, findings: Iterable<Finding>): readonly Finding[] {
  const all = [...new Map([...findings].map((finding) => [JSON.stringify(finding), finding])).values()];
  if (all.length <= mostFindings) return all;
  const secretsFirst = all.toSorted((one, other) => Number(other.kind === 'secret') - Number(one.kind === 'secret'));
  return [...secretsFirst.slice(0, mostFindings), { file, place: { at: 'file' }, kind: 'not_reviewed', text: `more than ${mostFindings} findings` }];
}

function placeOf({ at, path }: SettingText): FindingPlace {
  switch (at) {
    case 'value':
    case 'name': return { at, pointer: legible(pointerOf(path)) };
    case 'line': return { at, line: Number(path[0]) };
  }
}

/** As it may be shown and kept: without keys, of whole characters, what does not show spelt out, and not endless. */
function legible(raw: string): string {
  const text = withoutKeyShapes(raw);
  const shown = text.slice(0, 500).toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return text.length > 500 || shown.length > 900 ? `${shown.slice(0, 900)}…` : shown;
}
