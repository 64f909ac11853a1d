import { faultText } from '../../shared/error-code.ts';
import { refusal, type Refusal } from '../../shared/refusal.ts';
import type { Result } from '../../shared/result.ts';

/** What is known of an answer. An answer that is being read again stays shown until the new one is there. */
export type Loaded<Value> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'refused'; readonly refusal: Refusal }
  | { readonly phase: 'ready'; readonly value: Value };

export const loading: Loaded<never> = { phase: 'loading' };
export const ready = <Value>(value: Value): Loaded<Value> => ({ phase: 'ready', value });

const loadedResult = <Value>(result: Result<Value>): Loaded<Value> => (result.ok ? ready(result.value) : { phase: 'refused', refusal: result.refusal });

/** What breaks off is shown where it was waited for, which would else wait for ever. */
export const loadedFrom = <Value>(answer: Promise<Result<Value>>): Promise<Loaded<Value>> =>
  answer.then(loadedResult, (fault: unknown) => ({ phase: 'refused', refusal: refusal('engine_failed', `It could not be read: ${faultText(fault)}.`, 'Try again.') }));

export const valueOf = <Value>(loaded: Loaded<Value>): Value | undefined => (loaded.phase === 'ready' ? loaded.value : undefined);

export const mapLoaded = <Value, Part>(loaded: Loaded<Value>, part: (value: Value) => Part): Loaded<Part> => (loaded.phase === 'ready' ? ready(part(loaded.value)) : loaded);
