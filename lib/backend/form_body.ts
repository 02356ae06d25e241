import { Buffer } from "node:buffer";
import { Refused } from "./refused.ts";

/** Fields of a form: those of the longest page, a residence's dwellings typed one by one, and some. */
const MOST_FIELDS = 10_000;
/** Parts of a multipart body: a file, and the few fields beside it. */
const MOST_PARTS = 200;
/** Bytes of a form without a file: as many fields of a line of text each. */
const PLAIN_BYTES = 1_024 * 1_024;
/** Bytes of the head of a part: a name of a field and one of a file. */
const HEAD_BYTES = 4_096;

const PLAIN_TYPE = "application/x-www-form-urlencoded";
const AMPERSAND = 38;
const HEAD_END = "\r\n\r\n";

/**
 * The fields and files of a form, counted before anything is made of them.
 *
 * @throws Refused when there are too many, or the body is not what it says
 */
export function formOf(bytes: Uint8Array<ArrayBuffer>, contentType: string): FormData {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  switch (type.toLowerCase()) {
    case PLAIN_TYPE:
      return plainForm(bytes);
    case "multipart/form-data":
      return multipartForm(bytes, boundaryOf(parameters));
  }
  throw new Refused("bad-request");
}

function plainForm(bytes: Uint8Array): FormData {
  if (bytes.length > PLAIN_BYTES) throw new Refused("too-large");
  let count = 1;
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
    if (++count > MOST_FIELDS) throw new Refused("too-many-fields");
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    form.append(name, value);
  }
  return form;
}

function boundaryOf(parameters: readonly string[]): string {
  const found = parameters.find((one) => /^boundary=/i.test(one))?.slice("boundary=".length);
  const boundary = found?.replace(/^"(.*)"$/, "$1") ?? "";
  // RFC 2046 §5.1.1 allows 70 characters.
  if (boundary === "" || boundary.length > 70) throw new Refused("bad-request");
  return boundary;
}

/**
 * The parts of a multipart body (RFC 7578), found by their boundary.
 *
 * Deno's own reader looks at each byte in turn: 30 MB would hold the event loop for 150 ms, and each of 100,000 parts
 * takes a piece of memory of its own.
 */
function multipartForm(bytes: Uint8Array<ArrayBuffer>, boundary: string): FormData {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = `--${boundary}`;
  const form = new FormData();
  let at = body.indexOf(mark);
  for (let count = 0; at !== -1; count++) {
    const from = at + mark.length;
    if (body.subarray(from, from + 2).toString("latin1") === "--") return form;
    if (count === MOST_PARTS) throw new Refused("too-many-fields");
    const to = body.indexOf(`\r\n${mark}`, from);
    if (to === -1) break;
    addPart(form, body.subarray(from, to));
    at = to + 2;
  }
  // Without its last boundary, the body was cut.
  throw new Refused("bad-request");
}

/** Adds a part: the end of its boundary's line, its head, an empty line, its content. */
function addPart(form: FormData, part: Buffer): void {
  const end = part.subarray(0, HEAD_BYTES).indexOf(HEAD_END);
  if (end === -1) throw new Refused("bad-request");
  const head = part.subarray(0, end).toString("utf8");
  const disposition = /^content-disposition:[ \t]*form-data(.*)$/im.exec(head)?.[1];
  const name = parameterOf(disposition, "name");
  if (name === null) throw new Refused("bad-request");
  const content = part.subarray(end + HEAD_END.length);
  const fileName = parameterOf(disposition, "filename");
  if (fileName === null) return form.append(name, content.toString("utf8"));
  const type = /^content-type:[ \t]*(.*?)[ \t]*\r?$/im.exec(head)?.[1] ?? "";
  form.append(name, new File([new Uint8Array(content)], fileName, { type }));
}

/** A parameter as browsers write it: quotes and ends of lines in it are percent-encoded (HTML §4.10.21.8). */
function parameterOf(disposition: string | undefined, name: "name" | "filename"): string | null {
  const found = new RegExp(`;[ \\t]*${name}="([^"]*)"`, "i").exec(disposition ?? "");
  return found?.[1]?.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n") ?? null;
}
