/** Whether a text can be a segment of a path: not empty, not ".", ".." (which are resolved), and without an unpaired surrogate. */
export function isPathSegment(text: string): boolean {
  return text !== "" && text !== "." && text !== ".." && text.isWellFormed();
}
