import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../setup/lock.mjs';
import { root } from '../setup/places.mjs';
import { run } from '../setup/run.mjs';
import { say, seconds } from '../setup/say.mjs';

const sources = ['electron', 'shared', 'renderer', 'electron.vite.config.ts', 'thread-entries.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];
const stamp = path.join(root, 'out/built-from');

/** Builds the app into out/ when its sources are not those of the last build. */
export function buildIfChanged(cache) {
  return withLock(cache, async () => {
    const wanted = digestOfSources();
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
    const begun = Date.now();
    say(existsSync(stamp) ? 'building the app, because its sources changed' : 'building the app');
    forgetBuild();
    await run(process.execPath, ['node_modules/electron-vite/bin/electron-vite.js', 'build'], { cwd: root });
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
    say(`app built in ${seconds(begun)}`);
  });
}

/** For whoever builds into out/ in another way. */
export function forgetBuild() {
  rmSync(stamp, { force: true });
}

function digestOfSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf).sort()) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file))).update('\0');
  }
  return hash.digest('hex');
}

function filesOf(source) {
  const full = path.join(root, source);
  if (!existsSync(full)) return [];
  if (path.extname(source)) return [source];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
