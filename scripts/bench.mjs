import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfChanged } from './run/build.mjs';
import { canShowWindows, hasVirtualDisplay, startVirtualDisplay } from './run/display.mjs';
import { sandboxProblem } from './run/sandbox.mjs';
import { root } from './setup/places.mjs';
import { say } from './setup/say.mjs';
import { setUp } from './setup/set-up.mjs';

const installed = await setUp();
// Only now are the packages there that these import.
const { runTool, stopTools } = await import('./test/children.mjs');
const { provideEngine, stopEngineOf } = await import('./test/engine.mjs');
const { createRunFolder, removeLeftovers, removeRunFolder } = await import('./test/run-folder.mjs');
const { tsImport } = await import('tsx/esm/api');

/** `npm run bench -- [NAME]...`: the files in bench/ whose names contain one of the names, or all. */
async function bench(names) {
  await buildIfChanged(installed.cache);
  await removeLeftovers(stopEngineOf);
  const folder = createRunFolder({ inMemory: false });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopTools);
  const display = canShowWindows() || !hasVirtualDisplay() ? undefined : await startVirtualDisplay();
  try {
    const engine = await provideEngine(folder, process.getgid());
    if (engine.missing) say(`measuring without a container engine: ${engine.missing}`);
    return await runFiles(filesNamed(names), { folder, engine: engine.endpoint ?? null, env: { ...process.env, ...display?.env } });
  } finally {
    await display?.close();
    await removeRunFolder(folder, stopEngineOf);
  }
}

function filesNamed(names) {
  const files = readdirSync(path.join(root, 'bench')).filter((file) => file.endsWith('.bench.ts'));
  return files.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
}

async function runFiles(files, { folder, engine, env }) {
  const electron = { executablePath: installed.electron.executablePath, args: sandboxProblem(installed.electron) ? ['--no-sandbox'] : [] };
  const result = { rows: [], failed: [] };
  for (const file of files) {
    process.stdout.write(`\n--- ${file} ---\n`);
    const own = path.join(folder, path.basename(file, '.bench.ts'));
    mkdirSync(own);
    const rowsFile = `${own}.json`;
    const args = ['--import', 'tsx', 'scripts/bench/run-one.mjs', path.join(root, 'bench', file), JSON.stringify({ engine, folder: own, electron }), rowsFile];
    const code = await runTool(process.execPath, args, { env: { ...env, TMPDIR: own, BAILIWICK_TEST_RUN: folder } });
    if (code === 0) result.rows.push(...JSON.parse(readFileSync(rowsFile, 'utf8')));
    else result.failed.push(file);
  }
  return result;
}

function describeMachine() {
  const cpus = os.cpus();
  return `measured at ${new Date().toISOString()} on ${cpus.length} x ${cpus[0]?.model}, ${os.platform()} ${os.release()}, Node ${process.versions.node}`;
}

const { rows, failed } = await bench(process.argv.slice(2).filter((word) => word !== '--'));
const { formatTable } = await tsImport('../bench/table.ts', import.meta.url);
process.stdout.write(`\n${formatTable(rows)}\n\n${describeMachine()}\n`);
writeFileSync(path.join(root, 'bench/latest.json'), `${JSON.stringify(rows, null, 2)}\n`);
say('written to bench/latest.json');
for (const file of failed) process.stdout.write(`${file} did not get to its end\n`);
process.exitCode = failed.length === 0 && rows.length > 0 && rows.every((row) => row.met) ? 0 : 1;
