import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathOf } from '../setup/places.mjs';

export function canShowWindows() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

export function hasVirtualDisplay() {
  return process.platform === 'linux' && pathOf('xvfb-run') !== undefined;
}

/**
 * Starts a screen without a monitor. It lives as long as this process, even if that is killed:
 * `cat` ends with its input, and xvfb-run tidies up after `cat`. `prefix` starts it as another user.
 */
export async function startVirtualDisplay({ prefix = [], env = process.env } = {}) {
  const inside = 'echo "$DISPLAY"; echo "$XAUTHORITY"; exec cat';
  const [command, ...args] = [...prefix, 'xvfb-run', '-a', '-s', '-screen 0 1600x1000x24', 'sh', '-c', inside];
  // Its own process group: Ctrl-C must reach the windows first, and the screen only after them.
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const [DISPLAY, XAUTHORITY] = await firstLines(child, 2);
  return {
    env: { DISPLAY, XAUTHORITY },
    close: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'close');
    },
  };
}

async function firstLines(child, count) {
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === count) return lines;
  }
  throw new Error('the virtual display did not start; does `xvfb-run -a true` work?');
}
