/**
 * Characters of line protocol, as codes: a tick of ten thousand lines is read in half the time of characters.
 *
 * @module
 */
export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const COMMA = 44;
export const EQUALS = 61;
export const BACKSLASH = 92;

/** Whether a backslash before this character stands for the character alone. */
export function isEscaped(code: number): boolean {
  return code === COMMA || code === EQUALS || code === SPACE;
}

/** How many lines a text ends. */
export function newlinesOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
