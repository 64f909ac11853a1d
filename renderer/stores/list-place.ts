/** Where in a list somebody was. */
export interface ListPlace {
  readonly scrollTop: number;
  /** The row that keys act on. */
  readonly index: number;
}
