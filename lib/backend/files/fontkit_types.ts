/**
 * What is used of fontkit, which comes without types.
 *
 * @module
 */

/** A font that was read. */
export interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

export declare function create(bytes: Uint8Array): Font;
