/** Joins several photographs into one upload, and separates them again. @module */

import { joinedBytes } from "@/lib/base/bytes.ts";

/** Start of the first line of an upload of several files, before their sizes: "photos 120345,98000". */
export const PHOTOS_START = "photos ";

/** Maximum number of photographs of a document. */
export const MOST_PHOTOS = 20;

/** Longest first line, bytes: of many more files than are taken. */
const LINE_BYTES = 4_096;

/** Several files as one upload, as the script of a deposit makes it. @spec deposits.photos */
export function joinedPhotos(files: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const sizes = files.map(({ length }) => length).join();
  return joinedBytes([new TextEncoder().encode(`${PHOTOS_START}${sizes}\n`), ...files]);
}

/**
 * The files of an upload.
 *
 * @spec deposits.photos
 * @returns null for an upload of one file; fewer bytes than announced are in the last files, or in none
 */
export function separatedPhotos(
  upload: Uint8Array<ArrayBuffer>,
): readonly Uint8Array<ArrayBuffer>[] | null {
  const [line = "", sizes = ""] = firstLine(upload) ?? [];
  if (line === "") return null;
  let at = line.length;
  return sizes.split(",").map((size) => upload.slice(at, at += Number(size)));
}

/** Whether an upload is of several files. */
export function areJoinedPhotos(upload: Uint8Array): boolean {
  return firstLine(upload) !== null;
}

function firstLine(upload: Uint8Array): RegExpExecArray | null {
  const text = new TextDecoder("latin1").decode(upload.subarray(0, LINE_BYTES));
  return /^photos (\d{1,9}(?:,\d{1,9})*)\n/.exec(text);
}
