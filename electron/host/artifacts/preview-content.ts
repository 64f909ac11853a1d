const images: readonly { readonly type: string; readonly fits: (bytes: Buffer) => boolean }[] = [
  { type: 'image/png', fits: (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', fits: (bytes) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff' },
  { type: 'image/gif', fits: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) },
  { type: 'image/webp', fits: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' },
];

/** By how the bytes begin, never by a name. Drawings that can hold a program (SVG) are text here. */
export const imageTypeOf = (bytes: Buffer): string | undefined => images.find(({ fits }) => fits(bytes))?.type;
