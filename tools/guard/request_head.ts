/** Strict parser of the head of an HTTP/1.1 request: ambiguous input is refused. @module */

type BodyLength = { readonly kind: "bytes"; readonly count: number } | {
  readonly kind: "chunked";
};

type ReadHead =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly body: BodyLength }
  | { readonly ok: false; readonly status: number };

const REQUEST_LINE =
  /^([A-Z]{1,20}) (?:\/[\x21-\x7e\x80-\xff]*|https?:\/\/[\x21-\x7e]+|\*) HTTP\/1\.([01])$/;
const FIELD =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)[ \t]*$/;
const FIELDS_MAX = 100;

/** Fields that a client may not send: its address, and protocol changes. */
const DROPPED = /^(?:forwarded|x-forwarded-.*|x-real-ip|upgrade|http2-settings|proxy-.*)$/;

/** Parses the lines of a head (without its empty last line) and adds the client's address to it. */
export function readHead(text: string, clientAddress: string): ReadHead {
  const [first = "", ...lines] = text.split("\r\n");
  const request = REQUEST_LINE.exec(first);
  if (request === null) return { ok: false, status: 400 };
  if (request[1] === "CONNECT" || request[1] === "TRACE") return { ok: false, status: 405 };
  if (lines.length > FIELDS_MAX) return { ok: false, status: 431 };
  const fields: (readonly [name: string, value: string])[] = [];
  for (const line of lines) {
    const field = FIELD.exec(line);
    if (field === null) return { ok: false, status: 400 };
    fields.push([(field[1] ?? "").toLowerCase(), field[2] ?? ""]);
  }
  const body = bodyLength(fields, request[2] === "1");
  if (body === null || valuesOf("host", fields).length > 1) return { ok: false, status: 400 };
  const kept = lines.filter((_, index) => !DROPPED.test(fields[index]?.[0] ?? ""));
  const passed = [first, ...kept, `x-forwarded-for: ${clientAddress}`, "", ""].join("\r\n");
  return { ok: true, bytes: latin1(passed), body };
}

/** RFC 9112 §6.3, without its leniences: one length, or "chunked" alone, never both. */
function bodyLength(
  fields: readonly (readonly [string, string])[],
  isHttp11: boolean,
): BodyLength | null {
  const codings = valuesOf("transfer-encoding", fields);
  const lengths = valuesOf("content-length", fields);
  if (codings.length > 0) {
    const isChunked = codings.length === 1 && codings[0]?.toLowerCase() === "chunked";
    return isChunked && isHttp11 && lengths.length === 0 ? { kind: "chunked" } : null;
  }
  if (lengths.length === 0) return { kind: "bytes", count: 0 };
  const [length = ""] = lengths;
  return lengths.length === 1 && /^\d{1,15}$/.test(length)
    ? { kind: "bytes", count: Number(length) }
    : null;
}

function valuesOf(name: string, fields: readonly (readonly [string, string])[]): string[] {
  return fields.filter(([field]) => field === name).map(([, value]) => value);
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
