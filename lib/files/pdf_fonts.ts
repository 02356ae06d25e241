/** The fonts and colours of every PDF, and the characters that can be written. @module */

// @ts-types="./fontkit_types.ts"
import { create, type Font } from "fontkit";
import { createRequire } from "node:module";
import { memo } from "@/lib/base/memo.ts";

export const FONTS = { plain: "Arimo", bold: "Arimo-Bold" } as const;
/** The file of each font, in its package: it is read at run time. */
const FONT_FILES: ReadonlyMap<string, string> = new Map([
  [FONTS.plain, "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"],
  [FONTS.bold, "@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"],
]);
export const LINE_HEIGHT = 1.35;
/** Font size of tables, points. */
export const CELL_SIZE = 8.5;

export const INK = "#182226";
export const SOFT_INK = "#4f5d63";
export const LINE = "#d9deda";

const require = createRequire(import.meta.url);

/** The fonts by name, read once: each document embeds the glyphs it uses. */
export const OPENED_FONTS: ReadonlyMap<string, Font> = new Map(
  Array.from(FONT_FILES, ([name, file]) => [
    name,
    create(Deno.readFileSync(require.resolve(file))),
  ]),
);

/** True when the fonts have a glyph for a character: all fonts have the same. */
function isWritten(letter: string): boolean {
  const font = OPENED_FONTS.get(FONTS.plain);
  return font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false;
}

/**
 * A text restricted to the glyphs of the PDF fonts. A missing letter is replaced by its nearest one, else by "?", so
 * that no name silently loses one; a missing symbol, such as an emoji, is removed.
 */
export function writable(text: string): string {
  return Array.from(text.normalize("NFC"), written).join("").replaceAll(/\uFFFD+/g, "?");
}

/** Computed once: a font lookup is slow. */
const written = memo(nearest, 10_000);

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
