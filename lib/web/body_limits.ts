/**
 * Bodies, read with a limit: `Deno.serve` has none of its own.
 *
 * @module
 */
import type { HeldBytes } from "../backend/byte_budget.ts";
import { formOf } from "../backend/form_body.ts";
import { Refused } from "../backend/refused.ts";
import { heldBy } from "./request_facts.ts";

/** A body read whole, or why it was not. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly code: BodyFault };

/** Why a body was not read: its size, its pace, or what all bodies hold already. */
export type BodyFault = "too-large" | "too-slow" | "overloaded";

/** Why a form was not read. */
export type FormFault = BodyFault | "bad-request" | "too-many-fields";

/** Limits of a read: bytes, and milliseconds for the whole body. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxMs?: number;
}

/** Reads the body of a request, and stops at the limits. */
export async function readLimited(request: Request, limits: BodyLimits): Promise<ReadBody> {
  const { maxBytes, maxMs = 30_000 } = limits;
  if (announcedBytes(request) > maxBytes) return { ok: false, code: "too-large" };
  if (request.body === null) return { ok: true, bytes: new Uint8Array() };
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void reader.cancel();
  }, maxMs);
  try {
    const bytes = await gathered(reader, maxBytes, heldBy(request));
    // After cancel() a cut body looks complete: `late` tells it apart.
    return late ? { ok: false, code: "too-slow" } : { ok: true, bytes };
  } catch (fault) {
    const code = fault instanceof Refused ? fault.code : null;
    if (code !== "too-large" && code !== "overloaded") throw fault;
    void reader.cancel();
    return { ok: false, code };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a form (urlencoded or multipart), and stops at the limits; null when the body is no form. */
export async function readForm(
  request: Request,
  limits: BodyLimits,
): Promise<
  { ok: true; form: FormData } | { ok: false; code: FormFault }
> {
  const read = await readLimited(request, limits);
  if (!read.ok) return read;
  const type = request.headers.get("content-type") ?? "application/x-www-form-urlencoded";
  try {
    return { ok: true, form: formOf(read.bytes, type) };
  } catch (fault) {
    const code = fault instanceof Refused ? fault.code : null;
    const isOurs = code === "bad-request" || code === "too-large" || code === "too-many-fields";
    if (!isOurs) throw fault;
    return { ok: false, code };
  }
}

/** Bytes a request says it carries; 0 when it does not say. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

async function gathered(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  held: HeldBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maxBytes) throw new Refused("too-large");
    held.grow(part.value.length);
    parts.push(part.value);
  }
  return joined(parts, size, held);
}

/** The parts as one array; while it is being made, the bytes are held twice. */
function joined(
  parts: readonly Uint8Array<ArrayBuffer>[],
  size: number,
  held: HeldBytes,
): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  held.grow(size);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  held.shrink(size);
  return bytes;
}
