import http from 'node:http';
import { testEngine } from './test-host.ts';

/** Someone else at the engine: not through the console, so nothing of it is in the ledger. */
export function asStranger(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { socketPath: testEngine().replace('unix://', ''), method, path, agent: false, headers: body ? { 'content-type': 'application/json' } : {} },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}
