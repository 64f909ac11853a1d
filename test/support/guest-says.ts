import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';

/** Waits until the main process wrote a line; the whole log so far. */
export async function guestSays({ reader, container }: { readonly reader: EngineReader; readonly container: string }, line: string, withinSeconds = 30): Promise<string> {
  const signal = AbortSignal.timeout(withinSeconds * 1000);
  let text = '';
  for await (const frame of reader.logs(container, { follow: true, signal })) {
    text += `${frame.text}\n`;
    if (frame.text.includes(line)) return text;
  }
  throw new Error(`the guest did not say “${line}” but:\n${text}`);
}
