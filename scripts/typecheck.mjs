import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './setup/places.mjs';

const projects = ['shared', 'electron', 'renderer', 'test'];

function check(project) {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '--noEmit', '--pretty', String(process.stdout.isTTY === true), '-p', project], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ project, ok: code === 0, output })));
}

const results = await Promise.all(projects.map(check));
const failed = results.filter((result) => !result.ok);
for (const { output } of failed) process.stdout.write(output);
const verdict = failed.length === 0 ? 'no type errors in' : 'type errors in';
process.stdout.write(`typecheck: ${verdict} ${(failed.length === 0 ? results : failed).map((result) => result.project).join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
