/** The access log: one JSON line per request on standard output, written in bulk, without a secret in it. @module */
import { now } from "@/lib/web/clock.ts";
import { LineWriter } from "./line_writer.ts";

interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly url: URL | null;
  readonly status: number;
  readonly ms: number;
}

export type AccessLog = (answered: Answered) => void;

/** An access log on standard output; nothing when it is off. */
export function accessLog(on: boolean): AccessLog {
  if (!on) return () => {};
  const writer = new LineWriter(Deno.stdout);
  return (answered) => writer.write(accessLine(answered, now()));
}

/** One line of the log, with the names of query parameters but not their values: a token or an e-mail is never logged. */
export function accessLine({ requestId, method, url, status, ms }: Answered, at: string): string {
  return JSON.stringify({
    at,
    id: requestId,
    method,
    path: url === null ? null : loggedPath(url),
    status,
    ms: Math.round(ms * 10) / 10,
  });
}

/** A path as the log may show it: long opaque segments (tokens) masked, query reduced to its names. */
export function loggedPath(url: URL): string {
  const path = url.pathname.length < 32 ? url.pathname : url.pathname.replace(OPAQUE, "***");
  if (url.search === "") return path;
  return `${path}?${[...new Set(namesOf(url.search))].join("&")}`;
}

/** Names of a query as written: the text before the first "=". */
function namesOf(search: string): string[] {
  return search.slice(1).split("&").map((part) => part.split("=", 1)[0] ?? "");
}

/** A segment of 24 characters or more, with a digit, that is not words-with-dashes: a token, most likely. */
const OPAQUE = /(?<=\/)(?![a-z0-9]+(?:-[a-z0-9]+)+(?:\/|$))(?=[^/]*\d)[^/]{24,}(?=\/|$)/g;

/** Writes an internal error to standard error as a JSON line: request id, message and stack. */
export function reportFault(requestId: string, fault: unknown): void {
  const { message, stack } = fault instanceof Error ? fault : new Error(String(fault));
  console.error(JSON.stringify({ at: now(), id: requestId, fault: message, stack }));
}
