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
