import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/places.mjs';

const usual = ['typecheck', 'lint', 'unit', 'engine', 'e2e'];
const others = new Set(['screenshots', 'crash', 'soak']);
const folders = { unit: 'test/unit', engine: 'test/engine', e2e: 'test/e2e', screenshots: 'test/e2e', crash: 'test/crash', soak: 'test/soak' };

/**
 * `[STAGE...] [full] [NAME...]`: no stage means the usual ones, or with a name those that hold tests.
 * Names that occur in file names choose files; all others choose tests by their title. `full` is the form that takes
 * its time: with the sizes that are promised, and with engines that the usual set-up does not bring.
 */
export function readArguments(given) {
  const words = given.filter((word) => word !== '--');
  const stages = words.filter((word) => usual.includes(word) || others.has(word));
  const full = words.includes('full');
  const names = words.filter((word) => !stages.includes(word) && word !== 'full');
  const inFile = names.filter((name) => stagesHolding(name).length > 0);
  const titles = names.filter((name) => !inFile.includes(name));
  return { stages: stages.length > 0 ? stages : stagesFor(inFile, titles), full, files: inFile, title: titles.join(' ') || undefined };
}

function stagesFor(files, titles) {
  if (files.length === 0 && titles.length === 0) return usual;
  const withTests = usual.filter((stage) => folders[stage]);
  if (files.length === 0) return withTests;
  return withTests.filter((stage) => files.some((name) => stagesHolding(name).includes(stage)));
}

function stagesHolding(name) {
  return Object.keys(folders).filter((stage) => testFiles(folders[stage]).some((file) => file.includes(name)));
}

function testFiles(folder) {
  const files = readdirSync(path.join(root, folder), { recursive: true });
  return files.filter((file) => /\.(test|spec)\.tsx?$/.test(file)).map((file) => `${folder}/${file}`);
}
