// A whole console in a process of its own, so that a test can kill it in the middle. Commands come over the process channel.
import type { Requests } from '../../shared/bridge.ts';
import { openTestHost } from './test-host.ts';

interface Command {
  readonly id: number;
  readonly method: keyof Requests;
  readonly input: unknown;
}

const folder = process.argv[2];
if (folder === undefined) throw new TypeError('host-child needs a data folder');
const host = openTestHost(folder);

process.on('message', async ({ id, method, input }: Command) => {
  const answer = host.requests[method] as (input: unknown) => Promise<unknown>;
  process.send?.({ id, value: await answer(input) });
});
process.send?.({ ready: true });
