import { isSecretMember, isSecretVariable } from '../secret-names.ts';
import { holdsLogin } from '../secret-shapes.ts';
import { placesIn, type NamedPlace } from './places-in.ts';
import type { SettingText, Step } from './settings.ts';

/** Names of what is run: a program, or a list that begins with one. */
const commandName = /^(?:command|cmd|program|executable|interpreter|shell|notify)$|(?:helper|hook|hooks|collector|command|refresh)$/i;
/** Below such a name everything serves a command. */
const commandBranch = /hooks?$|^status_?line$|^mcp_?servers$|^notify$|collectors?$|helper$/i;
const variableName = /^[A-Z][A-Z0-9_]*$/;

/** Where something is called so, it is settings and not data. */
export const isSettingName = (name: string): boolean => commandName.test(name) || commandBranch.test(name) || /^(?:env|environment|permissions)$/i.test(name);

/** What one text of a settings file names that somebody has to decide on. */
export function hitsIn({ at, path, text }: SettingText): readonly NamedPlace[] {
  if (at === 'line') return placesIn(text);
  const names = path.filter((step) => typeof step === 'string');
  const name = names.at(-1) ?? '';
  if (at === 'value' && isSecret(name, text)) return [{ kind: 'secret', start: 0, end: text.length, shown: 'not shown' }];
  const serves = names.some((each) => commandBranch.test(each) || commandName.test(each));
  const places = serves ? placesIn(text).map(asCommand) : wholePath(text);
  return at === 'value' && runs(path, name) ? [...programIn(text), ...places] : places;
}

/** An address with a login is not hidden whole: where it leads is told too. */
const isSecret = (name: string, text: string): boolean => (variableName.test(name) ? !holdsLogin(text) && isSecretVariable(name, text) : isSecretMember(name, text));

/** A value that begins as a path is one to its end, with the blanks in it. */
function wholePath(text: string): readonly NamedPlace[] {
  const places = placesIn(text);
  const [only] = places;
  const isWhole = only?.start === 0 && places.length === 1 && /^(?:\/|~\/|[A-Za-z]:[\\/])[^:;,|&"'`<>=()]*$/.test(text.replace(/^[A-Za-z]:/, ''));
  return isWhole ? [{ ...only, end: text.length, shown: only.kind === 'secret' ? only.shown : text }] : places;
}

const asCommand = (place: NamedPlace): NamedPlace => (place.kind === 'host_path' || place.kind === 'home_path' ? { ...place, kind: 'host_command' } : place);

/** The value itself, or the first of a list: the others are what it is given. */
function runs(path: readonly Step[], name: string): boolean {
  const last = path.at(-1);
  return commandName.test(name) && (typeof last === 'string' || last === 0);
}

const program = /^\s*(?:[A-Za-z_]\w*=\S*\s+)*([A-Za-z0-9][\w.+-]*)(?=\s|$)/d;

/** A program without a path is looked for in the guest, where the image has it or not. */
function programIn(text: string): readonly NamedPlace[] {
  const span = program.exec(text)?.indices?.[1];
  return span ? [{ kind: 'in_image', start: span[0], end: span[1], shown: text.slice(...span) }] : [];
}
