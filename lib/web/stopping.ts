/**
 * Aborted when the program is told to stop: whatever repeats must end, or the process never does.
 *
 * The server itself drains on the same signals.
 */
export function stopping(): AbortSignal {
  const controller = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGTERM", "SIGINT"];
  for (const signal of signals) Deno.addSignalListener(signal, () => controller.abort());
  return controller.signal;
}
