const help: readonly (readonly [RegExp, string])[] = [
  [/REMOTE HOST IDENTIFICATION HAS CHANGED|Host key for \S+ has changed/, 'the host’s key is not the one that was known: find out why before you connect'],
  [/Host key verification failed|No \S+ host key is known/, 'host key not known: connect once by hand with ssh, compare the key, and try again'],
  [/Permission denied/, 'the host lets this account in with none of its keys: add one to the agent or to ~/.ssh/config'],
  [/Could not resolve hostname/, 'there is no host of this name'],
  [/Connection refused/, 'nothing listens for ssh there'],
  [/Connection timed out|Operation timed out/, 'the host does not answer'],
  [/administratively prohibited|streamlocal/i, 'the host’s sshd forwards no sockets'],
  [/open failed: connect failed/, 'the engine’s socket on the far machine cannot be opened by this user'],
];

/** Why `ssh` did not open the way, in its own last words, and what they mean where that is known. */
export function whySshFailed(said: readonly string[]): string {
  const text = said.join('\n');
  const meaning = help.find(([pattern]) => pattern.test(text))?.[1];
  const last = said.slice(-2).join(' ');
  if (meaning === undefined) return last === '' ? 'ssh ended without a word' : `ssh said: ${last}`;
  return `${meaning} (ssh said: ${last})`;
}

const justNowMs = 2000;

/** The end of what a program said, line by line: no more of it is kept than is shown. */
export class LastLines {
  #text = '';
  #at = 0;

  add(chunk: string): void {
    this.#text = (this.#text + chunk).slice(-4000);
    this.#at = Date.now();
  }

  get lines(): readonly string[] {
    return this.#text.split('\n').map((line) => line.replaceAll(/\p{C}/gu, ' ').trim()).filter((line) => line !== '').slice(-12);
  }

  get saidJustNow(): string | undefined {
    return Date.now() - this.#at < justNowMs ? this.lines.at(-1) : undefined;
  }
}
