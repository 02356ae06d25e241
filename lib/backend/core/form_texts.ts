/** The texts of a form, read as it arrives: of a file, nothing is held. @module */
import { formOf } from "./form_body.ts";
import { joinedParts } from "./inflate.ts";
import { multipartForm } from "./multipart.ts";
import { partMark } from "./multipart_parts.ts";
import { Refused } from "./refused.ts";

export type TextField = readonly [name: string, value: string];

/** The fields of a form that are not files. */
export function textFieldsOf(form: FormData): TextField[] {
  return [...form].flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []);
}

/**
 * The fields of a form that are not files.
 *
 * @param maxBytes maximum for all texts together
 * @throws Refused when there are more, or the body does not match its type
 */
export async function textsOf(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  contentType: string,
  maxBytes: number,
): Promise<TextField[]> {
  const mark = partMark(contentType);
  if (mark === null) return await plainTexts(parts, contentType, maxBytes);
  const options = { maxTextBytes: maxBytes, files: "unread" } as const;
  return textFieldsOf((await multipartForm(parts, mark, options)).form);
}

async function plainTexts(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  contentType: string,
  maxBytes: number,
): Promise<TextField[]> {
  let left = maxBytes;
  const read: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of parts) {
    if ((left -= part.length) < 0) throw new Refused("too-large");
    read.push(part);
  }
  return textFieldsOf(await formOf(await joinedParts(read), contentType));
}
