/** Two or more blank lines: on a screen that turns its pages, they would be empty pages. */
const BLANK_LINES = /\n(?:[^\S\n]*\n){2,}/g;

/** A message as it is shown, with one blank line at most between two paragraphs. @spec display.pages */
export function withoutBlankPages(message: string): string {
  return message.replace(BLANK_LINES, "\n\n");
}
