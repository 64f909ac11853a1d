import { setUp } from './setup/set-up.mjs';
import { readArguments } from './test/arguments.mjs';
import { report } from './test/report.mjs';

/** `npm test -- [typecheck|lint|unit|engine|e2e|screenshots|crash|soak]... [full] [NAME]...` */
async function test() {
  const wanted = readArguments(process.argv.slice(2));
  const installed = await setUp({ full: wanted.full });
  // Only now are the packages there that the rest imports.
  const { runStages } = await import('./test/run-stages.mjs');
  return report(await runStages(wanted, installed));
}

const allIsWell = await test().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  return report([{ stage: 'run', passed: 0, failed: 1, skipped: 0, seconds: 0 }]);
});
process.exitCode ||= allIsWell ? 0 : 1;
