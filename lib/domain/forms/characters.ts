/** What a header of HTTP contains without a space: visible characters of ASCII. */
export const HEADER_TEXT = /^[\x21-\x7e]*$/;

/** Number of characters of a text, as calls and forms count them: an emoji is one, though it takes two places. */
export function characterCount(text: string): number {
  return [...text].length;
}

/** The first characters of a text, none of them cut in two: half an emoji is refused everywhere. */
export function firstCharacters(text: string, most: number): string {
  return [...text].slice(0, most).join("");
}
