/**
 * A map that only grows, and of which every version stays as it was: a version with one change shares all but a few
 * hundred places with the one before it, however many entries there are. In the order in which keys came in.
 */
export class GrowingMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly size: number;
  readonly #chunks: readonly Chunk<Key, Value>[];
  /** Where each key is. Versions share it: what a later one added lies beyond the size of an earlier one. */
  readonly #places: Map<Key, number>;

  private constructor(size: number, chunks: readonly Chunk<Key, Value>[], places: Map<Key, number>) {
    this.size = size;
    this.#chunks = chunks;
    this.#places = places;
  }

  static of<K, V>(entries: Iterable<readonly [K, V]> = []): GrowingMap<K, V> {
    let map = new GrowingMap<K, V>(0, [], new Map());
    for (const [key, value] of entries) map = map.with(key, value);
    return map;
  }

  /** The next version: with this value under this key. */
  with(key: Key, value: Value): GrowingMap<Key, Value> {
    const known = this.#placeOf(key);
    const place = known ?? this.size;
    const at = Math.floor(place / chunkLength);
    const chunk = [...(this.#chunks[at] ?? [])];
    chunk[place % chunkLength] = [key, value];
    const chunks = [...this.#chunks];
    chunks[at] = chunk;
    if (known !== undefined) return new GrowingMap(this.size, chunks, this.#places);
    return new GrowingMap(this.size + 1, chunks, this.#placesWith(key));
  }

  get(key: Key): Value | undefined {
    const place = this.#placeOf(key);
    return place === undefined ? undefined : this.#chunks[Math.floor(place / chunkLength)]?.[place % chunkLength]?.[1];
  }

  has(key: Key): boolean {
    return this.#placeOf(key) !== undefined;
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const chunk of this.#chunks) for (const [key, value] of chunk) yield [key, value];
  }

  *keys(): MapIterator<Key> {
    for (const chunk of this.#chunks) for (const [key] of chunk) yield key;
  }

  *values(): MapIterator<Value> {
    for (const chunk of this.#chunks) for (const [, value] of chunk) yield value;
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(tell: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this) tell(value, key, this);
  }

  #placeOf(key: Key): number | undefined {
    const place = this.#places.get(key);
    return place !== undefined && place < this.size ? place : undefined;
  }

  /** Once another version grew from this one by something else, this one goes on with places of its own. */
  #placesWith(key: Key): Map<Key, number> {
    const isNewest = this.#places.size === this.size;
    const places = isNewest ? this.#places : new Map([...this.keys()].map((each, place) => [each, place]));
    return places.set(key, this.size);
  }
}

type Chunk<Key, Value> = readonly (readonly [Key, Value])[];

/** Of a chunk and of the list of chunks copies are made: at a hundred thousand entries a thousand places. */
const chunkLength = 128;
