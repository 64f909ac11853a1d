import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged } from '../run/build.mjs';
import { hasVirtualDisplay, startVirtualDisplay } from '../run/display.mjs';
import { sandboxProblemOf } from '../run/sandbox.mjs';
import { root } from '../setup/places.mjs';
import { say } from '../setup/say.mjs';
import { offerStoppableEngine } from './stoppable-engine.mjs';

/** All that Playwright needs to open the app as the tester: the built app, a screen, paths the tester can read. */
export async function prepareWindow({ folder, tester, electron, cache, engine }) {
  rmSync(path.join(root, 'test-results'), { recursive: true, force: true });
  await buildIfChanged(cache);
  const shown = { root: await tester.see(root), electron: await tester.see(electron.folder), node: await tester.see(path.dirname(process.execPath)) };
  const output = path.join(tester.home, 'output');
  const problem = sandboxProblemOf({ folder: shown.electron }, tester.prefix);
  const stoppable = await offerStoppableEngine(folder, tester.gid);
  if (problem) say(`the window is tested without Chromium's sandbox: ${problem}`);
  const env = {
    ...tester.env,
    BAILIWICK_TEST_RUN: folder,
    BAILIWICK_TEST_OUTPUT: output,
    BAILIWICK_SCREENSHOTS: path.join(output, 'screenshots'),
    BAILIWICK_ELECTRON: path.join(shown.electron, path.relative(electron.folder, electron.executablePath)),
    BAILIWICK_SANDBOX: problem ? 'off' : 'on',
    ...(engine.endpoint ? { BAILIWICK_TEST_ENGINE: engine.endpoint } : {}),
    ...stoppable.env,
    ...(process.env.CI ? { CI: process.env.CI } : {}),
  };
  const display = hasVirtualDisplay() ? await startVirtualDisplay({ prefix: tester.prefix, env }) : undefined;
  return {
    root: shown.root,
    node: path.join(shown.node, path.basename(process.execPath)),
    output,
    prefix: tester.prefix,
    env: { ...env, ...display?.env },
    close: async () => {
      stoppable.close();
      await display?.close();
    },
  };
}

/** Traces and screenshots of failures, and the pictures of the screenshots stage, go into the checkout. */
export function keepOutput(output) {
  for (const [from, to] of [['results', 'test-results'], ['screenshots', 'docs/pictures']]) {
    const source = path.join(output, from);
    if (filesIn(source).length === 0) continue;
    cpSync(source, path.join(root, to), { recursive: true });
    say(`see ${to}/`);
  }
}

/** Playwright's own notes of the last run are files whose names begin with a dot. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
}
