import type { Call } from "../contract/call.ts";
import { fileTextInSlices } from "./file_text.ts";
import { formOf } from "./form_body.ts";
import { checkJsonSize } from "./json_body.ts";
import { Refused } from "./refused.ts";

/** Reads the body of a request, and stops at a limit. */
export type BodyReader = (
  maxBytes: number,
) => Promise<
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly code: "too-large" | "too-slow" | "overloaded" }
>;

type BodyKind = NonNullable<Call["bodyKind"]>;

const KIB = 1_024;

/** The largest body of each kind, bytes; files are bounded by the front too. */
const MAX_BYTES: Record<BodyKind, number> = {
  json: 1_024 * KIB,
  form: 64 * KIB,
  multipart: 20 * 1_024 * KIB,
  text: 32 * 1_024 * KIB,
  bytes: 20 * 1_024 * KIB,
};

/** Content types of each kind; a body of another type is not even read. */
const CONTENT_TYPES: Record<BodyKind, RegExp> = {
  json: /^application\/(?:[\w.-]+\+)?json$/,
  form: /^application\/x-www-form-urlencoded$/,
  multipart: /^multipart\/form-data$/,
  text: /^(?:text\/(?:plain|csv)|application\/(?:csv|gzip|x-gzip))$/,
  bytes: /^(?!multipart\/).+$/,
};

/**
 * The body of a request as its call takes it.
 *
 * @returns undefined for a call without body, whatever was sent
 * @throws Refused when it is of another type, too large, too slow, or not what it says
 */
export async function readBody(call: Call, request: Request, read: BodyReader): Promise<unknown> {
  if (!call.body) return undefined;
  const kind = call.bodyKind ?? "json";
  const header = request.headers.get("content-type") ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!CONTENT_TYPES[kind].test(type)) throw new Refused("unsupported-media-type");
  const result = await read(MAX_BYTES[kind]);
  if (!result.ok) throw new Refused(result.code);
  const isGzip = /gzip/.test(type) || request.headers.get("content-encoding") === "gzip";
  const bytes = isGzip ? await unzipped(result.bytes, MAX_BYTES[kind]) : result.bytes;
  return await decoded(kind, bytes, header);
}

async function decoded(
  kind: BodyKind,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<unknown> {
  switch (kind) {
    case "json":
      return parsedJson(bytes);
    case "form":
      textOf(bytes);
      return Object.fromEntries(formOf(bytes, contentType));
    case "multipart":
      return await fieldsOf(bytes, contentType);
    case "text":
      return await fileTextInSlices(bytes);
    case "bytes":
      return bytes;
  }
}

function parsedJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  checkJsonSize(bytes);
  try {
    return JSON.parse(textOf(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused("bad-request");
    throw error;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new Refused("bad-request");
    throw error;
  }
}

async function fieldsOf(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of formOf(bytes, contentType)) {
    fields[name] = typeof value === "string" ? value : await value.bytes();
  }
  return fields;
}

/**
 * Unzips at most so many bytes: a small body may hold a mountain.
 *
 * @param format "deflate" is zlib's
 * @throws Refused when there is more, or the body is not of that format
 */
export async function unzipped(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  format: "gzip" | "deflate" = "gzip",
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  try {
    for await (const part of stream) {
      length += part.length;
      if (length > maxBytes) throw new Refused("too-large");
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof TypeError) throw new Refused("bad-request");
    throw error;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
