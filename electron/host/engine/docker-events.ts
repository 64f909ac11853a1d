import type { DockerConnection } from './docker-connection.ts';
import { parseJson } from './docker-request.ts';
import { eventSchema } from './docker-schemas.ts';
import { EngineFault, EngineUnreachableError, type EngineEvent } from './engine-reader.ts';
import { jsonLines } from './json-lines.ts';

const kinds = ['container', 'volume', 'network', 'image'] as const;
type Kind = (typeof kinds)[number];
type Changed = Extract<EngineEvent, { readonly type: 'changed' }>;

/** By so much an engine is asked for again what came before the last event that is known. */
const overlapNanoseconds = 5_000_000_000n;
const nanosecondsInASecond = 1_000_000_000n;

/** Changes from now on, or from a little before the event of that time. The engine never ends this by itself, so an end is a loss. */
export async function* readEvents(connection: DockerConnection, signal: AbortSignal, after?: string): AsyncGenerator<EngineEvent> {
  try {
    const response = await connection.open({ method: 'GET', path: '/events', query: { filters: JSON.stringify({ type: kinds }), ...(after !== undefined && { since: sinceBefore(after) }) } }, signal);
    if (response.statusCode !== 200) {
      response.destroy();
      throw new EngineFault(`/events was answered with ${response.statusCode ?? 0}`);
    }
    yield { type: 'open' };
    for await (const line of jsonLines(connection.bytesOf(response))) {
      const event = toEngineEvent(line);
      if (event !== null) yield event;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  if (!signal.aborted) throw new EngineUnreachableError('cut', 'the engine ended its stream of events');
}

/** `null` for what changes nothing that is shown here. */
export function toEngineEvent(line: string): Changed | null {
  const fits = eventSchema.safeParse(parseJson(line));
  // Its number has more digits than a double keeps, so it is read as text. In strings the quotes would be escaped.
  const timeNano = /"timeNano":\s*(\d+)/.exec(line)?.[1];
  if (!fits.success || timeNano === undefined) throw new EngineFault('an event that does not fit');
  const { Type, Action, Actor } = fits.data;
  // What is run in a container, by a probe or a health check, changes nothing; its words may hold what must not be kept.
  if (!isKind(Type) || Action.startsWith('exec_')) return null;
  return { type: 'changed', kind: Type, action: Action, id: Actor.ID, timeNano };
}

const isKind = (type: string): type is Kind => (kinds as readonly string[]).includes(type);

/** As the engine takes a time: seconds and nanoseconds of its own clock. */
function sinceBefore(timeNano: string): string {
  const since = BigInt(timeNano) > overlapNanoseconds ? BigInt(timeNano) - overlapNanoseconds : 0n;
  return `${since / nanosecondsInASecond}.${String(since % nanosecondsInASecond).padStart(9, '0')}`;
}
