import { posix } from 'node:path';
import type { FindingKind } from '../../../../shared/finding.ts';
import { keyShapesIn, loginsIn } from '../secret-shapes.ts';

/** A place that a text names, and what it means for a guest. */
export interface NamedPlace {
  readonly kind: FindingKind;
  readonly start: number;
  readonly end: number;
  /** As it may be shown: without logins and queries. */
  readonly shown: string;
}

const address = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}:\/\/(?:[^\s"'`<>\\[\]@]{0,500}@)?(?:\[[0-9a-f:.]+\])?[^\s"'`<>\\[\](){}|;,]*/gi;
const bareLoopback = /(?<![\w./:@-])(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\]|::1|(?:host|gateway)\.docker\.internal|host\.containers\.internal)(?::\d{1,5})?(?![\w.:-])/gi;
const windowsPath = /(?<![A-Za-z0-9])[A-Za-z]:[\\/][^\s"'`<>|;]*|(?<![\w\\])\\\\[\w.$-]+\\[^\s"'`<>|;]*/g;
const homeVariable = /(?:\$\{?(?:env:)?(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA)\b\}?|%(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA)%)[^\s"'`=,;:()|&<>]*/g;
const path = /(?<=^|[\s"'`=:,;([{|&<>!@])(?:~[\w-]*(?:\/[^\s"'`=,;:()[\]{}|&<>]*)?(?![^\s"'`=,;:()[\]{}|&<>])|\/[^\s"'`=,;:()[\]{}|&<>]*)/g;

/** Without one of these a text names no place. */
const mayName = /[/\\~$%:._-]|localhost|AKIA|ASIA|AIza/i;

/** Keys by their shape, and what logs in in an address. */
export function secretPlacesIn(text: string): readonly NamedPlace[] {
  const logins = loginsIn(text);
  const keys = keyShapesIn(text).filter(({ start }) => !logins.some((login) => login.start <= start && start < login.end));
  return [...keys, ...logins].map((span) => ({ ...span, kind: 'secret', shown: 'not shown' }));
}

/** Every place that a text names and that may not hold in a guest, in the order in which they stand. */
export function placesIn(text: string): readonly NamedPlace[] {
  if (!mayName.test(text)) return [];
  const found = [...secretPlacesIn(text)];
  // What was read as one thing is not read as another; an address is one beside its login.
  let rest = hidden(text, keyShapesIn(text));
  for (const [pattern, read] of readers) {
    const spans = [...rest.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length, raw: match[0] }));
    for (const { start, end, raw } of spans) {
      const place = read(raw);
      if (place) found.push({ ...place, start, end });
    }
    rest = hidden(rest, spans);
  }
  return found.toSorted((one, other) => one.start - other.start);
}

type Read = (raw: string) => Pick<NamedPlace, 'kind' | 'shown'> | null;

const readers: readonly (readonly [RegExp, Read])[] = [
  [address, readAddress],
  [bareLoopback, (raw) => ({ kind: 'loopback_url', shown: raw })],
  [windowsPath, (raw) => ({ kind: 'host_path', shown: raw })],
  [homeVariable, (raw) => ({ kind: 'home_path', shown: raw })],
  [path, readPath],
];

function readAddress(raw: string): ReturnType<Read> {
  const [scheme = '', rest = ''] = raw.split('://', 2);
  if (/^(?:file|unix|npipe)$/i.test(scheme)) return readPath(rest.startsWith('/') ? rest : `/${rest.replace(/^[^/]*\/?/, '')}`);
  try {
    // As a web address every way to write a host comes out as one. A port that is filled in later is none yet.
    const { host, hostname, pathname } = new URL(`http://${rest.replace(/^[^/]*@/, '').replace(/:(?![\d\]:])[^/\]]*(?=\/|$)/, '')}`);
    return isLoopback(hostname) ? { kind: 'loopback_url', shown: `${scheme}://${host}${pathname === '/' ? '' : pathname}` } : null;
  } catch {
    return null;
  }
}

const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost\.?|127\..+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|(?:host|gateway)\.docker\.internal|host\.containers\.internal|host\.lima\.internal)$/.test(hostname);

const guestFolders = ['/workspace', '/state', '/tmp', '/run/bailiwick', '/dev', '/proc', '/sys'];
const imageFolders = ['/bin', '/sbin', '/lib', '/lib64', '/usr', '/etc', '/opt'];

const isBelow = (folders: readonly string[], place: string): boolean => folders.some((folder) => place === folder || place.startsWith(`${folder}/`));

/** Whether it is a path of this machine; one without a name after its slashes is none. */
function readPath(raw: string): ReturnType<Read> {
  const [shown = ''] = raw.split(/[?#]/, 1);
  if (raw.startsWith('~')) return { kind: 'home_path', shown };
  const place = posix.normalize(shown.replace(/^\/+/, '/'));
  if (place === '/' || place === '' || isBelow(guestFolders, place)) return null;
  return { kind: isBelow(imageFolders, place) ? 'in_image' : 'host_path', shown };
}

function hidden(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    // A blank that is no blank to the patterns: what follows is not taken for a beginning.
    parts.push(text.slice(at, start), '\u0001'.repeat(end - start));
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}
