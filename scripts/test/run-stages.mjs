import { ProgramFailedError } from '../setup/run.mjs';
import { stopTools } from './children.mjs';
import { provideEngine, stopEngineOf } from './engine.mjs';
import { createRunFolder, removeLeftovers, removeRunFolder } from './run-folder.mjs';
import { stages } from './stages.mjs';
import { becomeTester } from './tester.mjs';
import { buildThreads } from './threads.mjs';
import { keepOutput, prepareWindow } from './window.mjs';

/** Runs the stages one after the other and removes all they needed, whichever way it ends. */
export async function runStages(wanted, installed) {
  await removeLeftovers(stopEngineOf);
  const run = openRun(wanted, installed);
  const signal = catchSignals();
  try {
    const results = [];
    for (const stage of wanted.stages) {
      const result = await Promise.race([runStage(stage, run), signal]);
      results.push({ ...result, stage });
      if (result.stopped) break;
    }
    return results;
  } finally {
    stopTools();
    await run.close();
  }
}

/** What several stages share is made when the first of them asks for it. */
function openRun(wanted, { electron, cache }) {
  const folder = createRunFolder({ inMemory: true });
  const tester = once(() => becomeTester(folder));
  const engine = once(async () => provideEngine(folder, (await tester()).gid));
  const window = once(async () => prepareWindow({ folder, tester: await tester(), electron, cache, engine: await engine() }));
  return {
    ...wanted,
    folder,
    engine,
    window,
    threads: once(() => buildThreads(folder)),
    close: async () => {
      const opened = await window.made?.catch(() => undefined);
      await opened?.close();
      if (opened) keepOutput(opened.output);
      await removeRunFolder(folder, stopEngineOf);
    },
  };
}

function once(make) {
  const get = () => (get.made ??= make());
  return get;
}

async function runStage(stage, run) {
  const begun = Date.now();
  process.stdout.write(`\n--- ${stage} ---\n`);
  const counts = await stages[stage](run).catch((error) => {
    process.stderr.write(`${error instanceof ProgramFailedError ? error.message : error.stack}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  return { ...judge(counts, run), seconds: (Date.now() - begun) / 1000 };
}

/** What was left out counts as failed where nobody would notice, and so does a stage without a single test. */
function judge(counts, { files, title }) {
  if (counts.skippedBecause) return leftOut(counts.skippedBecause);
  const isFiltered = files.length > 0 || title !== undefined;
  const { passed, failed, skipped } = counts;
  if (!isFiltered && passed + failed + skipped === 0) return { passed, failed: 1, skipped, note: 'no tests found' };
  if (process.env.CI && skipped > 0) return { passed, failed: failed + skipped, skipped: 0, note: `${skipped} skipped, which CI does not allow` };
  return counts;
}

function leftOut(reason) {
  const counts = process.env.CI ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
  return { ...counts, note: `left out: ${reason}` };
}

/** Comes in place of a stage's result, so that what is open gets closed. The exit code tells of the signal. */
function catchSignals() {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
  return new Promise((resolve) => {
    for (const [name, number] of Object.entries(numbers)) {
      process.on(name, () => {
        process.exitCode = 128 + number;
        resolve({ passed: 0, failed: 1, skipped: 0, seconds: 0, note: `stopped by ${name}`, stopped: true });
      });
    }
  });
}
