import { beforeEach, describe, expect, test } from 'vitest';
import { previewGuestFile } from '../../electron/host/artifacts/preview-guest-file.ts';
import { headerTypes, imageHeaders } from '../support/image-headers.ts';
import { MemoryWorker, reportPath } from '../support/memory-worker.ts';
import { tarEntry, tarOf } from '../support/tar-bytes.ts';

let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

const preview = (path = reportPath) => previewGuestFile(worker, worker.id, path);

const png = imageHeaders['image/png'](1, 1);

describe('a preview of a guest’s file', () => {
  test('shows text as it is, with what would not be seen spelt out', async () => {
    worker.guest.file(reportPath, '\ufeffété\n\tone\r\n\u001b[31mred\u007f\u202eturned\u2028');

    expect(await preview()).toEqual({ ok: true, value: { kind: 'text', text: '\\u{feff}été\n\tone\\u{d}\n\\u{1b}[31mred\\u{7f}\\u{202e}turned\\u{2028}', complete: true } });
  });

  test('shows the first 64 KiB, and says that the file goes on', async () => {
    worker.guest.file(reportPath, `x${'é'.repeat(40_000)}`);

    const shown = await preview();

    expect(shown).toMatchObject({ ok: true, value: { kind: 'text', complete: false } });
    expect(shown.ok && shown.value.kind === 'text' && shown.value.text.length).toBe(1 + 32_767);
  });

  test.each(headerTypes)('shows an image as %s, by its bytes and not by its name', async (type) => {
    const bytes = imageHeaders[type](4000, 4000);
    worker.guest.file(reportPath, bytes);

    expect(await preview()).toEqual({ ok: true, value: { kind: 'image', url: `data:${type};base64,${bytes.toString('base64')}` } });
  });

  test.each(headerTypes)('says how large an image as %s would be drawn, and draws none that is too large', async (type) => {
    worker.guest.file(reportPath, imageHeaders[type](16_000, 1_001));

    expect(await preview()).toEqual({ ok: true, value: { kind: 'none', says: 'an image of 16,000 by 1,001 pixels; up to 16,000,000 pixels are shown' } });
  });

  test.each(headerTypes)('draws no image as %s whose header is cut', async (type) => {
    worker.guest.file(reportPath, imageHeaders[type](1, 1).subarray(0, -1));

    expect(await preview()).toEqual({ ok: true, value: { kind: 'none', says: 'an image whose header does not say how large it is drawn' } });
  });

  test('shows a drawing that could hold a program as its text', async () => {
    worker.guest.file(reportPath, '<svg><script>1</script></svg>');

    expect(await preview()).toMatchObject({ ok: true, value: { kind: 'text' } });
  });

  test.each<[string, () => void, string]>([
    ['an image that is too large', () => worker.guest.file(reportPath, Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])), 'up to 2.1 MB are shown'],
    ['bytes that are neither', () => worker.guest.file(reportPath, Buffer.from([0xff, 0, 1])), 'neither text in UTF-8'],
    ['a link', () => worker.guest.link(reportPath, '/etc/passwd'), 'it is a link'],
    ['a folder', () => worker.guest.folder(reportPath), 'it is not a file'],
    ['another file than was asked for', () => void worker.guest.forged.set(reportPath, tarOf(tarEntry({ name: 'other.md' }, 'x'))), 'it is not a file'],
    ['a folder on the way that is a link', () => worker.guest.link('/workspace/results', '/state/home'), 'not a folder but a link'],
  ])('shows nothing of %s, and says why', async (_what, make, says) => {
    make();

    expect(await preview()).toMatchObject({ ok: true, value: { kind: 'none', says: expect.stringContaining(says) } });
  });

  test('is refused outside the workspace, and for what is not there', async () => {
    expect(await preview('/state/home/secret')).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
    expect(await preview('/workspace/results/none')).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  });
});
