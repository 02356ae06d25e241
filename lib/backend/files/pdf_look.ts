/** Letters and colours of every PDF. @module */

export const FONTS = { plain: "Helvetica", bold: "Helvetica-Bold" } as const;
export const LINE_HEIGHT = 1.35;
/** Letters of tables, points. */
export const CELL_SIZE = 8.5;

export const INK = "#182226";
export const SOFT_INK = "#4f5d63";
export const LINE = "#d9deda";
