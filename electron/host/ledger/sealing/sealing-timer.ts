/** When to seal next: in a later turn, or after a while. The first of several wishes stands until it was rested. */
export class SealingTimer {
  readonly #seal: () => void;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;

  constructor(seal: () => void) {
    this.#seal = seal;
  }

  /** Not within the append that asks for it. */
  soon(): void {
    this.#soon ??= setImmediate(this.#seal);
  }

  /** Keeps no process alive. */
  later(milliseconds: number): void {
    this.#timer ??= setTimeout(this.#seal, milliseconds).unref();
  }

  rest(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#soon);
    this.#timer = undefined;
    this.#soon = undefined;
  }
}
