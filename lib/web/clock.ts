/** The present instant, ISO with Z. The only clock of the program; other code takes `now` as an argument. */
export function now(): string {
  return new Date().toISOString();
}

/** The present instant in milliseconds since 1970, for stored values and comparisons. */
export function epochMs(): number {
  return Date.now();
}
