/** Finds blank and forbidden texts, and compares names in any spelling. @module */

/** Overrides of the writing direction: they change how the text after them reads, including the screen's own words. */
const DIRECTION_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/;

/** Control characters and invisible marks, including those Unicode counts as letters, and the empty braille cell. */
const UNDRAWN = /[\p{C}\p{DI}\u2800]/gu;

/** Whether a text is blank: empty, or only spaces and invisible characters. */
export function isBlank(text: string): boolean {
  return text.replace(UNDRAWN, "").trim() === "";
}

/** Whether a text reads in the order in which it is written. */
export function keepsDirection(text: string): boolean {
  return !DIRECTION_OVERRIDES.test(text);
}

/** Why a text is refused, with the text before the refused part. */
export interface RefusedText {
  readonly kind: "direction" | "nul" | "blank";
  readonly before: string;
}

/** The first forbidden character of a text, or its blankness; null for an accepted text. */
export function refusedText(text: string): RefusedText | null {
  const at = text.search(/[\0\u202A-\u202E\u2066-\u2069]/);
  if (at >= 0) return { kind: text[at] === "\0" ? "nul" : "direction", before: text.slice(0, at) };
  return text !== "" && isBlank(text) ? { kind: "blank", before: "" } : null;
}

/**
 * Key for comparing names: ignores case, accents, spacing, invisible characters and how characters are composed.
 *
 * @spec forms.names
 */
export function comparableName(name: string): string {
  return name.normalize("NFKD").replace(/\s+/g, " ").replace(UNDRAWN, "")
    .replace(/[\u0300-\u036F]/g, "").toLowerCase().trim();
}

export function isNameTaken(others: readonly string[], name: string): boolean {
  const mine = comparableName(name);
  return others.some((other) => comparableName(other) === mine);
}

/** Known codes grouped by spelling, to find the code equivalent to a text. */
export class Spellings {
  readonly #alike = new Map<string, Set<string>>();

  constructor(codes: Iterable<string>) {
    for (const code of codes) this.#spellings(code).add(code);
  }

  /** The known code equivalent to a text. When there is none or several, the text itself, which is then known too. */
  of(text: string): string {
    const alike = this.#spellings(text);
    if (alike.size === 0) alike.add(text);
    const [only = text, ...more] = alike;
    return more.length === 0 ? only : text;
  }

  #spellings(code: string): Set<string> {
    const comparable = comparableName(code);
    const alike = this.#alike.get(comparable) ?? new Set();
    this.#alike.set(comparable, alike);
    return alike;
  }
}
