import type { ManifestEntry } from '../../../shared/manifest.ts';
import { isSettingName } from './settings/hits-in.ts';

/** Whether a file is looked through whatever it holds, or only where its content shows that it is settings or a shell's. */
export type ReviewExtent = 'always' | 'if_settings' | 'if_shell';

const shellName = /(?:\.(?:sh|bash|zsh|ksh|fish)|(?:^|\/)\.(?:bashrc|bash_profile|zshrc|profile))$/i;
const settingsName = /\.(?:json|jsonc|toml|ya?ml)$/i;

/** Of native settings every file. Of a skill most JSON is its data: only what names a command, hook, server, environment or permission is settings. */
export function reviewOf({ class: fileClass, path, mode }: Pick<ManifestEntry, 'class' | 'path' | 'mode'>): ReviewExtent | null {
  switch (fileClass) {
    case 'native_settings': return 'always';
    case 'startup':
    case 'role': return settingsName.test(path) ? 'always' : ofShell(path, mode);
    case 'skill': return settingsName.test(path) ? 'if_settings' : ofShell(path, mode);
    case 'context':
    case 'schema':
    case 'checkpoint': return null;
  }
}

function ofShell(path: string, mode: number): ReviewExtent | null {
  if (shellName.test(path)) return 'always';
  const mayBeRun = (mode & 0o111) !== 0 && /(?:^|\/)[^./]+$/.test(path);
  return mayBeRun ? 'if_shell' : null;
}

const shebang = /^#![ \t]*\S*(?:\/|\benv[ \t]+(?:-S[ \t]+)?)(?:ba|da|z|k|fi)?sh\b/;
const names = /([A-Za-z_][\w-]{0,60})["']?[ \t]*[:=\].]/g;

export function isReviewed(extent: ReviewExtent, bytes: Buffer): boolean {
  switch (extent) {
    case 'always': return true;
    case 'if_settings': return [...bytes.toString('latin1').matchAll(names)].some(([, name = '']) => isSettingName(name));
    case 'if_shell': return shebang.test(bytes.subarray(0, 200).toString('latin1'));
  }
}
