import { createRequire } from "node:module";
// @ts-types="./fontkit_types.ts"
import { create, type Font } from "fontkit";
import { FONT_FILES, FONTS } from "./pdf_look.ts";

const require = createRequire(import.meta.url);

/** The fonts by their name, read once: each document embeds what it uses of them. */
export const OPENED_FONTS: ReadonlyMap<string, Font> = new Map(
  Array.from(FONT_FILES, ([name, file]) => [name, opened(file)]),
);

function opened(file: string): Font {
  return create(Deno.readFileSync(require.resolve(file)));
}

/** Whether the fonts have a character: all have the same. */
export function isWritten(letter: string): boolean {
  const font = OPENED_FONTS.get(FONTS.plain);
  return font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false;
}
