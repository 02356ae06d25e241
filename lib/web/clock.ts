/** The present instant, ISO with Z: the one clock of the program; everything below is given `now`. */
export function now(): string {
  return new Date().toISOString();
}

/** The present instant in milliseconds since 1970, for what the store keeps and compares. */
export function epochMs(): number {
  return Date.now();
}
