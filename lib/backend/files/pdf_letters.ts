import { isWritten } from "./pdf_fonts.ts";

/**
 * A text with what the fonts of a PDF write. A letter that they lack is written as its nearest one, else as "?", so that
 * no name loses any in silence; a sign that they lack is left out, as an emoji.
 */
export function writable(text: string): string {
  return Array.from(text.normalize("NFC"), written).join("").replaceAll(/\uFFFD+/g, "?");
}

/** What is written for each character met so far: a font is slow to look in. */
const WRITTEN = new Map<string, string>();

function written(letter: string): string {
  const known = WRITTEN.get(letter) ?? nearest(letter);
  WRITTEN.set(letter, known);
  return known;
}

/** @returns U+FFFD for a letter or a number that no other is near to */
function nearest(letter: string): string {
  if (letter === "\n" || isDrawn(letter)) return letter;
  if (/\s/.test(letter)) return " ";
  const parts = [...letter.normalize("NFKD")].filter(isDrawn).join("");
  return parts === "" && /[\p{L}\p{N}]/u.test(letter) ? "\uFFFD" : parts;
}

/** Characters without a shape are not; nor is Hebrew, which the library would write from left to right. */
function isDrawn(letter: string): boolean {
  return isWritten(letter) && !/[\p{C}\p{Script=Hebrew}]/u.test(letter);
}
