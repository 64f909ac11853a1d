const hexId = /^[0-9a-f]{32,64}$/;
const prefixedDigest = /^(sha256:)([0-9a-f]{64})$/;
const nameWithId = /^(.+-)([0-9a-f]{32})$/;

const ends = (hex: string): string => `${hex.slice(0, 4)}…${hex.slice(-4)}`;

/** The part of an id a person compares; the full value is always one step away. */
export function shortId(value: string): string {
  if (hexId.test(value)) return value.slice(0, 12);
  const digest = prefixedDigest.exec(value);
  if (digest) return `${digest[1]}${ends(digest[2] ?? '')}`;
  const named = nameWithId.exec(value);
  if (named) return `${middleOut(named[1] ?? '', 18)}${ends(named[2] ?? '')}`;
  return middleOut(value, 28);
}

/** Takes the middle out of a text that is longer than `most`: beginnings and ends tell things apart. */
export function middleOut(value: string, most: number): string {
  if (value.length <= most) return value;
  const kept = most - 1;
  return `${value.slice(0, Math.ceil(kept / 2))}…${value.slice(value.length - Math.floor(kept / 2))}`;
}
