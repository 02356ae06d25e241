/** Capitalises the first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lowercases the first letter. */
export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
