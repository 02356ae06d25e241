/**
 * The part of fontkit used here; fontkit has no types.
 *
 * @module
 */

/** A parsed font. */
export interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

export declare function create(bytes: Uint8Array): Font;
