/** The headers of images that would be drawn as large as this; nothing follows them. */
export const imageHeaders = {
  'image/png': (width: number, height: number): Buffer => {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(height, 4);
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), size]);
  },
  'image/gif': (width: number, height: number): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt16LE(width, 0);
    size.writeUInt16LE(height, 2);
    return Buffer.concat([Buffer.from('GIF89a'), size]);
  },
  /** With an extension, a table and a filling byte before its frame. */
  'image/jpeg': (width: number, height: number): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt16BE(height, 0);
    size.writeUInt16BE(width, 2);
    return Buffer.concat([Buffer.from('ffd8ffe00004ffd8ffc40003ffffffc20011', 'hex'), Buffer.of(8), size]);
  },
  'image/webp': (width: number, height: number): Buffer => {
    const size = Buffer.alloc(6);
    size.writeUIntLE(width - 1, 0, 3);
    size.writeUIntLE(height - 1, 3, 3);
    return Buffer.concat([Buffer.from('RIFF....WEBPVP8X........'), size]);
  },
} as const;

export type HeaderType = keyof typeof imageHeaders;
export const headerTypes = Object.keys(imageHeaders) as readonly HeaderType[];
