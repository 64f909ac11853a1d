import type { AttemptId, BindingId, Digest, EngineId, ExecutionId, InstallationId, Instant, ReceiptId } from '../../../shared/ids.ts';
import { instantOf } from '../../../shared/ids.ts';

/** Hexadecimal digits that look random and are the same every time. */
export function hex(seed: string, length: number): string {
  let text = '';
  let state = 0x811c9dc5;
  for (let round = 0; text.length < length; round += 1) {
    for (const character of `${seed}/${round}`) {
      state = Math.imul(state ^ character.charCodeAt(0), 0x01000193) >>> 0;
      state = (state ^ (state >>> 13)) >>> 0;
    }
    text += state.toString(16).padStart(8, '0');
  }
  return text.slice(0, length);
}

export const bindingIdOf = (seed: string): BindingId => hex(`binding ${seed}`, 32) as BindingId;
export const attemptIdOf = (seed: string): AttemptId => hex(`attempt ${seed}`, 32) as AttemptId;
export const executionIdOf = (seed: string): ExecutionId => hex(`execution ${seed}`, 32) as ExecutionId;
export const receiptIdOf = (seed: string): ReceiptId => hex(`receipt ${seed}`, 32) as ReceiptId;
export const containerIdOf = (seed: string): string => hex(`container ${seed}`, 64);
export const digestOf = (seed: string): Digest => `sha256:${hex(`digest ${seed}`, 64)}` as Digest;
export const engineIdOf = (seed: string): EngineId => hex(`engine ${seed}`, 40).toUpperCase().replace(/(.{4})/g, '$1:').slice(0, -1) as EngineId;
export const installation = hex('installation', 32) as InstallationId;

/** Hands out sequence numbers and times that go forward together. */
export interface Clock {
  readonly line: () => { readonly seq: number; readonly at: Instant };
  readonly now: () => Instant;
  readonly size: () => number;
}

export function clockFrom(startMilliseconds: number, startSize = 0): Clock {
  let seq = startSize;
  let milliseconds = startMilliseconds;
  return {
    line() {
      seq += 1;
      milliseconds += 1_370;
      return { seq, at: instantOf(milliseconds) };
    },
    now: () => instantOf(milliseconds),
    size: () => seq,
  };
}
