import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imageBuilt } from '../../electron/host/engine/goals.ts';
import { tarOfFolder } from '../support/tar-of-folder.ts';
import { EngineUnderTest, folderOfFiles, newAttempt, tokenFor } from '../support/engine-under-test.ts';

let engine: EngineUnderTest;

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

afterAll(() => engine.cleanUp());

async function build(dockerfile: string, { tag = `${engine.mark}:2`, label = newAttempt(), signal = undefined as AbortSignal | undefined } = {}) {
  const folder = folderOfFiles({ Dockerfile: dockerfile, file: 'x' });
  const lines: string[] = [];
  const answer = await engine.mutations.buildImage(tokenFor('build_image'), { context: tarOfFolder(folder), tag, labels: { 'io.bailiwick.build': label } }, (line) => lines.push(line), signal);
  rmSync(folder, { recursive: true });
  return { answer, lines, goal: await imageBuilt(engine.reader, tag, label) };
}

describe('building an image', () => {
  test('tells each line and gives the id that the tag has', async () => {
    const { answer, lines, goal } = await build(`FROM ${engine.mark}:1\nCOPY file /file\nRUN ["/bin/cat","/file"]\n`);

    expect(answer).toMatchObject({ kind: 'applied', status: 200, id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(goal).toMatchObject({ reached: true, id: answer.kind === 'applied' ? answer.id : '' });
    expect(lines.join('\n')).toContain('COPY file /file');
    expect(lines.every((line) => line !== '' && !line.includes('\n'))).toBe(true);
    expect(await engine.reader.listImages()).toContainEqual(expect.objectContaining({ tags: [`${engine.mark}:2`] }));
  });

  test('that fails is refused in the builder’s own words, and there is no image', async () => {
    const { answer, goal } = await build(`FROM ${engine.mark}:1\nRUN ["/bin/false"]\n`, { tag: `${engine.mark}:3` });

    expect(answer).toMatchObject({ kind: 'refused', says: expect.stringContaining('non-zero code: 1') });
    expect(goal).toMatchObject({ reached: false });
  });

  test('that cannot be read is refused', async () => {
    expect((await build('NONSENSE\n', { tag: `${engine.mark}:3` })).answer).toMatchObject({ kind: 'refused', status: expect.any(Number) });
  });

  test('that is given up is unclear, leaves no image under the tag and no container behind', async () => {
    const given = new AbortController();
    setTimeout(() => given.abort(), 1500);

    const { answer, goal } = await build(`FROM ${engine.mark}:1\nRUN ["/bin/sleep","120"]\n`, { tag: `${engine.mark}:4`, signal: given.signal });

    expect(answer).toMatchObject({ kind: 'unclear' });
    expect(goal).toMatchObject({ reached: false });
    await expect.poll(async () => (await engine.reader.listContainers()).filter(({ image, imageId }) => image.startsWith(engine.mark) || imageId === engine.imageId), { timeout: 15_000 }).toEqual([]);
  });
});
