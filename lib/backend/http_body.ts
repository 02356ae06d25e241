import type { Call } from "@/lib/contract/call.ts";
import { boundedJson, CALL_BOUNDS, requireUtf8, utf8Text } from "./core/bounded_text.ts";
import { freeBytes, type HeldBytes } from "./core/byte_budget.ts";
import { fileTextInSlices } from "./core/file_text.ts";
import { formOf } from "./core/form_body.ts";
import { isGzipEncoding, unzipped } from "./core/inflate.ts";
import { partMark } from "./core/multipart_parts.ts";
import { Refused } from "./core/refused.ts";

/** Reads the body of a request, and stops at a limit. */
type BodyReader = (maxBytes: number) => Promise<
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly code: "too-large" | "too-slow" | "overloaded" | "bad-request" }
>;

/** An unread body, with its request's share of the budget of all bodies. */
export interface SentBody {
  readonly read: BodyReader;
  /** Reads the fields and files of a multipart body as it arrives. @throws Refused as {@link readBody} */
  readonly readParts: (maxBytes: number, mark: Uint8Array) => Promise<FormData>;
  readonly held: HeldBytes;
  /** Maximum size of a deposited document; default when absent. */
  readonly maxDocumentBytes?: number;
}

type BodyKind = NonNullable<Call["bodyKind"]>;

const KIB = 1_024;

/**
 * Maximum size of a body of each kind, bytes; the reverse proxy limits files too. A body of another content type is not
 * read.
 */
const BODIES: Record<BodyKind, { readonly maxBytes: number; readonly type: RegExp }> = {
  json: { maxBytes: 1_024 * KIB, type: /^application\/(?:[\w.-]+\+)?json$/ },
  form: { maxBytes: 64 * KIB, type: /^application\/x-www-form-urlencoded$/ },
  multipart: { maxBytes: 20 * 1_024 * KIB, type: /^multipart\/form-data$/ },
  text: {
    maxBytes: 32 * 1_024 * KIB,
    type: /^(?:text\/(?:plain|csv)|application\/(?:octet-stream|csv|gzip|x-gzip))$/,
  },
  bytes: { maxBytes: 20 * 1_024 * KIB, type: /^(?!multipart\/).+$/ },
};

/** Maximum size for an anonymous caller: a sign-in or a form of the first run. */
const MAX_PUBLIC_BYTES = 64 * KIB;

/** Maximum size of the fields besides the document of a deposit. */
const DEPOSIT_FIELDS_BYTES = 256 * KIB;

function maxBytesOf({ access, bodyKind = "json" }: Call, { maxDocumentBytes }: SentBody): number {
  const max = bodyKind === "multipart"
    ? (maxDocumentBytes ?? BODIES.multipart.maxBytes) + DEPOSIT_FIELDS_BYTES
    : BODIES[bodyKind].maxBytes;
  return access.any.includes("public") ? Math.min(max, MAX_PUBLIC_BYTES) : max;
}

/**
 * The body of a request, parsed for its call.
 *
 * @returns undefined for a call without body, even if one was sent
 * @throws Refused when it has another type, or is too large, too slow, or malformed
 */
export async function readBody(call: Call, request: Request, sent: SentBody): Promise<unknown> {
  const { read, held } = sent;
  if (!call.body) return undefined;
  const kind = call.bodyKind ?? "json";
  const header = request.headers.get("content-type") ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!BODIES[kind].type.test(type)) throw new Refused("unsupported-media-type");
  const isGzip = isGzipEncoding(request.headers.get("content-encoding")) || /gzip/.test(type);
  const maxBytes = maxBytesOf(call, sent);
  const mark = kind === "multipart" && !isGzip ? partMark(header) : null;
  if (mark !== null) return await fieldsOf(await sent.readParts(maxBytes, mark));
  const result = await read(maxBytes);
  if (!result.ok) throw new Refused(result.code);
  const bytes = isGzip ? await unzipped(result.bytes, maxBytes, { held }) : result.bytes;
  if (isGzip) freeBytes(result.bytes, held);
  return await decoded(kind, bytes, { contentType: header, held });
}

async function decoded(
  kind: BodyKind,
  bytes: Uint8Array<ArrayBuffer>,
  { contentType, held }: { contentType: string; held: HeldBytes },
): Promise<unknown> {
  switch (kind) {
    case "json":
      return parsedJson(bytes, held);
    case "form":
      requireUtf8(bytes);
      return Object.fromEntries(await formOf(bytes, contentType));
    case "multipart": {
      const form = await formOf(bytes, contentType);
      freeBytes(bytes);
      return await fieldsOf(form);
    }
    case "text":
      return await fileTextInSlices(bytes, held);
    case "bytes":
      return bytes;
  }
}

function parsedJson(bytes: Uint8Array<ArrayBuffer>, held: HeldBytes): unknown {
  if (bytes.length === 0) return undefined;
  return boundedJson(utf8Text(bytes, held), CALL_BOUNDS, held);
}

async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else {
      fields[name] = await value.bytes();
      fields[`${name}Name`] = value.name;
    }
  }
  return fields;
}
