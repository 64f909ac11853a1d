import type { DockerConnection } from './docker-connection.ts';
import { parseJson } from './docker-request.ts';
import { eventSchema } from './docker-schemas.ts';
import { EngineFault, EngineUnreachableError, type EngineEvent } from './engine-reader.ts';
import { jsonLines } from './json-lines.ts';

const kinds = ['container', 'volume', 'network', 'image'] as const;
type Kind = (typeof kinds)[number];
type Changed = Extract<EngineEvent, { readonly type: 'changed' }>;

const rememberedEvents = 1000;

/** Changes from now on. The engine never ends this by itself, so an end is a loss. */
export async function* readEvents(connection: DockerConnection, signal: AbortSignal): AsyncGenerator<EngineEvent> {
  try {
    const response = await connection.open({ method: 'GET', path: '/events', query: { filters: JSON.stringify({ type: kinds }) } }, signal);
    if (response.statusCode !== 200) {
      response.destroy();
      throw new EngineFault(`/events was answered with ${response.statusCode ?? 0}`);
    }
    yield { type: 'open' };
    const isNew = onlyOnce(rememberedEvents);
    for await (const line of jsonLines(connection.bytesOf(response))) {
      const event = toEngineEvent(line);
      if (event !== null && isNew(`${event.timeNano} ${event.id} ${event.action}`)) yield event;
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

/** Says whether a key is seen for the first time, as far back as so many keys. */
export function onlyOnce(remembered: number): (key: string) => boolean {
  const seen = new Set<string>();
  return (key) => {
    if (seen.has(key)) return false;
    seen.add(key);
    const [oldest] = seen;
    if (seen.size > remembered && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
