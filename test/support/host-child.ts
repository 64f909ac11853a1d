// A whole console in a process of its own, so that a test can kill it in the middle. Commands come over the process channel.
import type { Requests } from '../../shared/bridge.ts';
import { arm, watchWritesAndCalls, type KillPoint } from './crash/kill-points.ts';
import { openTestHost, type TestHost } from './test-host.ts';

export type Command =
  | { readonly id: number; readonly open: string; readonly chooses: string | null }
  | { readonly id: number; readonly arm: KillPoint | null }
  | { readonly id: number; readonly method: keyof Requests; readonly input: unknown };

export type Report = { readonly id: number; readonly value: unknown } | { readonly reached: string } | { readonly loaded: true };

const tell = (report: Report): void => void process.send?.(report);
let host: TestHost | undefined;

function open({ open: folder, chooses }: Extract<Command, { readonly open: string }>): void {
  host = openTestHost(folder);
  host.answers.folder = chooses;
}

async function obey(command: Command): Promise<unknown> {
  if ('open' in command) return open(command);
  if ('arm' in command) return arm((reached) => tell({ reached }), command.arm ?? undefined);
  const answer = host?.requests[command.method] as (input: unknown) => Promise<unknown>;
  return answer(command.input);
}

watchWritesAndCalls();
// Whoever started it is gone: nobody else would end it.
process.on('disconnect', () => process.exit());
process.on('message', async (command: Command) => tell({ id: command.id, value: await obey(command) }));
tell({ loaded: true });
