import path from 'node:path';
import { buildIfChanged } from './run/build.mjs';
import { root } from './setup/places.mjs';
import { run } from './setup/run.mjs';
import { say, sayingSo, seconds } from './setup/say.mjs';
import { setUp } from './setup/set-up.mjs';

/** `npm run package`: an unpacked application in dist/. Everything after `--` goes to electron-builder instead of `--dir`. */
async function packageApp(given) {
  const { electron, cache } = await setUp({ forTests: false });
  const isTrial = electron.source === 'registry';
  if (isTrial) say(`this is a trial: it holds Electron ${electron.version}, which stands in for the pinned one, and is not for users`);
  await buildIfChanged(cache);
  const begun = Date.now();
  const trial = isTrial ? [`-c.electronDist=${electron.folder}`, `-c.electronVersion=${electron.version}`] : [];
  const env = { ...process.env, BAILIWICK_UNUSED_SQLITE: isTrial ? 'prebuilds' : 'build' };
  const args = ['node_modules/electron-builder/cli.js', ...(given.length > 0 ? given : ['--dir']), '--publish=never', ...trial];
  await sayingSo('packaging', () => run(process.execPath, args, { cwd: root, env }));
  say(`packaged into ${path.join(root, 'dist')} in ${seconds(begun)}`);
}

await packageApp(process.argv.slice(2).filter((word) => word !== '--')).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
