/** Counts and cuts characters, joins lines, and changes the first letter of a text. @module */

/** What a header of HTTP contains without a space: visible characters of ASCII. */
export const HEADER_TEXT = /^[\x21-\x7e]*$/;

/** Number of characters of a text, as calls and forms count them: an emoji is one, though it takes two places. */
export function characterCount(text: string): number {
  return [...text].length;
}

/** The first characters of a text, none of them cut in two: half an emoji is refused everywhere. */
export function firstCharacters(text: string, most: number): string {
  return [...text].slice(0, most).join("");
}

/**
 * A text for a single-line field. A browser drops line breaks there: words would be joined, and the form would differ
 * from the stored text before any typing.
 *
 * @spec forms.unsaved
 * @returns the text, with each run of line breaks replaced with a space
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(oneLine("Les Tilleuls\r\nBâtiment B"), "Les Tilleuls Bâtiment B");
 * ```
 */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** Whether a text can be a segment of a path: not empty, not ".", ".." (which are resolved), and without an unpaired surrogate. */
export function isPathSegment(text: string): boolean {
  return text !== "" && text !== "." && text !== ".." && text.isWellFormed();
}

/** Capitalises the first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lowercases the first letter. */
export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
