// Bytes as plain data.

/** All of `parts` in one, in their order. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const LONGEST_TEXT = 512;

/**
 * The text at an index of a C program's memory, up to its zero byte; null where it is longer than a path is, or has
 * other letters than ASCII's. For texts that are asked for so often that a decoder would cost more than they do.
 */
export function asciiAt(memory: Uint8Array, index: number): string | null {
  let text = '';
  for (let at = index; at < index + LONGEST_TEXT; at++) {
    const byte = memory[at] ?? 0;
    if (byte === 0) return text;
    if (byte > 127) return null;
    text += String.fromCharCode(byte);
  }
  return null;
}
