/** The clock of the program, and the signal of its end. @module */

/** The present instant, ISO with Z. The only clock of the program; other code takes `now` as an argument. */
export function now(): string {
  return new Date().toISOString();
}

/** The present instant in milliseconds since 1970, for stored values and comparisons. */
export function epochMs(): number {
  return Date.now();
}

/**
 * A signal aborted on SIGTERM or SIGINT, so that jobs stop and the process exits.
 *
 * The server itself drains on the same signals.
 */
export function stopping(): AbortSignal {
  const controller = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGTERM", "SIGINT"];
  for (const signal of signals) Deno.addSignalListener(signal, () => controller.abort());
  return controller.signal;
}
