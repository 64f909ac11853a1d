const images: readonly { readonly type: string; readonly fits: (bytes: Buffer) => boolean }[] = [
  { type: 'image/png', fits: (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', fits: (bytes) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff' },
  { type: 'image/gif', fits: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)) },
  { type: 'image/webp', fits: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' },
];

/** By how the bytes begin, never by a name. Drawings that can hold a program (SVG) are text here. */
export const imageTypeOf = (bytes: Buffer): string | undefined => images.find(({ fits }) => fits(bytes))?.type;

/** Text with every character that would not be seen spelt out, but for new lines and tabs; null for what is no text in UTF-8. */
export function visibleText(bytes: Uint8Array, isWhole: boolean): string | null {
  try {
    // The last character may be cut where the file goes on.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isWhole });
    return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
