import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCheckedParent } from '../../electron/host/artifacts/checked-parent.ts';
import { inChosenFolder } from '../../electron/host/requests/chosen-folder.ts';
import { ok } from '../../shared/result.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

const oddName = Buffer.concat([Buffer.from('T'), Buffer.from([0xe9]), Buffer.from('l')]);
const below = (folder: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name]);
const chosen = (folder: string | null) => inChosenFolder({ chooseFolder: async () => folder }, 'export', ok);

describe('the folder that was chosen for what leaves', () => {
  test('is the one that was chosen, also where it is not there yet, or none', async () => {
    const folder = aTemporaryFolder();

    expect(await chosen(folder)).toEqual({ ok: true, value: folder });
    expect(await chosen(`${folder}/a\\xE9b/later`)).toEqual({ ok: true, value: `${folder}/a\\xE9b/later` });
    expect(await chosen(null)).toEqual({ ok: true, value: null });
  });

  test('is refused where its name is no text, rather than another one made that reads like it', async () => {
    const folder = aTemporaryFolder();
    mkdirSync(below(folder, oddName));

    expect(await chosen(path.join(folder, oddName.toString('utf8')))).toMatchObject({ ok: false, refusal: { code: 'unsupported', says: `“${folder}/T\\xE9l” has a name that is no text, and nothing is written to such a folder.` } });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('is taken where its name is the very text that is shown', async () => {
    const folder = aTemporaryFolder();
    mkdirSync(path.join(folder, 'T\uFFFDl'));

    expect(await chosen(path.join(folder, 'T\uFFFDl'))).toEqual({ ok: true, value: path.join(folder, 'T\uFFFDl') });
  });
});

describe('a destination’s folder is held open', () => {
  test.each<[string, (folder: string) => string]>([
    ['below a name with a backslash that reads like a spelt byte', (folder) => path.join(folder, 'lib\\x86')],
    ['below a link to a name that is no text', (folder) => {
      mkdirSync(below(folder, oddName));
      symlinkSync(below(folder, oddName), path.join(folder, 'link'));
      return path.join(folder, 'link');
    }],
  ])('%s', async (_what, exportFolderIn) => {
    const exportFolder = exportFolderIn(aTemporaryFolder());

    const parent = await openCheckedParent(exportFolder, path.join(exportFolder, 'seat', 'report.md'));

    try {
      expect(parent.name).toBe('report.md');
      expect(readdirSync(exportFolder)).toEqual(['seat']);
    } finally {
      await parent.handle.close();
    }
  });
});
