/** Reads and writes free fields typed one a line, with their limits. @module */

import { characterCount } from "./strings.ts";
import type { FieldError } from "./validators.ts";

/** Maximum number of free fields of an entity. */
export const MOST_PAIRS = 50;

export const PAIR_NAME_MAX_LENGTH = 50;

export const PAIR_VALUE_MAX_LENGTH = 500;

/** A name: without a colon, which ends it, and without outer spaces. */
export const PAIR_NAME = /^[^:\s](?:[^:\r\n]*[^:\s])?$/;

/** A value: one line. */
export const PAIR_VALUE = /^[^\r\n]*$/;

type PairLines =
  | { readonly ok: true; readonly pairs: Record<string, string> }
  | { readonly ok: false; readonly error: FieldError };

/**
 * Reads free fields typed one per line, « nom : valeur ».
 *
 * Blank lines are ignored; only the first colon of a line separates.
 *
 * @spec housing.fields
 * @returns an error for a line without a name or a colon, a duplicate name, a text too long, or too many lines
 */
export function readPairLines(text: string): PairLines {
  const pairs = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    const value = line.slice(colon + 1).trim();
    if (name === "") return { ok: false, error: { code: "pairs" } };
    if (pairs.has(name)) return { ok: false, error: { code: "unique" } };
    const tooLong = lengthError(name, PAIR_NAME_MAX_LENGTH) ??
      lengthError(value, PAIR_VALUE_MAX_LENGTH);
    if (tooLong !== null) return { ok: false, error: tooLong };
    pairs.set(name, value);
  }
  if (pairs.size > MOST_PAIRS) return { ok: false, error: { code: "max", max: MOST_PAIRS } };
  return { ok: true, pairs: Object.fromEntries(pairs) };
}

/** Free fields in their typed format, in order. */
export function pairLines(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs).map(([name, value]) => `${name} : ${value}`).join("\n");
}

function lengthError(text: string, allowedLength: number): FieldError | null {
  return characterCount(text) > allowedLength ? { code: "maxlength", allowedLength } : null;
}
