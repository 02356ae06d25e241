/** Splits the bytes of one connection into requests. @module */
import { ChunkedBody } from "./chunked_body.ts";
import { readHead } from "./request_head.ts";

/** Result of a client's bytes: bytes to pass on, or the status that refuses the rest. */
type Step =
  | { readonly kind: "pass"; readonly bytes: Uint8Array }
  | { readonly kind: "refuse"; readonly status: number };

/** State of a connection: between two requests, in a head, in a body. */
export type Phase = "between" | "head" | "body";

const HEAD_MAX_BYTES = 32 * 1024;
const NOTHING = new Uint8Array();
const decoder = new TextDecoder("latin1");

export class RequestStream {
  #head = NOTHING;
  #body: { kind: "bytes"; left: number } | { kind: "chunked"; chunks: ChunkedBody } | null = null;

  constructor(private readonly clientAddress: string) {}

  get phase(): Phase {
    if (this.#body !== null) return "body";
    return this.#head.length === 0 ? "between" : "head";
  }

  /** Processes bytes of the client; yields bytes to pass on, until a refusal. */
  *take(bytes: Uint8Array): Generator<Step> {
    for (let at = 0; at < bytes.length;) {
      if (this.#body === null) {
        const read = this.#takeHead(bytes.subarray(at));
        at += read.used;
        if (read.step === null) continue;
        yield read.step;
        if (read.step.kind === "refuse") return;
      } else {
        const end = this.#endOfBody(bytes, at);
        yield end === null
          ? { kind: "refuse", status: 400 }
          : { kind: "pass", bytes: bytes.subarray(at, end) };
        if (end === null) return;
        at = end;
      }
    }
  }

  #takeHead(bytes: Uint8Array): { used: number; step: Step | null } {
    const before = this.#head.length;
    const joined = joinedBytes(this.#head, bytes);
    const start = blankStart(joined);
    const end = endOfHead(joined, Math.max(start, before - 3));
    if ((end === -1 ? joined.length : end) - start > HEAD_MAX_BYTES) {
      return { used: bytes.length, step: { kind: "refuse", status: 431 } };
    }
    if (end === -1) {
      this.#head = joined.slice(start);
      return { used: bytes.length, step: null };
    }
    this.#head = NOTHING;
    return {
      used: end + 4 - before,
      step: this.#passHead(decoder.decode(joined.subarray(start, end))),
    };
  }

  #passHead(text: string): Step {
    const head = readHead(text, this.clientAddress);
    if (!head.ok) return { kind: "refuse", status: head.status };
    if (head.body.kind === "chunked") this.#body = { kind: "chunked", chunks: new ChunkedBody() };
    else if (head.body.count > 0) this.#body = { kind: "bytes", left: head.body.count };
    return { kind: "pass", bytes: head.bytes };
  }

  /** Index after the body's bytes in `bytes`; null when the body is malformed. */
  #endOfBody(bytes: Uint8Array, from: number): number | null {
    const body = this.#body;
    if (body === null) return from;
    if (body.kind === "bytes") {
      const taken = Math.min(body.left, bytes.length - from);
      body.left -= taken;
      if (body.left === 0) this.#body = null;
      return from + taken;
    }
    const end = body.chunks.follow(bytes, from);
    if (body.chunks.state === "broken") return null;
    if (body.chunks.state === "done") this.#body = null;
    return end;
  }
}

function joinedBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Skips the extra empty line that some clients send after a body (RFC 9112 §2.2). */
function blankStart(bytes: Uint8Array): number {
  return bytes[0] === 13 && bytes[1] === 10 ? 2 : 0;
}

function endOfHead(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(13, from); at !== -1; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at;
  }
  return -1;
}
