import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildIfChanged, forgetBuild } from './run/build.mjs';
import { canShowWindows, hasVirtualDisplay, startVirtualDisplay } from './run/display.mjs';
import { sandboxProblem } from './run/sandbox.mjs';
import { root } from './setup/places.mjs';
import { say } from './setup/say.mjs';
import { setUp } from './setup/set-up.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** `--dev` rebuilds while you edit, `--data DIR` keeps the console's data elsewhere, anything else goes to the app. */
function readArguments([first, ...rest]) {
  if (first === undefined) return { dev: false, forApp: [] };
  if (first === '--dev') return { ...readArguments(rest), dev: true };
  const [data, others] = first === '--data' ? [rest[0], rest.slice(1)] : [first.match(/^--data=(.+)$/)?.[1], rest];
  if (first === '--data' && !data) throw new Error('--data needs a folder');
  const { dev, forApp } = readArguments(others);
  return { dev, forApp: [data ? `--data-folder=${path.resolve(data)}` : first, ...forApp] };
}

async function start() {
  const { dev, forApp } = readArguments(process.argv.slice(2));
  const { electron, cache } = await setUp({ forTests: false });
  if (electron.source === 'registry') say(`Electron ${electron.version} stands in for the one that is shipped`);
  if (dev) forgetBuild();
  else await buildIfChanged(cache);
  const display = await displayIfNeeded();
  const problem = sandboxProblem(electron);
  if (problem) say(`starting without Chromium's sandbox: ${problem}`);
  const env = { ...process.env, ...display?.env, ELECTRON_EXEC_PATH: electron.executablePath, ELECTRON_OVERRIDE_DIST_PATH: electron.folder };
  const [command, ...args] = dev ? devCommand(problem, forApp) : [electron.executablePath, ...(problem ? ['--no-sandbox'] : []), root, ...forApp];
  process.exitCode = await runToEnd(command, args, env);
  await display?.close();
}

function devCommand(problem, forApp) {
  const electronVite = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  return [process.execPath, electronVite, 'dev', '--watch', ...(problem ? ['--noSandbox'] : []), '--', ...forApp];
}

async function displayIfNeeded() {
  if (canShowWindows()) return undefined;
  if (!hasVirtualDisplay()) throw new Error('There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set, and xvfb is not installed.');
  say('there is no display, so the window opens on a virtual one nobody sees (stop with Ctrl-C)');
  return startVirtualDisplay();
}

/** Its own process group, so that a signal arrives once: from here. */
function runToEnd(command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', detached: process.platform !== 'win32' });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : 15)));
  });
}

await start().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
