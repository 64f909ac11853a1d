/** One line for one thing done: what, and why. */
export function say(line) {
  process.stdout.write(`set-up: ${line}\n`);
}

/** For work without output of its own: says every 20 s that it is still going on. */
export async function sayingSo(what, work) {
  const begun = Date.now();
  const timer = setInterval(() => say(`still ${what}, ${seconds(begun)} so far`), 20_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

export function seconds(begun) {
  return `${((Date.now() - begun) / 1000).toFixed(1)} s`;
}
