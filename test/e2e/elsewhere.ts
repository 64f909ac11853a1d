import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './scene.ts';

export { expect } from './scene.ts';

/** A server on this machine that is not the console’s own page, and what was asked of it. */
export interface Elsewhere {
  readonly origin: string;
  readonly asked: readonly string[];
}

export const test = base.extend<{ readonly elsewhere: Elsewhere }>({
  elsewhere: async ({}, use) => {
    const asked: string[] = [];
    const server = http.createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<h1>elsewhere</h1>');
    });
    server.on('upgrade', (request, socket) => {
      asked.push(request.url ?? '');
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked });
    server.closeAllConnections();
    server.close();
  },
});
