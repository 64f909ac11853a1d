import { createHost, type HostPorts } from './host/host.ts';
import { spawnThreads } from './host/ledger/threads/spawn-threads.ts';
import { answerRequest, type AnswerRequest } from './ipc/answer-request.ts';

/** What the page asks of, and what is closed at the end. */
export interface Console {
  readonly answer: AnswerRequest;
  close(): void;
}

/** Everything behind the window. A file of its own, so that the window need not wait until it is read. */
export function openConsole(threadFolder: string, ports: Omit<HostPorts, 'spawn'>): Console {
  const host = createHost({ ...ports, spawn: spawnThreads({ folder: threadFolder, ending: '.js' }) });
  return { answer: answerRequest(host.requests, ports.onFault), close: () => host.close() };
}
