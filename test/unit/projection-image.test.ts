import { beforeEach, describe, expect, test } from 'vitest';
import { changeStaged } from '../../electron/host/projection/change-staged.ts';
import { lookInImage } from '../../electron/host/projection/look-in-image.ts';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import type { ContainerReading } from '../../shared/engine-readings.ts';
import type { Finding } from '../../shared/finding.ts';
import type { Digest } from '../../shared/ids.ts';
import { manifestSchema, type Manifest } from '../../shared/manifest.ts';
import { MemoryWorker } from '../support/memory-worker.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
  for (const folder of ['/bin', '/usr', '/usr/bin', '/opt', '/opt/tool']) worker.guest.folder(folder);
  worker.guest.file('/usr/bin/python3', '');
  worker.guest.link('/bin/sh', 'busybox');
});

const manifestOf = (digest: Digest): Manifest => manifestSchema.parse(worker.journal.document(digest));
const toldOf = ({ findings = [] }: Manifest) => findings.map(({ kind, text }) => [kind, text]);
const commands = (...all: readonly string[]) => JSON.stringify({ mcpServers: Object.fromEntries(all.map((command, index) => [`s${index}`, { command }])) });
const withSearchPath = (reading: ContainerReading | null, searchPath: string) => reading && { ...reading, searchPath };
const inImage = (text: string): Finding => ({ file: 'a.json', place: { at: 'value', pointer: '/x' }, kind: 'in_image', text });

describe('what is to be in the image', () => {
  test('is asked for when it is staged: what is there is no finding, and what is not says so', async () => {
    const manifest = manifestOf(await worker.staged({ 'a.json': commands('python3 -m x', 'npx', '/bin/sh', '/usr/bin/python3', '/opt/tool/run'), 'run.sh': '#!/bin/sh\n' }, 'native_settings'));

    expect(toldOf(manifest)).toEqual([['not_in_image', 'npx'], ['not_in_image', '/opt/tool/run']]);
  });

  test('may be a folder where it is a path, and is none where it is a program', async () => {
    worker.guest.folder('/usr/bin/tool');

    expect(toldOf({ entries: [], findings: [...await lookInImage(worker.readers, worker.binding, [inImage('/opt/tool'), inImage('tool')])] })).toEqual([['not_in_image', 'tool']]);
  });

  test('is looked for where the image itself has its programs looked for', async () => {
    worker.guest.file('/opt/tool/mine', '');
    const { reader } = worker.guest;
    const own: EngineReader = { ...reader, inspectContainer: async (id) => withSearchPath(await reader.inspectContainer(id), '/opt/tool') };

    expect(toldOf({ entries: [], findings: [...await lookInImage({ at: () => own }, worker.binding, [inImage('mine'), inImage('python3')])] })).toEqual([['not_in_image', 'python3']]);
  });

  test('is with its shell where it is a word of a shell’s own', async () => {
    expect(await lookInImage(worker.readers, worker.binding, [inImage('cd')])).toEqual([]);
    worker.guest.things.delete('/bin/sh');
    expect(await lookInImage(worker.readers, worker.binding, [inImage('cd')])).toMatchObject([{ kind: 'not_in_image' }]);
  });

  test.each(['/usr/bin/**', '/usr/lib/$NAME', `/usr/${'x'.repeat(600)}…`])('stays as it is where it is no one path: %s', async (text) => {
    expect(await lookInImage(worker.readers, worker.binding, [inImage(text)])).toEqual([inImage(text)]);
  });

  test('stays as it is where nobody can be asked', async () => {
    worker.guest.isReachable = false;

    expect(toldOf(manifestOf(await worker.staged({ 'a.json': commands('python3', 'npx') }, 'native_settings')))).toEqual([['in_image', 'python3'], ['in_image', 'npx']]);
  });

  test('can be fixed where it is not there, and what is written instead is asked for too', async () => {
    const digest = await worker.staged({ 'a.json': commands('npx') }, 'native_settings');
    const manifest = manifestOf(digest);
    const [finding] = manifest.findings ?? [];
    if (!finding) throw new Error('nothing was found');

    const fixed = await changeStaged(worker, worker.binding, { digest, manifest }, finding, { way: 'fix', value: 'python3' });

    expect(fixed).toMatchObject({ ok: true });
    expect(fixed.ok && manifestOf(fixed.value).findings).toBeUndefined();
  });
});
