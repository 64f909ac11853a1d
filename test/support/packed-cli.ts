import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
const runFile = promisify(execFile);

export interface CliAnswer {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The command as whoever gets its package has it. */
export interface PackedCli {
  /** Where it is installed. */
  readonly folder: string;
  /** With plain Node, in an empty folder, and with nothing of the environment but the path. */
  run(...args: readonly string[]): Promise<CliAnswer>;
  /** What it prints with `--json`, read. */
  json(...args: readonly string[]): Promise<{ readonly exit: number } & Readonly<Record<string, unknown>>>;
  remove(): void;
}

/** Builds the package, packs it, and installs it into an empty folder without the network; what is native only where it is asked for. */
export async function packedCli({ withSqlite }: { readonly withSqlite: boolean }): Promise<PackedCli> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bailiwick-cli-'));
  const [built, home] = [path.join(folder, 'built'), path.join(folder, 'home')];
  await runFile(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'cli.vite.config.ts', '--outDir', built, '--logLevel', 'error'], { cwd: root });
  await npm(['pack', '--pack-destination', folder], built, folder);
  mkdirSync(home);
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  await npm(['install', '--omit=optional', path.join(folder, packed)], home, folder);
  if (withSqlite) symlinkSync(path.join(root, 'node_modules/better-sqlite3'), path.join(home, 'node_modules/better-sqlite3'), 'junction');
  const installed = path.join(home, 'node_modules/bailiwick-cli');
  const run = (...args: readonly string[]): Promise<CliAnswer> => answerOf([path.join(installed, 'bailiwick.js'), ...args], home);
  return {
    folder: installed,
    run,
    json: async (...args) => {
      const { code, out } = await run(...args, '--json');
      const document = JSON.parse(out) as { readonly exit: number };
      if (document.exit !== code) throw new RangeError(`it says it ends with ${document.exit}, and ended with ${code}`);
      return document;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A cache of its own, so that nothing of this machine's is found in it. */
async function npm(args: readonly string[], cwd: string, folder: string): Promise<void> {
  await runFile('npm', [...args, '--offline', '--no-audit', '--no-fund', '--cache', path.join(folder, 'cache')], { cwd, shell: process.platform === 'win32' });
}

function answerOf(args: readonly string[], cwd: string): Promise<CliAnswer> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd, env: { PATH: process.env['PATH'] ?? '' } }, (error, out, said) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, error: said });
    });
  });
}
