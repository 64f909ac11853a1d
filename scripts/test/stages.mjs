import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './children.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';

/** Each stage resolves to {passed, failed, skipped, failures?}, or {skippedBecause} when the machine lacks what it needs. */
export const stages = { typecheck, lint, unit, engine: onEngine('engine'), e2e, screenshots, crash: onEngine('crash'), soak: onEngine('soak') };

function typecheck() {
  return countAsOne(process.execPath, ['scripts/typecheck.mjs']);
}

function lint() {
  return countAsOne('npm', ['run', '--silent', 'lint']);
}

async function countAsOne(command, args) {
  const failed = (await runTool(command, args)) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed, skipped: 0 };
}

function unit(run) {
  return vitest('unit', run, process.env);
}

function onEngine(project) {
  return async (run) => {
    const { endpoint, missing } = await run.engine();
    if (!endpoint) return { skippedBecause: missing };
    return vitest(project, run, { ...process.env, BAILIWICK_TEST_ENGINE: endpoint, ...(run.full && { BAILIWICK_TEST_FULL: 'yes' }) });
  };
}

async function vitest(project, run, env) {
  const report = path.join(run.folder, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const filter = [...run.files, ...(run.title ? ['--testNamePattern', run.title] : []), '--passWithNoTests'];
  const tool = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters, ...filter];
  const TMPDIR = path.join(run.folder, 'tmp');
  mkdirSync(TMPDIR, { recursive: true });
  const BAILIWICK_BUILT_THREADS = await run.threads();
  const code = await runTool(process.execPath, tool, { env: { ...env, TMPDIR, BAILIWICK_BUILT_THREADS, BAILIWICK_TEST_RUN: run.folder } });
  return atLeastOneFailure(code, countVitest(readReport(report), run.title));
}

/** A file that cannot even be loaded has no tests, but has failed. */
function countVitest(report, title) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  // Tests that a title filter leaves out are reported as skipped.
  const skipped = title ? 0 : report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped, failures: failuresOfVitest(report) };
}

function e2e(run) {
  return playwright('e2e', run);
}

function screenshots(run) {
  return playwright('screenshots', run);
}

async function playwright(project, run) {
  const window = await run.window();
  const report = path.join(window.output, `${project}.json`);
  const filter = [...run.files, ...(run.title ? ['--grep', run.title] : []), '--pass-with-no-tests'];
  const tool = ['node_modules/playwright/cli.js', 'test', '--project', project, '--reporter=list,json', ...filter];
  const [command, ...args] = [...window.prefix, window.node, ...tool];
  const isChosen = run.files.length > 0 || run.title !== undefined;
  const env = { ...window.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, BAILIWICK_TRACES: isChosen ? 'on' : 'off' };
  const code = await runTool(command, args, { cwd: window.root, env });
  return atLeastOneFailure(code, countPlaywright(readReport(report)));
}

function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped, failures: failuresOfPlaywright(report) };
}

/** A tool can fail beside its tests: by crashing, or by an error outside of any test. */
function atLeastOneFailure(code, counts) {
  return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
