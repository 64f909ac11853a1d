import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const lock = { packages: { '': {}, 'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' } } };

/** A checkout with the scripts that set it up, and these files. */
function checkoutWith(files: Readonly<Record<string, string>>): string {
  const root = aTemporaryFolder();
  cpSync('scripts/setup', path.join(root, 'scripts/setup'), { recursive: true });
  for (const [name, text] of Object.entries({ 'package-lock.json': JSON.stringify(lock), 'node_modules/one/package.json': '{}', ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

/** What one of its functions gives, asked in a process of its own. */
function asked(root: string, module: string, call: string): unknown {
  const code = `const it = await import(${JSON.stringify(path.join(root, 'scripts/setup', module))}); process.stdout.write(JSON.stringify(it.${call} ?? null));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
}

const reasonIn = (files: Readonly<Record<string, string>>): unknown => asked(checkoutWith(files), 'dependencies.mjs', 'whyInstall()');

describe('packages whose installation was cut off', () => {
  const whole = JSON.stringify(lock);

  test.each([
    ['in the middle of its last file', whole.slice(0, 40)],
    ['before anything of that file was written', ''],
    ['with that file emptied to null', 'null'],
  ])('%s are installed anew', (_when, text) => {
    expect(reasonIn({ 'node_modules/.package-lock.json': text })).toBe('they are not there, or not whole');
  });

  test('are left where all of them are there', () => {
    expect(reasonIn({ 'node_modules/.package-lock.json': whole })).toBeNull();
  });
});

describe('an Electron whose installation was cut off', () => {
  const there = { 'node_modules/electron/dist/version': 'v43.0.0', 'node_modules/electron/dist/electron': '' };
  const found = (pathText: string): unknown => asked(checkoutWith({ ...there, 'node_modules/electron/path.txt': pathText }), 'official-electron.mjs', 'installed("43.0.0")');

  test.each(['', 'elec'])('so that its path reads “%s” is not taken for one', (pathText) => {
    expect(found(pathText)).toBeNull();
  });

  test('is taken where it is whole', () => {
    expect(found('electron')).toMatchObject({ version: '43.0.0', source: 'official' });
  });
});
