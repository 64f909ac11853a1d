/** Closes a switch over a union: a new member fails to compile here. */
export function assertNever(value: never): never {
  throw new TypeError(`not a member of this union: ${JSON.stringify(value)}`);
}
