/** Characters of line protocol as bytes: in UTF-8 no other character contains them. @module */
export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const ZERO = 48;
const NINE = 57;
export const EQUALS = 61;
export const BACKSLASH = 92;
/** Marks the end of the bytes. */
export const END = -1;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** True for a character that a backslash escapes. */
export function isEscaped(byte: number): boolean {
  return byte === COMMA || byte === EQUALS || byte === SPACE;
}

export function endsValue(byte: number): boolean {
  return byte === SPACE || byte === NEWLINE || byte === RETURN || byte === END;
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const EXACT_DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes bytes; invalid UTF-8 becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

/** True when bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    EXACT_DECODER.decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
