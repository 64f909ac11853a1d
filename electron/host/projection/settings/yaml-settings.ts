import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { EntangledSettingsError, MalformedSettingsError, mostDepth, samePath, TooDeepError, type Settings, type SettingText, type Step } from './settings.ts';

/**
 * YAML, changed through the library’s document: comments and the order of entries stay. An alias is not followed: what it
 * names is looked at where it stands.
 */
export function yamlSettings(source: string): Settings {
  const document = parsed(source);
  const { texts, entries } = readDocument(document);
  return {
    texts: [...texts.keys()],
    set(text, value) {
      const scalar = texts.get(text);
      if (scalar) scalar.value = value;
      return written(document);
    },
    remove(path) {
      entries.find((entry) => samePath(entry.path, path))?.remove();
      return written(document);
    },
  };
}

/** The library writes no alias whose anchor is gone. */
function written(document: Document): string {
  try {
    return document.toString({ lineWidth: 0 });
  } catch (error) {
    throw new EntangledSettingsError('an alias names what was taken away', { cause: error });
  }
}

function parsed(source: string): Document {
  if (isDeep(source)) throw new TooDeepError('the file is nested too deeply');
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter, prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw new MalformedSettingsError(`line ${lineCounter.linePos(error.pos[0]).line}`);
  return document;
}

/** Told before it is parsed: the library takes its time with what is nested without end. Brackets in texts count too, which is no harm. */
function isDeep(source: string): boolean {
  let depth = 0;
  for (const [bracket] of source.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > mostDepth) return true;
  }
  return new RegExp(`(?:[-?][ \\t]+){${mostDepth}}`).test(source);
}

interface Entry {
  readonly path: readonly Step[];
  readonly remove: () => void;
}

interface Reading {
  readonly texts: Map<SettingText, Scalar>;
  readonly entries: Entry[];
  readonly pending: { readonly node: unknown; readonly path: readonly Step[] }[];
}

function readDocument(document: Document): Reading {
  const reading: Reading = { texts: new Map(), entries: [], pending: [{ node: document.contents, path: [] }] };
  // Grows while it is gone through.
  for (const { node, path } of reading.pending) {
    if (path.length > mostDepth) throw new TooDeepError('the file is nested too deeply');
    if (isScalar(node)) readScalar(reading, node, 'value', path);
    if (isSeq(node)) readList(reading, node, path);
    if (isMap(node)) for (const pair of node.items) readPair(reading, node, pair, path);
  }
  return reading;
}

function readScalar({ texts }: Reading, scalar: Scalar, at: 'value' | 'name', path: readonly Step[]): void {
  if (typeof scalar.value === 'string') texts.set({ at, path, text: scalar.value }, scalar);
}

function readList({ entries, pending }: Reading, list: YAMLSeq, path: readonly Step[]): void {
  for (const [index, node] of list.items.entries()) {
    entries.push({ path: [...path, index], remove: () => { list.items.splice(index, 1); } });
    pending.push({ node, path: [...path, index] });
  }
}

function readPair(reading: Reading, map: YAMLMap, pair: Pair, path: readonly Step[]): void {
  const { key, value } = pair;
  const member = [...path, isScalar(key) ? String(key.value) : '?'];
  if (isScalar(key)) readScalar(reading, key, 'name', member);
  // A name may itself be a list or a map.
  else reading.pending.push({ node: key, path: member });
  reading.entries.push({ path: member, remove: () => { map.items.splice(map.items.indexOf(pair), 1); } });
  reading.pending.push({ node: value, path: member });
}
