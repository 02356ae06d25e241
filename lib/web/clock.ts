/** The present instant, ISO with Z: the one clock of the program; everything below is given `now`. */
export function now(): string {
  return new Date().toISOString();
}
