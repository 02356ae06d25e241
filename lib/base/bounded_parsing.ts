/** Parses JSON, form fields and UTF-8 text within limits of size and depth. @module */

import { isUtf8 } from "node:buffer";
import { CallError } from "./errors.ts";

const NOT_UTF8 = "The body is not UTF-8 text";
/** Maximum number of fields of a form or a query that is read whole. */
const MOST_FIELDS = 64;

export interface JsonBounds {
  /** Number of values, names in objects included. */
  readonly maxValues: number;
  readonly maxDepth: number;
}

/** Sufficient for every body of the catalogue: 100,000 values with their names. */
export const CALL_BOUNDS: JsonBounds = { maxValues: 300_000, maxDepth: 32 };

/**
 * Parses a JSON text, whose values and depth are counted first: a parser allocates without a limit.
 *
 * @throws CallError when it is invalid JSON, or exceeds the bounds
 */
export function boundedJson(text: string, bounds: JsonBounds): unknown {
  if (valueCount(text, bounds) === null) {
    throw badRequest("The JSON is too deep, or holds too many values");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest("The body is not JSON");
    throw error;
  }
}

/** Number of values in a JSON text, names included; null above the bounds. */
export function valueCount(text: string, { maxValues, maxDepth }: JsonBounds): number | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === BRACKET || code === BRACE) {
      if (++depth > maxDepth) return null;
      values++;
    } else if (code === END_BRACKET || code === END_BRACE) depth--;
    else if (code === COMMA || code === COLON) values++;
    if (values > maxValues) return null;
  }
  return values;
}

/** End of the string that starts here; the length of the text when it is unterminated. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** The fields of a form or of a query. @throws CallError when there are too many */
export function boundedForm(text: string): URLSearchParams {
  let count = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    if (++count > MOST_FIELDS) throw badRequest(`More than ${MOST_FIELDS} fields`);
  }
  return new URLSearchParams(text);
}

/** The fields of a form whose percent-encoded bytes are UTF-8. @throws CallError when they are not, or are too many */
export function utf8Form(text: string): URLSearchParams {
  const form = boundedForm(text);
  for (const [name, value] of form) {
    if (!name.includes(UNREADABLE) && !value.includes(UNREADABLE)) continue;
    if (!isUtf8Encoded(text)) throw badRequest(NOT_UTF8);
    break;
  }
  return form;
}

/** Replacement of invalid UTF-8; a sender may also send it. */
const UNREADABLE = "\ufffd";

function isUtf8Encoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Verifies that bytes are UTF-8. @throws CallError when they are not */
export function requireUtf8(bytes: Uint8Array): void {
  if (!isUtf8(bytes)) throw badRequest(NOT_UTF8);
}

/**
 * Decodes UTF-8 bytes. They are checked first: a decoder that rejects bytes creates a string of two bytes a character
 * before it does.
 *
 * @throws CallError when they are not
 */
export function utf8Text(bytes: Uint8Array): string {
  requireUtf8(bytes);
  return new TextDecoder().decode(bytes);
}

function badRequest(detail: string): CallError {
  return new CallError("bad-request", null, { detail });
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [91, 93, 123, 125];
