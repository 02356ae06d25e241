/**
 * A text as a field of one line holds it. A browser drops line breaks there: words would be joined, and the form
 * would differ from what is stored before any typing.
 *
 * @spec forms.unsaved
 * @returns the text, each run of line breaks a space
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(oneLine("Les Tilleuls\r\nBâtiment B"), "Les Tilleuls Bâtiment B");
 * ```
 */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
