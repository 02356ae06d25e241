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
