/** Overrides of the writing direction: they make the text after them, a screen's own words too, read as something else. */
const DIRECTION_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/;

/** Controls and marks without a drawing, those Unicode counts as letters included, and the empty cell of braille. */
const UNDRAWN = /[\p{C}\p{DI}\u2800]/gu;

/** Whether a text shows nothing: empty, or only blanks and invisible characters. */
export function isBlank(text: string): boolean {
  return text.replace(UNDRAWN, "").trim() === "";
}

/** Whether a text reads in the order it is written in. */
export function keepsDirection(text: string): boolean {
  return !DIRECTION_OVERRIDES.test(text);
}

/** Why a text is refused as a whole, with the text before what is refused. */
export interface RefusedText {
  readonly kind: "direction" | "nul" | "blank";
  readonly before: string;
}

/** The first character that a text may not contain, or that it shows nothing; null for a text that is accepted. */
export function refusedText(text: string): RefusedText | null {
  const at = text.search(/[\0\u202A-\u202E\u2066-\u2069]/);
  if (at >= 0) return { kind: text[at] === "\0" ? "nul" : "direction", before: text.slice(0, at) };
  return text !== "" && isBlank(text) ? { kind: "blank", before: "" } : null;
}

/**
 * A name as one compares it with others: neither case, accents, spacing, what is not drawn nor how its characters are
 * composed counts.
 *
 * @spec decision 097
 */
export function comparableName(name: string): string {
  return name.normalize("NFKD").replace(/\s+/g, " ").replace(UNDRAWN, "")
    .replace(/[\u0300-\u036F]/g, "").toLowerCase().trim();
}

export function isNameTaken(others: readonly string[], name: string): boolean {
  const mine = comparableName(name);
  return others.some((other) => comparableName(other) === mine);
}

/** The ways codes are spelled, to find the one that another text reads as. */
export class Spellings {
  readonly #alike = new Map<string, Set<string>>();

  constructor(codes: Iterable<string>) {
    for (const code of codes) this.#spellings(code).add(code);
  }

  /** The known code that a text reads as; the text itself, known from then on, when there is none or several. */
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
