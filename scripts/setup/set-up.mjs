import { installDependencies } from './dependencies.mjs';
import { installElectron } from './electron.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './places.mjs';
import { installSqlite, neededLevel } from './sqlite.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { removeTemporaryFolders } from './temporary.mjs';

/** The Node-API level of the Electron that may stand in for the pinned one, which has all that better-sqlite3 needs. */
const levelOfStandIn = 9;

/** Brings a fresh checkout to where it can start, and does nothing when it already is there. Gives back the Electron to use. */
export function setUp({ forTests = true, full = false } = {}) {
  const cache = cacheFolder();
  return withLock(cache, async () => {
    removeTemporaryFolders(cache);
    await Promise.all([installSystemPackages({ forTests, full }), installDependencies()]);
    const [electron] = await installRuntimes(cache);
    return { electron, cache };
  });
}

/** An old Node needs its own better-sqlite3 whatever Electron it gets, so both can be worked on at once. */
function installRuntimes(cache) {
  const electron = installElectron(cache);
  const ofNode = Number(process.versions.napi);
  const level = ofNode < neededLevel ? ofNode : electron.then(({ source }) => (source === 'registry' ? levelOfStandIn : ofNode));
  return Promise.all([electron, Promise.resolve(level).then((lowest) => installSqlite(cache, lowest))]);
}

if (process.argv[1] === import.meta.filename) {
  const { electron } = await setUp();
  process.stdout.write(`${electron.executablePath}\n`);
}
