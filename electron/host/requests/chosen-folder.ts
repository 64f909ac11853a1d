import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { FolderPurpose, Surroundings } from '../desk.ts';
import { nameText } from '../engine/name-text.ts';
import { chosenPath } from '../projection/chosen-path.ts';

/**
 * The folder that the person chose for what leaves; null where they chose none. Everything keeps it as text, so one whose bytes
 * text cannot tell is refused: what is written to its text would go to another folder.
 */
export async function chosenFolder(surroundings: Pick<Surroundings, 'chooseFolder'>, purpose: FolderPurpose): Promise<Result<string | null>> {
  const folder = await surroundings.chooseFolder(purpose);
  if (folder === null) return ok(null);
  const path = await chosenPath(folder);
  if (!path.ok) return path;
  return path.value === nameText(Buffer.from(folder)) ? ok(folder) : refused(refusal('unsupported', `“${path.value}” has a name that is no text, and nothing is written to such a folder.`, 'Choose another folder, or rename it.'));
}
