/** The next version of a map: the one it came from stays as it was, and is copied only once something changes. */
export class MapDraft<Key, Value> {
  #map: ReadonlyMap<Key, Value>;
  #own: Map<Key, Value> | undefined;

  constructor(map: ReadonlyMap<Key, Value>) {
    this.#map = map;
  }

  /** As it is now. */
  get map(): ReadonlyMap<Key, Value> {
    return this.#map;
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key);
  }

  has(key: Key): boolean {
    return this.#map.has(key);
  }

  set(key: Key, value: Value): void {
    this.#changed().set(key, value);
  }

  delete(key: Key): void {
    if (this.#map.has(key)) this.#changed().delete(key);
  }

  #changed(): Map<Key, Value> {
    this.#map = this.#own ??= new Map(this.#map);
    return this.#own;
  }
}
