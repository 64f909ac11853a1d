/** A step from the root of a settings file: a name, or a position in a list. */
export type Step = string | number;

/** One text in a settings file: a value or a name below its path, or a line. */
export interface SettingText {
  readonly at: 'value' | 'name' | 'line';
  readonly path: readonly Step[];
  readonly text: string;
}

/** A settings file that could be read. Both changes give the whole new text, with the rest as it was. */
export interface Settings {
  readonly texts: readonly SettingText[];
  set(text: SettingText, value: string): string;
  remove(path: readonly Step[]): string;
}

/** It cannot be read as what its name says. Says where, never what stands there. */
export class MalformedSettingsError extends Error {
  override name = 'MalformedSettingsError';
}

/** The rest of it depends on what was to be changed. */
export class EntangledSettingsError extends Error {
  override name = 'EntangledSettingsError';
}

/** It is deeper than what is looked through. */
export class TooDeepError extends Error {
  override name = 'TooDeepError';
}

export const mostDepth = 200;

export const samePath = (one: readonly Step[], other: readonly Step[]): boolean => one.length === other.length && one.every((step, index) => step === other[index]);

export const pointerOf = (path: readonly Step[]): string => path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
