import { readdir } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import { codeOf } from '../../../shared/error-code.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { nameBytes, nameText } from '../engine/name-text.ts';
import { printable } from './safe-path.ts';

/** What stands in text for bytes that are none, and may be a name's own character as well. */
const replacement = '\uFFFD';

/**
 * The path of what was chosen. The system's chooser gives text: of a name that is not UTF-8 the bytes are gone, and it is the one
 * in its folder that reads so. Where more than one does, or none, nobody knows what was chosen.
 */
export async function chosenPath(given: string): Promise<Result<string>> {
  if (!given.includes(replacement)) return ok(nameText(Buffer.from(given)));
  const { root } = parse(given);
  let path = root;
  for (const name of given.slice(root.length).split(sep)) {
    const spelt = name.includes(replacement) ? await theOneThatReads(path, name) : ok(nameText(Buffer.from(name)));
    if (!spelt.ok) return spelt;
    path = join(path, spelt.value);
  }
  return ok(path);
}

async function theOneThatReads(folder: string, name: string): Promise<Result<string>> {
  const alike = (await namesIn(folder)).filter((bytes) => bytes.toString('utf8') === name);
  const [only, ...others] = alike;
  return only && others.length === 0 ? ok(nameText(only)) : refused(unknown(folder, name, alike.length));
}

const unknown = (folder: string, name: string, alike: number): Refusal =>
  alike === 0
    ? refusal('not_found', `“${printable(join(folder, name))}” is not there: its name cannot be told as text.`, 'Choose the folder around it, or rename it.')
    : refusal('unsafe_file', `“${printable(join(folder, name))}” cannot be told from another name there: they differ in bytes that are no text.`, 'Choose the folder around it, or rename one of them.');

async function namesIn(folder: string): Promise<readonly Buffer[]> {
  try {
    return await readdir(nameBytes(folder), { encoding: 'buffer' });
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return [];
  }
}
