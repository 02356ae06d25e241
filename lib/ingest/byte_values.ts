/** Characters, whole numbers and plain values as senders write them. @module */

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

/** Maximum digits for which whole numbers, and their quotients by a power of ten, are the nearest doubles. */
export const EXACT_DIGITS = 15;
/** Powers of ten by decimal places, all exact. */
export const POWERS: Float64Array = Float64Array.from(
  { length: EXACT_DIGITS + 1 },
  (_, places) => Number(`1e${places}`),
);

/** Parses digits as a whole number; NaN when there are too many, or a byte is not a digit. */
export function shortWhole(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > EXACT_DIGITS) return NaN;
  let whole = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (!isDigit(byte)) return NaN;
    whole = whole * 10 + byte - ZERO;
  }
  return whole;
}

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WHOLE = /^(?:[+-]?\d+i|\+?\d+u)$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...["t", "T", "true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["f", "F", "false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** A decimal number, possibly with an exponent: `1.5`, `-2e3`; undefined when it is not one, or is not finite. */
function floatOf(written: string): number | undefined {
  const value = FLOAT.test(written) ? Number(written) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** The number of a JSON value or of a form. @returns null when it is neither a finite number nor the text of one */
export function numberOf(value: unknown): number | null {
  if (typeof value === "string") return floatOf(value.trim()) ?? null;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A field of line protocol other than a text: `1.5`, `12i`, `7u`, `true`; undefined when it is invalid. */
export function plainValue(written: string): number | boolean | undefined {
  if (FLOAT.test(written)) return floatOf(written);
  if (WHOLE.test(written)) return floatOf(written.slice(0, -1));
  return BOOLEANS.get(written);
}
