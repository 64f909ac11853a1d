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
