import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endWithLock } from './lock.mjs';
import { root } from './places.mjs';
import { say } from './say.mjs';
import { temporaryFolder } from './temporary.mjs';

const packageFolder = path.join(root, 'node_modules/electron');
const silenceAllowed = 20_000;
const dayInMs = 24 * 60 * 60 * 1000;

/** The Electron that is shipped: the pinned version, downloaded by the `electron` package itself. */
export async function officialElectron(cache) {
  const version = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).version;
  const there = installed(version);
  if (there || wasUnreachable(cache, version)) return there;
  say(`downloading Electron ${version} (about 110 MB)`);
  const failure = await download(cache);
  const fresh = installed(version);
  if (!fresh) rememberUnreachable(cache, version, failure);
  return fresh;
}

export function installed(version) {
  try {
    const folder = path.join(packageFolder, 'dist');
    // Written last by the package's installer.
    const executablePath = path.join(folder, readFileSync(path.join(packageFolder, 'path.txt'), 'utf8'));
    const unpacked = readFileSync(path.join(folder, 'version'), 'utf8').replace(/^v/, '').trim();
    // Of a file that was cut off, the path names a folder, or nothing.
    if (unpacked !== version || !statSync(executablePath, { throwIfNoEntry: false })?.isFile()) return undefined;
    return { executablePath, folder, source: 'official', version };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The installer itself waits minutes for a host that never answers, so it is stopped when nothing arrives any more. */
function download(cache) {
  const temporary = temporaryFolder(cache);
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const child = spawn(process.execPath, [path.join(packageFolder, 'install.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithLock(child.pid);
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  child.stdout.resume();
  const stopWatching = killWhenSilent(child, () => sizeOf(temporary) + sizeOf(path.join(packageFolder, 'dist')));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      stopWatching();
      rmSync(temporary, { recursive: true, force: true });
      resolve(signal ? 'nothing arrived for 20 s' : complaint.trim().split('\n')[0]);
    });
  });
}

function killWhenSilent(child, size) {
  let last = { size: size(), at: Date.now() };
  const timer = setInterval(() => {
    const now = size();
    if (now !== last.size) {
      last = { size: now, at: Date.now() };
    } else if (Date.now() - last.at > silenceAllowed) {
      child.kill('SIGKILL');
    }
  }, 1000);
  return () => clearInterval(timer);
}

function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + (statSync(path.join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

function wasUnreachable(cache, version) {
  try {
    const memo = JSON.parse(readFileSync(memoFile(cache), 'utf8'));
    return memo.version === version && Date.now() - memo.at < dayInMs;
  } catch {
    return false;
  }
}

function rememberUnreachable(cache, version, failure) {
  say(`Electron ${version} could not be downloaded (${failure || 'no reason given'}); the next try is tomorrow, or after deleting ${memoFile(cache)}`);
  writeFileSync(memoFile(cache), JSON.stringify({ version, at: Date.now() }));
}

function memoFile(cache) {
  return path.join(cache, 'electron-unreachable.json');
}
