/** Numbers, plain values and texts as senders write them. @module */

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

const TIMESTAMP = /^-?\d{1,20}$/;

/**
 * The time of a timestamp without its last digits; undefined when it is not one.
 *
 * Nanoseconds do not fit a number: the extra digits are dropped from the text.
 */
export function wholeTime(written: string, decimals: number): number | undefined {
  if (!TIMESTAMP.test(written)) return undefined;
  if (decimals === 0) return Number(written);
  const isNegative = written.startsWith("-");
  const whole = Number(written.slice(isNegative ? 1 : 0, -decimals));
  // A time just before 1970 becomes negative: any second before 0 is refused later.
  return isNegative ? -whole - 1 : whole;
}
