import { parseArgs } from 'node:util';
import { keyFingerprintSchema, type KeyFingerprint } from '../../shared/approval.ts';

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'verify'; readonly file: string; readonly keys: readonly KeyFingerprint[]; readonly checkpoints: readonly string[]; readonly json: boolean }
  | { readonly kind: 'misuse'; readonly says: string };

const options = {
  key: { type: 'string', multiple: true },
  checkpoint: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export function parseArguments(given: readonly string[]): Command {
  const read = parsed(given);
  if ('says' in read) return { kind: 'misuse', says: read.says };
  const { values, positionals: [command, file, ...rest] } = read;
  if (values.help || command === 'help') return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  if (command === undefined) return { kind: 'misuse', says: 'Say what to do.' };
  if (command !== 'verify') return { kind: 'misuse', says: `There is no command “${command}”.` };
  if (file === undefined || rest.length > 0) return { kind: 'misuse', says: 'Name one file: a bundle, a ledger’s database, or its data folder.' };
  const keys = (values.key ?? []).map((text) => keyFingerprintSchema.safeParse(text));
  const wrong = keys.findIndex(({ success }) => !success);
  if (wrong >= 0) return { kind: 'misuse', says: `“${values.key?.[wrong]}” is not a fingerprint: that is ed25519: and 64 hexadecimal digits.` };
  return { kind: 'verify', file, keys: keys.flatMap(({ data }) => data ?? []), checkpoints: values.checkpoint ?? [], json: values.json ?? false };
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;

function parsed(given: readonly string[]): Parsed | { readonly says: string } {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    if (error instanceof TypeError) return { says: error.message };
    throw error;
  }
}

export const usage = `bailiwick verify BUNDLE|DATABASE [--key FINGERPRINT]... [--checkpoint FILE]... [--json]

  --key FINGERPRINT    a key that may have signed, as its owner told you by another road
  --checkpoint FILE    a signed checkpoint that you have from before, to compare with
  --json               one object instead of text

exit 0  consistent, and signed with a key that you named
     1  broken
     2  not verified: consistent and signer not known, wrong use, or a file that cannot be read
`;
