import type { LogLines } from '../../../shared/bridge-values.ts';
import { faultText } from '../../../shared/error-code.ts';
import type { EngineReader, LogFrame } from '../engine/engine-reader.ts';
import { endOfStream, type StreamEnd } from './end-of-stream.ts';
import { plainLine } from './plain-line.ts';

const mostLinesAtOnce = 500;
const gatherMilliseconds = 40;

export interface LogRequest {
  readonly log: string;
  readonly container: string;
  readonly tail: number;
  readonly signal: AbortSignal;
}

/**
 * Streams a container's log in bounded batches until it ends or the signal aborts. The engine keeps the log, so it can be
 * opened again after anything. A line longer than a frame arrives in pieces, and each as plain text that can be read.
 */
export async function followLog(reader: EngineReader, { log, container, tail, signal }: LogRequest, emit: (lines: LogLines) => void): Promise<void> {
  let lines: LogFrame[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (ended?: string): void => {
    clearTimeout(timer);
    timer = undefined;
    if (signal.aborted || (lines.length === 0 && ended === undefined)) return;
    emit({ log, lines: lines.map(({ stream, at, text }) => ({ stream, at, text: plainLine(text) })), ...(ended !== undefined && { ended }) });
    lines = [];
  };
  try {
    for await (const frame of reader.logs(container, { follow: true, tail, signal })) {
      lines.push(frame);
      if (lines.length >= mostLinesAtOnce) flush();
      else timer ??= setTimeout(flush, gatherMilliseconds);
    }
    flush();
    if (!signal.aborted) flush(wordsOf(await endOfStream(reader, container)));
  } catch (error) {
    flush(`The log broke off: ${faultText(error)}. Open it again to read on.`);
  }
}

function wordsOf(end: StreamEnd): string {
  switch (end.kind) {
    case 'down': return 'The log ends here: the main process has ended.';
    case 'gone': return 'The log ends here: the engine has no such container any more.';
    case 'up': return 'The engine ended the log here, though the container is up. Open it again to read on.';
    case 'not_known': return `The log ends here; whether the main process has ended is not known: ${end.says}.`;
  }
}
