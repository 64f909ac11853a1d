import { posix } from 'node:path';
import type { Binding } from '../../../shared/binding.ts';
import { standsForMore, type Finding } from '../../../shared/finding.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { EngineReaders, PathKind } from '../engine/engine-reader.ts';
import { containerOf } from '../placement/identity.ts';
import { whenReadable } from './when-readable.ts';

/** So many paths are asked for together, and no more than that of one manifest. */
const atOnce = 120;
const mostPaths = 1200;

const usualFolders = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Of a shell itself: they are there where it is. */
const builtIn = /^(?:alias|bg|break|case|cd|command|continue|echo|eval|exec|exit|export|false|fg|for|hash|if|jobs|kill|printf|pwd|read|readonly|return|set|shift|test|time|times|trap|true|type|ulimit|umask|unalias|unset|until|wait|while)$/;
const shell = '/bin/sh';

/**
 * Asks the worker's container for what is to be in its image: what is there is no finding, and what is not says so. Where
 * nobody can be asked, nothing of it is known.
 */
export async function lookInImage(readers: EngineReaders, binding: Binding, findings: readonly Finding[], signal?: AbortSignal): Promise<readonly Finding[]> {
  const sought = new Set(findings.filter(canBeAsked).map(({ text }) => text));
  const { present, absent } = binding.resources.container;
  if (sought.size === 0 || !present || absent) return findings;
  const asked = await whenReadable(async (): Promise<Result<ReadonlyMap<string, boolean>>> => {
    const ours = await containerOf(readers, binding);
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;
    const places = new Map([...sought].map((text) => [text, placesOf(text, container.searchPath ?? usualFolders)]));
    const kinds = new Map<string, PathKind>();
    const paths = [...new Set([...places.values()].flat())].slice(0, mostPaths);
    for (let from = 0; from < paths.length; from += atOnce) {
      const some = paths.slice(from, from + atOnce);
      (await reader.kindsAt(container.id, some, signal)).forEach((kind, index) => kinds.set(some[index] ?? '', kind));
    }
    return ok(new Map([...places].flatMap(([text, of]) => found(text, of.map((path) => kinds.get(path))))));
  }, signal);
  return asked.ok ? findings.flatMap((finding) => (canBeAsked(finding) ? told(finding, asked.value.get(finding.text)) : [finding])) : findings;
}

/** What stands for more, or for many, is no one path. */
const canBeAsked = (finding: Finding): boolean => finding.kind === 'in_image' && !standsForMore(finding) && /^[\w@%+=:,./-]+$/.test(finding.text);

function placesOf(text: string, searchPath: string): readonly string[] {
  if (text.includes('/')) return [posix.normalize(text)];
  const folders = searchPath.split(':').filter((folder) => folder.startsWith('/'));
  return builtIn.test(text) ? [shell] : folders.map((folder) => posix.join(folder, text));
}

/** A path may be anything; a name is a program’s. Nothing where one of its places was not asked for. */
function found(text: string, kinds: readonly (PathKind | undefined)[]): readonly (readonly [string, boolean])[] {
  const isThere = kinds.some((kind) => kind !== undefined && kind !== 'absent' && (kind !== 'folder' || text.includes('/')));
  return isThere || !kinds.includes(undefined) ? [[text, isThere]] : [];
}

function told(finding: Finding, isThere: boolean | undefined): readonly Finding[] {
  if (isThere === undefined) return [finding];
  return isThere ? [] : [{ ...finding, kind: 'not_in_image' }];
}
