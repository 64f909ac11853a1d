import { jsonSettings } from './json-settings.ts';
import { lineSettings } from './line-settings.ts';
import type { Settings } from './settings.ts';
import { tomlSettings } from './toml-settings.ts';
import { yamlSettings } from './yaml-settings.ts';

/** Reads settings as what their name says; what no name says anything of is read as lines. Throws MalformedSettingsError or TooDeepError. */
export function readSettings(file: string, source: string): Settings {
  switch (/\.([^./]+)$/.exec(file.toLowerCase())?.[1]) {
    case 'json':
    case 'jsonc': return jsonSettings(source);
    case 'toml': return tomlSettings(source);
    case 'yaml':
    case 'yml': return yamlSettings(source);
    default: return lineSettings(source);
  }
}
