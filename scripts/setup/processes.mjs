import { readFileSync } from 'node:fs';

/** A process that is told apart from a later one with the same pid: by its start time, where the system shows it. */
export function identify(pid) {
  return `${pid} ${startTime(pid)}`;
}

export function isAlive(identity) {
  const [pid, started] = identity.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startTime(pid) === started;
}

function startTime(pid) {
  if (process.platform !== 'linux') return 'unknown';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? 'ended' : fields[18];
  } catch {
    return 'ended';
  }
}
