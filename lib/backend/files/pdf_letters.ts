import { isWritten } from "./pdf_fonts.ts";

/**
 * A text restricted to the glyphs of the PDF fonts. A missing letter is replaced by its nearest one, else by "?", so
 * that no name silently loses one; a missing symbol, such as an emoji, is removed.
 */
export function writable(text: string): string {
  return Array.from(text.normalize("NFC"), written).join("").replaceAll(/\uFFFD+/g, "?");
}

/** Characters already looked up: a font lookup is slow. */
const WRITTEN = new Map<string, string>();

function written(letter: string): string {
  const known = WRITTEN.get(letter) ?? nearest(letter);
  WRITTEN.set(letter, known);
  return known;
}

/** @returns U+FFFD for a letter or a number without a near one */
function nearest(letter: string): string {
  if (letter === "\n" || isDrawn(letter)) return letter;
  if (/\s/.test(letter)) return " ";
  const parts = [...letter.normalize("NFKD")].filter(isDrawn).join("");
  return parts === "" && /[\p{L}\p{N}]/u.test(letter) ? "\uFFFD" : parts;
}

/** False for characters without a shape, and for Hebrew, which the library would write from left to right. */
function isDrawn(letter: string): boolean {
  return isWritten(letter) && !/[\p{C}\p{Script=Hebrew}]/u.test(letter);
}
