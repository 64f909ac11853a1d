import { parse, stringify, TomlError, type TomlTable, type TomlValue } from 'smol-toml';
import { MalformedSettingsError, mostDepth, TooDeepError, type Settings, type SettingText, type Step } from './settings.ts';

/** TOML. A change writes the whole file anew: values, their types and their order stay; comments and the way it was laid out do not. */
export function tomlSettings(source: string): Settings {
  const root = parsed(source);
  return {
    texts: textsIn(root),
    set: ({ path }, value) => written(root, path, (holder, last) => { Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true }); }),
    remove: (path) => written(root, path, (holder, last) => {
      if (Array.isArray(holder)) holder.splice(Number(last), 1);
      else delete holder[last];
    }),
  };
}

type Holder = TomlValue[] | TomlTable;

function parsed(source: string): TomlTable {
  try {
    // Integers keep their type and all their digits.
    return parse(source, { integersAsBigInt: true, maxDepth: mostDepth });
  } catch (error) {
    if (error instanceof TomlError) throw new MalformedSettingsError(`line ${error.line}`);
    throw error;
  }
}

function written(root: TomlTable, path: readonly Step[], change: (holder: Holder, last: Step) => void): string {
  let holder: Holder = root;
  for (const step of path.slice(0, -1)) holder = (holder as Record<Step, TomlValue>)[step] as Holder;
  change(holder, path.at(-1) ?? '');
  return stringify(root, { numbersAsFloat: true });
}

function textsIn(root: TomlTable): readonly SettingText[] {
  const texts: SettingText[] = [];
  const pending: { readonly value: TomlValue; readonly path: readonly Step[] }[] = [{ value: root, path: [] }];
  // Grows while it is gone through.
  for (const { value, path } of pending) {
    if (path.length > mostDepth) throw new TooDeepError('the file is nested too deeply');
    if (typeof value === 'string') texts.push({ at: 'value', path, text: value });
    else if (Array.isArray(value)) value.forEach((item, index) => { pending.push({ value: item, path: [...path, index] }); });
    else if (typeof value === 'object' && !(value instanceof Date)) {
      for (const [name, item] of Object.entries(value)) {
        texts.push({ at: 'name', path: [...path, name], text: name });
        pending.push({ value: item as TomlValue, path: [...path, name] });
      }
    }
  }
  return texts;
}
