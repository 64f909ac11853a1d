import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../../shared/error-code.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { nameBytes, nameText } from '../engine/name-text.ts';
import { printable } from './safe-path.ts';

/** What stands in text for bytes that are none. */
const replacement = '\uFFFD';

/**
 * The path of what was chosen. The system’s chooser gives text: a last name that is not UTF-8 comes without its bytes, and is the
 * one in its folder that reads so.
 */
export async function chosenPath(given: string): Promise<Result<string>> {
  const path = nameText(Buffer.from(given));
  if (!given.includes(replacement) || (await isThere(path))) return ok(path);
  const folder = nameText(Buffer.from(dirname(given)));
  const alike = (await namesIn(folder)).filter((name) => name.toString('utf8') === basename(given));
  const [only, ...others] = alike;
  if (others.length > 0) return refused(refusal('unsafe_file', `“${printable(path)}” cannot be told from another name there: they differ in bytes that are no text.`, 'Choose the folder that holds it.'));
  return ok(only ? join(folder, nameText(only)) : path);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(nameBytes(path));
    return true;
  } catch {
    return false;
  }
}

async function namesIn(folder: string): Promise<readonly Buffer[]> {
  try {
    return await readdir(nameBytes(folder), { encoding: 'buffer' });
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return [];
  }
}
