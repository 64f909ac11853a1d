import path from 'node:path';

/** Where programs of this account keep what they must not lose and must not carry along: nothing that is copied with a data folder. */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>, home: string, platform: NodeJS.Platform = process.platform): string {
  switch (platform) {
    case 'darwin': return path.join(home, 'Library', 'Application Support', 'Bailiwick state');
    case 'win32': return path.join(environment['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'Bailiwick state');
    default: return path.join(absolute(environment['XDG_STATE_HOME']) ?? path.join(home, '.local', 'state'), 'bailiwick');
  }
}

/** The base directory specification: a relative path counts as none. */
const absolute = (folder: string | undefined): string | undefined => (folder !== undefined && path.isAbsolute(folder) ? folder : undefined);
