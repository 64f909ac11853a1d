import { createScanner, parseTree, visit, type Node } from 'jsonc-parser';
import { MalformedSettingsError, mostDepth, samePath, TooDeepError, type Settings, type SettingText, type Step } from './settings.ts';

type JsonText = SettingText & { readonly node: Node };

interface JsonEntry {
  readonly path: readonly Step[];
  /** A member with its name, or an item. */
  readonly node: Node;
}

interface Found {
  readonly texts: JsonText[];
  readonly entries: JsonEntry[];
}

/** JSON, with comments and commas at the end as many harnesses allow. Changes are made in the text itself: all else stays as it is written. */
export function jsonSettings(source: string): Settings {
  // A byte order mark is left where it stands.
  const { texts, entries } = found(treeOf(source.replace(/^\uFEFF/, ' ')), [], { texts: [], entries: [] });
  return {
    texts,
    set(text, value) {
      const { offset, length } = (texts.find((each) => each === text) ?? missing()).node;
      return source.slice(0, offset) + JSON.stringify(value) + source.slice(offset + length);
    },
    remove(path) {
      const [start, end] = withOneComma(source, (entries.find((each) => samePath(each.path, path)) ?? missing()).node);
      return source.slice(0, start) + source.slice(end);
    },
  };
}

function missing(): never {
  throw new RangeError('this place is not in the file');
}

const options = { allowTrailingComma: true } as const;

function treeOf(source: string): Node {
  let depth = 0;
  const begin = (): void => {
    if ((depth += 1) > mostDepth) throw new TooDeepError('the file is nested too deeply');
  };
  const end = (): void => { depth -= 1; };
  // Before the tree is built: that recurses as deep as the file, and repairs what is wrong in it.
  visit(source, {
    onObjectBegin: begin, onArrayBegin: begin, onObjectEnd: end, onArrayEnd: end,
    onError: (_error, _offset, _length, line) => { throw new MalformedSettingsError(`line ${line + 1}`); },
  }, options);
  return parseTree(source, [], options) ?? missing();
}

function found(node: Node, path: readonly Step[], into: Found): Found {
  switch (node.type) {
    case 'object':
      for (const member of node.children ?? []) ofMember(member, path, into);
      break;
    case 'array':
      for (const [index, item] of (node.children ?? []).entries()) {
        into.entries.push({ path: [...path, index], node: item });
        found(item, [...path, index], into);
      }
      break;
    case 'string': into.texts.push({ at: 'value', path, text: node.value as string, node });
  }
  return into;
}

function ofMember(node: Node, path: readonly Step[], into: Found): void {
  const [name, value] = node.children ?? [];
  if (!name || !value) return;
  const member = [...path, name.value as string];
  into.texts.push({ at: 'name', path: member, text: name.value as string, node: name });
  into.entries.push({ path: member, node });
  found(value, member, into);
}

/** An entry goes with the comma after it, or else with the one before it. */
function withOneComma(source: string, { offset, length }: Node): readonly [start: number, end: number] {
  const end = offset + length;
  const scanner = createScanner(source, true);
  scanner.setPosition(end);
  scanner.scan();
  if (source[scanner.getTokenOffset()] === ',') {
    const after = scanner.getTokenOffset() + scanner.getTokenLength();
    return [offset, after + (/^\s*/.exec(source.slice(after))?.[0].length ?? 0)];
  }
  const before = source.slice(0, offset).trimEnd();
  return [before.endsWith(',') ? before.length - 1 : offset, end];
}
