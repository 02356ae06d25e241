/** Writes the access log and internal errors, without secrets. @module */

import { now } from "./process.ts";

/** Destination of lines: standard output, or a fake in tests. */
export interface LineTarget {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

const FLUSH_AFTER_MS = 200;
const FLUSH_AT_CHARACTERS = 32 * 1024;
const HELD_CHARACTERS_MAX = 4 * 1024 * 1024;

/**
 * Buffers lines and writes them together, so that requests never wait for the log.
 *
 * When the reader stops, up to 4 MiB are buffered; further lines are counted and dropped.
 */
export class LineWriter {
  readonly #target: LineTarget;
  readonly #encoder = new TextEncoder();
  #held = "";
  #droppedCount = 0;
  #writing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(target: LineTarget) {
    this.#target = target;
    globalThis.addEventListener("unload", () => this.#writeLast());
  }

  /** Buffers a line, written within 200 ms. */
  write(line: string): void {
    if (this.#held.length + line.length > HELD_CHARACTERS_MAX) {
      this.#droppedCount += 1;
      return;
    }
    this.#held += line + "\n";
    if (this.#held.length >= FLUSH_AT_CHARACTERS) void this.flush();
    else this.#timer ??= this.#later();
  }

  /** Writes the buffered lines. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#writing !== null) await this.#writing;
    if (this.#held === "") return;
    this.#writing = this.#writeAll(this.#taken()).finally(() => this.#writing = null);
    await this.#writing;
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      from += await this.#target.write(bytes.subarray(from));
    }
  }

  #later(): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => void this.flush(), FLUSH_AFTER_MS);
    Deno.unrefTimer(timer);
    return timer;
  }

  #taken(): Uint8Array {
    const dropped = this.#droppedCount === 0 ? "" : `{"droppedLines":${this.#droppedCount}}\n`;
    const text = this.#held + dropped;
    this.#held = "";
    this.#droppedCount = 0;
    return this.#encoder.encode(text);
  }

  #writeLast(): void {
    if (this.#held !== "") this.#target.writeSync(this.#taken());
  }
}

interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  readonly url: URL | null;
  readonly status: number;
  readonly ms: number;
}

export type AccessLog = (response: AnsweredRequest) => void;

/** An access log on standard output; nothing when it is off. */
export function accessLog(on: boolean): AccessLog {
  if (!on) return () => {};
  const writer = new LineWriter(Deno.stdout);
  return (response) => writer.write(accessLine(response, now()));
}

/** One line of the log, with the names of query parameters but not their values: a token or an e-mail is never logged. */
export function accessLine(
  { requestId, method, url, status, ms }: AnsweredRequest,
  at: string,
): string {
  return JSON.stringify({
    at,
    id: requestId,
    method,
    path: url === null ? null : loggedPath(url),
    status,
    ms: Math.round(ms * 10) / 10,
  });
}

/** A path as the log may show it: tokens and e-mail addresses masked, query reduced to its names. @spec platform.logs */
export function loggedPath(url: URL): string {
  const path = masked(url.pathname);
  if (url.search === "") return path;
  return `${path}?${[...new Set(namesOf(url.search))].join("&")}`;
}

/** Names of a query as written: the text before the first "=", which may be all of it. */
function namesOf(search: string): string[] {
  return search.slice(1).split("&")
    .map((part) => masked(`/${part.split("=", 1)[0] ?? ""}`).slice(1));
}

function masked(path: string): string {
  const shown = path.length < 25 ? path : path.replace(OPAQUE, "***");
  return AT.test(shown) ? shown.replace(ADDRESSED, "***") : shown;
}

/** "@", also encoded, once or several times, also as its full-width or small form. */
const AT = /@|[\uFE6B\uFF20]|%(?:25)*40|%(?:25)*EF%(?:25)*B[CD]%(?:25)*(?:A0|AB)/i;
const ADDRESSED = new RegExp(`[^/]*(?:${AT.source})[^/]*`, "gi");

/** A segment of 24 characters or more, with a digit, that is not words-with-dashes: a token, most likely. */
const OPAQUE = /(?<=\/)(?![a-z0-9]+(?:-[a-z0-9]+)+(?:\/|$))(?=[^/]*\d)[^/]{24,}(?=\/|$)/g;

/** Writes an internal error to standard error as a JSON line: request id, message and stack. */
export function logFault(requestId: string, fault: unknown): void {
  console.error(faultLine(requestId, fault, now()));
}

/** One line about an internal error, without the e-mail addresses of its message. @spec platform.logs */
export function faultLine(requestId: string, fault: unknown, at: string): string {
  const { message, stack } = fault instanceof Error ? fault : new Error(String(fault));
  const [shown, shownStack] = [message, stack].map((text) => text?.replace(ADDRESS, "***"));
  return JSON.stringify({ at, id: requestId, fault: shown, stack: shownStack });
}

/** An address in a text: versions of packages, as "zod@4.6.7", have no such end. */
const ADDRESS = /[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;
