/** Fonts and colours of every PDF. @module */

export const FONTS = { plain: "Arimo", bold: "Arimo-Bold" } as const;
/** The file of each font, in its package: it is read at run time. */
export const FONT_FILES: ReadonlyMap<string, string> = new Map([
  [FONTS.plain, "@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf"],
  [FONTS.bold, "@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf"],
]);
export const LINE_HEIGHT = 1.35;
/** Font size of tables, points. */
export const CELL_SIZE = 8.5;

export const INK = "#182226";
export const SOFT_INK = "#4f5d63";
export const LINE = "#d9deda";
