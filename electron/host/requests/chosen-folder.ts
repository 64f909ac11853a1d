import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { FolderPurpose, Surroundings } from '../desk.ts';
import { nameText } from '../engine/name-text.ts';
import { chosenPath } from '../projection/chosen-path.ts';

/**
 * Goes on with the folder that the person chose for what leaves; null where they chose none. Everything keeps it as text, so one
 * whose bytes text cannot tell is refused: what is written to its text would go to another folder.
 */
export async function inChosenFolder<Value>(surroundings: Pick<Surroundings, 'chooseFolder'>, purpose: FolderPurpose, goOn: (folder: string) => Result<Value> | Promise<Result<Value>>): Promise<Result<Value | null>> {
  const folder = await surroundings.chooseFolder(purpose);
  if (folder === null) return ok(null);
  const path = await chosenPath(folder);
  if (!path.ok) return path;
  if (path.value !== nameText(Buffer.from(folder))) return refused(refusal('unsupported', `“${path.value}” has a name that is no text, and nothing is written to such a folder.`, 'Choose another folder, or rename it.'));
  return goOn(folder);
}
