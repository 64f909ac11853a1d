import { MalformedSettingsError, mostDepth, samePath, TooDeepError, type Settings, type SettingText, type Step } from './settings.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

type JsonText = SettingText & Span;
type JsonEntry = Span & { readonly path: readonly Step[] };

/** JSON, with comments and commas at the end as many harnesses allow. Changes are made in the text itself: all else stays as it is written. */
export function jsonSettings(source: string): Settings {
  const reader = new JsonReader(source);
  reader.document();
  const { texts, entries } = reader;
  return {
    texts,
    set(text, value) {
      const { start, end } = texts.find((each) => each === text) ?? missing();
      return source.slice(0, start) + JSON.stringify(value) + source.slice(end);
    },
    remove(path) {
      const { start, end } = withOneComma(source, entries.find((each) => samePath(each.path, path)) ?? missing());
      return source.slice(0, start) + source.slice(end);
    },
  };
}

function missing(): never {
  throw new RangeError('this place is not in the file');
}

/** Blanks and comments. */
const between = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const blanks = /\s*/y;
const quoted = /"[^"\\\p{Cc}]*(?:\\.[^"\\\p{Cc}]*)*"/uy;
const other = /-?\d[\d.eE+-]*|true|false|null/y;

/** An entry goes with the comma after it, or else with the one before it. */
function withOneComma(source: string, { start, end }: Span): Span {
  const after = end + matchAt(between, source, end).length;
  if (source[after] === ',') return { start, end: after + 1 + matchAt(blanks, source, after + 1).length };
  const before = source.slice(0, start).trimEnd();
  return { start: before.endsWith(',') ? before.length - 1 : start, end };
}

const words = new Set(['true', 'false', 'null']);

const matchAt = (pattern: RegExp, source: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
};

class JsonReader {
  readonly texts: JsonText[] = [];
  readonly entries: JsonEntry[] = [];
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  document(): void {
    this.#value([], null);
    if (this.#next() !== undefined) this.#fail();
  }

  #value(path: readonly Step[], entryStart: number | null): void {
    const first = this.#next();
    const start = this.#at;
    if (path.length > mostDepth) throw new TooDeepError('the file is nested too deeply');
    if (first === '{') this.#list('}', () => { this.#member(path); });
    else if (first === '[') this.#list(']', (index) => { this.#value([...path, index], null); });
    else if (first === '"') this.texts.push({ at: 'value', path, text: this.#string(), start, end: this.#at });
    else this.#literal();
    this.entries.push({ path, start: entryStart ?? start, end: this.#at });
  }

  #member(path: readonly Step[]): void {
    if (this.#next() !== '"') this.#fail();
    const start = this.#at;
    const name = this.#string();
    const member = [...path, name];
    this.texts.push({ at: 'name', path: member, text: name, start, end: this.#at });
    if (this.#next() !== ':') this.#fail();
    this.#at += 1;
    this.#value(member, start);
  }

  #list(end: '}' | ']', read: (index: number) => void): void {
    this.#at += 1;
    for (let index = 0; this.#next() !== end; index += 1) {
      read(index);
      const next = this.#next();
      if (next === ',') this.#at += 1;
      else if (next !== end) this.#fail();
    }
    this.#at += 1;
  }

  #string(): string {
    const token = matchAt(quoted, this.#source, this.#at);
    if (token === '') this.#fail();
    try {
      const text = JSON.parse(token) as string;
      this.#at += token.length;
      return text;
    } catch {
      return this.#fail();
    }
  }

  #literal(): void {
    const token = matchAt(other, this.#source, this.#at);
    if (token === '' || (!words.has(token) && Number.isNaN(Number(token)))) this.#fail();
    this.#at += token.length;
  }

  #next(): string | undefined {
    this.#at += matchAt(between, this.#source, this.#at).length;
    return this.#source[this.#at];
  }

  #fail(): never {
    throw new MalformedSettingsError(`line ${this.#source.slice(0, this.#at).split('\n').length}`);
  }
}
