/**
 * Bodies, read with a limit: `Deno.serve` has none of its own.
 *
 * @module
 */

/** A body read whole, or why it was not. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly code: "too-large" | "too-slow" };

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
    const bytes = await gathered(reader, maxBytes);
    // After cancel() a cut body looks complete: `late` tells it apart.
    if (late) return { ok: false, code: "too-slow" };
    return bytes === null ? { ok: false, code: "too-large" } : { ok: true, bytes };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a form (urlencoded or multipart), and stops at the limits; null when the body is no form. */
export async function readForm(
  request: Request,
  limits: BodyLimits,
): Promise<
  { ok: true; form: FormData } | { ok: false; code: "too-large" | "too-slow" | "bad-request" }
> {
  const read = await readLimited(request, limits);
  if (!read.ok) return read;
  const type = request.headers.get("content-type") ?? "application/x-www-form-urlencoded";
  try {
    return {
      ok: true,
      form: await new Response(read.bytes, { headers: { "content-type": type } }).formData(),
    };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, code: "bad-request" };
    throw error;
  }
}

/** Bytes a request says it carries; 0 when it does not say. */
export function announcedBytes(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

async function gathered(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maxBytes) {
      void reader.cancel();
      return null;
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
