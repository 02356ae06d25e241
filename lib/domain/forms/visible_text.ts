/** Overrides of the writing direction: they make the text after them, a screen's own words too, read as something else. */
const DIRECTION_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/;

/** Blanks, controls and marks without a drawing, those Unicode counts as letters included. */
const UNSEEN = /[\s\p{C}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0]/gu;

/** Whether a text shows nothing: it is empty, or made of blanks and characters without a drawing. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, "") === "";
}

/** Whether a text reads in the order it is written in. */
export function keepsDirection(text: string): boolean {
  return !DIRECTION_OVERRIDES.test(text);
}

/** A name as one compares it with others: neither case, nor spacing, nor how its characters are composed counts. */
export function comparableName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}
