import { get } from 'node:http';

/** Whether something on this socket answers as an engine does. */
export function engineAnswers(socketPath: string, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ socketPath, path: '/_ping', agent: false, signal: AbortSignal.timeout(Math.max(1, withinMs)) });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}
