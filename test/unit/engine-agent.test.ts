import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { SocketAgent } from '../../electron/host/engine/socket-agent.ts';
import { socketWay } from '../../electron/host/engine/way.ts';

test('an agent is a word in the text that the transport makes of every request', () => {
  const agent = new SocketAgent(socketWay('/run/one.sock'), { keepAlive: true });

  expect(inspect({ agent }, { showHidden: true, depth: null })).toBe('{ agent: SocketAgent }');
});
