import { installDependencies } from './dependencies.mjs';
import { installElectron } from './electron.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './places.mjs';
import { installSqlite } from './sqlite.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { removeTemporaryFolders } from './temporary.mjs';

/** Node-API levels of the Electron that may stand in; the pinned one has at least what better-sqlite3 needs. */
const levelOfStandIn = 9;
const levelOfPinned = 10;

/** Brings a fresh checkout to where it can start, and does nothing when it already is there. Gives back the Electron to use. */
export async function setUp() {
  const cache = cacheFolder();
  return withLock(cache, async () => {
    removeTemporaryFolders(cache);
    await Promise.all([installSystemPackages(), installDependencies()]);
    const electron = await installElectron(cache);
    const level = electron.source === 'registry' ? levelOfStandIn : levelOfPinned;
    await installSqlite(cache, [level, Number(process.versions.napi)]);
    return { electron, cache };
  });
}

if (process.argv[1] === import.meta.filename) {
  const { electron } = await setUp();
  process.stdout.write(`${electron.executablePath}\n`);
}
