import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

type Behaviour = 'forwards' | 'host key unknown' | 'denied' | 'never opens' | 'listens late';

/** A stand-in for `ssh` on the PATH, and it says so. It forwards sockets of this machine, and writes down how it was called. */
export class FakeSsh {
  readonly #log: string;
  readonly #folder: string;

  /** Everything that `ssh` would reach is behind the one far socket. */
  constructor(folder: string, farSocket: string) {
    this.#folder = folder;
    this.#log = path.join(folder, 'calls.ndjson');
    const program = path.join(folder, 'ssh');
    writeFileSync(program, `#!${process.execPath}\n${source}`);
    chmodSync(program, 0o755);
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`);
    vi.stubEnv('FAKE_SSH_FOLDER', folder);
    vi.stubEnv('FAKE_SSH_FAR', farSocket);
    this.behave('forwards');
    this.setUp('');
  }

  behave(behaviour: Behaviour): void {
    writeFileSync(path.join(this.#folder, 'behaviour'), behaviour);
  }

  /** What it tells of its configuration, which it does whenever it is asked. */
  setUp(configuration: string): void {
    writeFileSync(path.join(this.#folder, 'configuration'), configuration);
  }

  /** Each process so far that was to open a way. */
  get calls(): readonly { readonly pid: number; readonly argv: readonly string[] }[] {
    if (!existsSync(this.#log)) return [];
    return readFileSync(this.#log, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { pid: number; argv: string[] });
  }

  get running(): readonly number[] {
    return this.calls.map(({ pid }) => pid).filter(isRunning);
  }
}

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

const source = `
const { execFileSync } = require('node:child_process');
const { appendFileSync, readFileSync, renameSync } = require('node:fs');
const net = require('node:net');
const { FAKE_SSH_FOLDER: folder, FAKE_SSH_FAR: far } = process.env;
const argv = process.argv.slice(2);
if (argv[0] === '-G') { process.stdout.write(readFileSync(folder + '/configuration', 'utf8')); process.exit(); }
appendFileSync(folder + '/calls.ndjson', JSON.stringify({ pid: process.pid, argv }) + '\\n');
const [local] = argv[argv.indexOf('-L') + 1].split(':');
const fail = (text) => { process.stderr.write(text); process.exit(255); };
switch (readFileSync(folder + '/behaviour', 'utf8')) {
  case 'host key unknown': fail('No ED25519 host key is known for lab and you have requested strict checking.\\r\\nHost key verification failed.\\r\\n'); break;
  case 'denied': fail('me@lab: Permission denied (publickey).\\r\\n'); break;
  case 'never opens': setInterval(() => undefined, 1000); break;
  case 'listens late': leaveDeaf(); setTimeout(() => forward().listen(local + '.new', () => renameSync(local + '.new', local)), 200); break;
  default: forward().listen(local);
}
function forward() {
  return net.createServer((near) => {
    const there = net.connect(far);
    there.on('error', () => { process.stderr.write('channel 2: open failed: connect failed: No such file or directory\\r\\n', () => near.destroy()); });
    near.on('error', () => there.destroy());
    near.pipe(there).pipe(near);
  });
}
// A socket that has its name and takes no connection, as between bind and listen.
function leaveDeaf() {
  const script = "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  try { execFileSync(process.execPath, ['-e', script, local + '.dead']); } catch {}
  renameSync(local + '.dead', local);
}
`;
