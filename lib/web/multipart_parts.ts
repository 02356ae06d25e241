/** The boundaries and heads of the parts of a multipart body (RFC 7578). @module */

import { CallError } from "@/lib/base/errors.ts";

/** Bytes of the head of a part: a name of a field and one of a file. */
const HEAD_BYTES = 4_096;
const HEAD_END = "\r\n\r\n";

const encoder = new TextEncoder();
// One character per byte (windows-1252).
const latin1 = new TextDecoder("latin1");

/** What separates the parts of a multipart body; null for another body. @throws CallError when it is not named */
export function partMark(contentType: string): Uint8Array | null {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  if (type.toLowerCase() !== "multipart/form-data") return null;
  return encoder.encode(`\r\n--${boundaryOf(parameters)}`);
}

function boundaryOf(parameters: readonly string[]): string {
  const found = parameters.find((one) => /^boundary=/i.test(one))?.slice("boundary=".length);
  const boundary = found?.replace(/^"(.*)"$/, "$1") ?? "";
  // RFC 2046 §5.1.1 allows 70 characters.
  if (boundary === "" || boundary.length > 70) throw new CallError("bad-request");
  return boundary;
}

/** What a part of a multipart body says before its content. */
export interface PartHead {
  readonly name: string;
  /** null for a field that is no file. */
  readonly fileName: string | null;
  readonly type: string;
  /** Bytes before its content. */
  readonly size: number;
}

/**
 * The head of a part: the end of its boundary's line, its headers, an empty line.
 *
 * @returns null when it is not whole yet
 * @throws CallError when it is too long, or names no field
 */
export function headOf(part: Uint8Array): PartHead | null {
  const head = /^(.*?)\r\n\r\n/s.exec(latin1.decode(part.subarray(0, HEAD_BYTES)))?.[1];
  if (head === undefined && part.length < HEAD_BYTES) return null;
  if (head === undefined) throw new CallError("bad-request");
  const lines = new TextDecoder().decode(part.subarray(0, head.length));
  const disposition = /^content-disposition:[ \t]*form-data(.*)$/im.exec(lines)?.[1];
  const name = parameterOf(disposition, "name");
  if (name === null) throw new CallError("bad-request");
  return {
    name,
    fileName: parameterOf(disposition, "filename"),
    type: /^content-type:[ \t]*(.*?)[ \t]*\r?$/im.exec(lines)?.[1] ?? "",
    size: head.length + HEAD_END.length,
  };
}

/** A parameter as browsers write it: quotes and ends of lines in it are percent-encoded (HTML §4.10.21.8). */
function parameterOf(disposition: string | undefined, name: "name" | "filename"): string | null {
  const found = new RegExp(`;[ \\t]*${name}="([^"]*)"`, "i").exec(disposition ?? "");
  return found?.[1]?.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n") ?? null;
}
