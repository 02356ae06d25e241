/** Overrides of the writing direction: they make the text after them, a screen's own words too, read as something else. */
const DIRECTION_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/;

/** Controls and marks without a drawing, those Unicode counts as letters included. */
const UNDRAWN =
  /[\p{C}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0F\uFFA0]/gu;

/** Whether a text shows nothing: empty, or only blanks and invisible characters. */
export function isBlank(text: string): boolean {
  return text.replace(UNDRAWN, "").trim() === "";
}

/** Whether a text reads in the order it is written in. */
export function keepsDirection(text: string): boolean {
  return !DIRECTION_OVERRIDES.test(text);
}

/**
 * A name as one compares it with others: neither case, accents, spacing, what is not drawn nor how its characters are
 * composed counts.
 *
 * @spec decision 097
 */
export function comparableName(name: string): string {
  return name.normalize("NFKD").replace(/\s+/g, " ").replace(UNDRAWN, "").replace(
    /[\u0300-\u036F]/g,
    "",
  )
    .toLowerCase().trim();
}

/** Whether one of several names reads as another does. */
export function isNameTaken(others: readonly string[], name: string): boolean {
  const mine = comparableName(name);
  return others.some((other) => comparableName(other) === mine);
}
