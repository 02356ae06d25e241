import { piecesOf } from "./bytes.ts";
import { multipartForm } from "./multipart.ts";
import { partMark } from "./multipart_parts.ts";
import { Refused } from "./refused.ts";

/** Maximum number of fields of a form: more than the longest page, a residence's dwellings entered one by one. */
const MOST_FIELDS = 10_000;
/** Bytes of a form without a file: as many fields of a line of text each. */
const PLAIN_BYTES = 1_024 * 1_024;
/** Parts that a body in memory is read in. */
const PIECE_BYTES = 64 * 1_024;

export const PLAIN_TYPE = "application/x-www-form-urlencoded";
const AMPERSAND = 38;

/**
 * The fields and files of a form, counted before they are parsed.
 *
 * @throws Refused when there are too many, or the body does not match its type
 */
export async function formOf(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FormData> {
  const mark = partMark(contentType);
  if (mark !== null) {
    const pieces = piecesOf(bytes, PIECE_BYTES);
    const { form } = await multipartForm(pieces, mark, { maxTextBytes: PLAIN_BYTES });
    return form;
  }
  const [type = ""] = contentType.split(";");
  if (type.trim().toLowerCase() === PLAIN_TYPE) return plainForm(bytes);
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
