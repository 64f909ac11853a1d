export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What is drawn takes four bytes for each of these, whatever the file has. */
export const mostPixels = 16_000_000;

/** Read from the header, before anything decodes it; null where the header does not say. */
export function imageSizeOf(type: string, bytes: Buffer): ImageSize | null {
  try {
    return known(sizeIn(type, bytes));
  } catch (error) {
    // A header that is cut is one that does not say.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeIn(type: string, bytes: Buffer): ImageSize | null {
  switch (type) {
    case 'image/png': return bytes.toString('latin1', 12, 16) === 'IHDR' ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
    case 'image/gif': return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    case 'image/jpeg': return sizeInJpeg(bytes);
    case 'image/webp': return sizeInWebp(bytes);
    default: return null;
  }
}

const known = (size: ImageSize | null): ImageSize | null => (size && size.width > 0 && size.height > 0 ? size : null);

/** From segment to segment up to the frame's own. */
function sizeInJpeg(bytes: Buffer): ImageSize | null {
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Four of this range are no frames: tables, extensions and arithmetic conditions.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

function sizeInWebp(bytes: Buffer): ImageSize | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X': return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8 ': return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    default: return null;
  }
}
