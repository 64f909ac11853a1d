import { isUp } from '../../../shared/engine-readings.ts';
import { faultText } from '../../../shared/error-code.ts';
import type { EngineReader } from '../engine/engine-reader.ts';

export type StreamEnd =
  | { readonly kind: 'gone' }
  | { readonly kind: 'down' }
  | { readonly kind: 'up' }
  | { readonly kind: 'not_known'; readonly says: string };

/** What the engine says of a container whose stream has ended: an end alone shows neither that its process ended nor that it is gone. */
export async function endOfStream(reader: EngineReader, container: string): Promise<StreamEnd> {
  try {
    const reading = await reader.inspectContainer(container);
    if (!reading) return { kind: 'gone' };
    return { kind: isUp(reading.state) ? 'up' : 'down' };
  } catch (error) {
    return { kind: 'not_known', says: faultText(error) };
  }
}
