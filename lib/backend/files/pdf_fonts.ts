// @ts-types="./fontkit_types.ts"
import { create, type Font } from "fontkit";
import { createRequire } from "node:module";
import { FONT_FILES, FONTS } from "./pdf_look.ts";

const require = createRequire(import.meta.url);

/** The fonts by name, read once: each document embeds the glyphs it uses. */
export const OPENED_FONTS: ReadonlyMap<string, Font> = new Map(
  Array.from(FONT_FILES, ([name, file]) => [
    name,
    create(Deno.readFileSync(require.resolve(file))),
  ]),
);

/** True when the fonts have a glyph for a character: all fonts have the same. */
export function isWritten(letter: string): boolean {
  const font = OPENED_FONTS.get(FONTS.plain);
  return font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false;
}
