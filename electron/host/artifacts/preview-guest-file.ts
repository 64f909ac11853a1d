import { basename } from 'node:path/posix';
import type { GuestPreview } from '../../../shared/guest-files.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { bytesText, numberText } from '../../../shared/quantities.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Means } from '../engine/means.ts';
import { containerOf } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import type { IncomingEntry } from '../projection/incoming-tar.ts';
import { visibleText } from '../projection/visible-text.ts';
import { whenReadable } from '../projection/when-readable.ts';
import { imageSizeOf, mostPixels } from './image-size.ts';
import { imageTypeOf } from './preview-content.ts';
import { readGuestFile, refusalOfPath, type GuestFileEntries } from './read-guest-file.ts';

const mostTextBytes = 64 * 1024;
const mostImageBytes = 2 * 1024 * 1024;

/** Shows one file of the workspace without keeping anything of it. */
export async function previewGuestFile(means: Pick<Means, 'journal' | 'readers'>, id: BindingId, path: string, signal?: AbortSignal): Promise<Result<GuestPreview>> {
  return whenReadable(async () => {
    const problem = refusalOfPath(path);
    if (problem) return refused(problem);
    const binding = bindingOf(means, id);
    const ours = await containerOf(means.readers, binding);
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;
    const preview = await readGuestFile({ reader, container, path, signal }, (entries) => previewOf(entries, basename(path)));
    switch (preview.kind) {
      case 'absent': return refused(refusal('not_found', `${path} is not there any more.`, 'Look at the guest’s files again.'));
      case 'refused': return ok({ kind: 'none', says: preview.says });
      default: return ok(preview);
    }
  }, signal);
}

/** From the beginning of the one entry; what follows is not waited for. */
async function previewOf(entries: GuestFileEntries, name: string): Promise<GuestPreview> {
  for await (const entry of entries) {
    if (entry.kind === 'refused') return { kind: 'none', says: entry.says };
    if (entry.path !== name || entry.type !== 'file') return { kind: 'none', says: 'it is not a file' };
    // Awaited here: the archive is closed as soon as this is left.
    return await previewOfFile(entry);
  }
  return { kind: 'none', says: 'the archive is empty' };
}

async function previewOfFile({ bytes, content }: IncomingEntry): Promise<GuestPreview> {
  const beginning = await firstOf(content, mostImageBytes);
  const image = imageTypeOf(beginning);
  if (image !== undefined && bytes > mostImageBytes) return { kind: 'none', says: `an image of ${bytesText(bytes)}; up to ${bytesText(mostImageBytes)} are shown` };
  const unfit = image !== undefined && whyNotDrawn(image, beginning);
  if (unfit) return { kind: 'none', says: unfit };
  if (image !== undefined) return { kind: 'image', url: `data:${image};base64,${beginning.toString('base64')}` };
  const complete = bytes <= mostTextBytes;
  const text = visibleText(beginning.subarray(0, mostTextBytes), complete);
  return text === null ? { kind: 'none', says: 'neither text in UTF-8 nor a PNG, JPEG, GIF or WebP image' } : { kind: 'text', text, complete };
}

/** Few bytes can be made to draw very much. */
function whyNotDrawn(type: string, bytes: Buffer): string | null {
  const size = imageSizeOf(type, bytes);
  if (size === null) return 'an image whose header does not say how large it is drawn';
  const { width, height } = size;
  return width * height > mostPixels ? `an image of ${numberText(width)} by ${numberText(height)} pixels; up to ${numberText(mostPixels)} pixels are shown` : null;
}

async function firstOf(content: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    pieces.push(Buffer.from(piece));
    bytes += piece.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}
