import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/places.mjs';
import { run } from '../setup/run.mjs';

/** Builds what runs off the main thread, and gives back where it is. */
export async function buildThreads(runFolder) {
  const parent = path.join(runFolder, 'threads');
  const folder = path.join(parent, 'built');
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'test/threads.vite.config.ts', '--outDir', folder, '--logLevel', 'error'], { cwd: root });
  // What was not built into them is looked for above them, and found by nothing else of the run.
  symlinkSync(path.join(root, 'node_modules'), path.join(parent, 'node_modules'), 'junction');
  return folder;
}
