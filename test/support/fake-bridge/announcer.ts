import type { Notices } from '../../../shared/bridge.ts';

type Listener = (payload: never) => void;

export class Announcer {
  readonly #listeners = new Map<keyof Notices, Set<Listener>>();

  on<N extends keyof Notices>(notice: N, listener: (payload: Notices[N]) => void): () => void {
    const listeners = this.#listeners.get(notice) ?? new Set();
    this.#listeners.set(notice, listeners.add(listener));
    return () => { listeners.delete(listener); };
  }

  announce<N extends keyof Notices>(notice: N, payload: Notices[N]): void {
    for (const listener of this.#listeners.get(notice) ?? []) (listener as (payload: Notices[N]) => void)(payload);
  }

  count(notice: keyof Notices): number {
    return this.#listeners.get(notice)?.size ?? 0;
  }
}
