import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { multipartForm } from "@/lib/web/multipart.ts";
import { headOf, partMark } from "@/lib/web/multipart_parts.ts";
import { inParts } from "./in_parts.ts";

const FILE_BYTES = 1_000_000;
const MARK = partMark("multipart/form-data; boundary=x") ?? new Uint8Array();

/** A file between two texts. */
function aBody(): Uint8Array<ArrayBuffer> {
  const part = (head: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const file = part('name="file"; filename="a.pdf"', "1".repeat(FILE_BYTES));
  const [before, after] = [part('name="before"', "é"), part('name="after"', "2")];
  return new TextEncoder().encode(`${before}${file}${after}--x--\r\n`);
}

function read(roomBytes: number) {
  const hasRoom = (bytes: number) => bytes <= roomBytes;
  return multipartForm(inParts(aBody(), 64 * 1_024), MARK, { maxTextBytes: 1_000, hasRoom });
}

Deno.test("multipartForm() returns a file in an array of its own", async () => {
  const { form, lacksFiles } = await read(FILE_BYTES);
  const file = form.get("file");
  ok(file instanceof File && !lacksFiles);
  const { buffer, length } = await file.bytes();
  deepStrictEqual([length, buffer.byteLength, file.name], [FILE_BYTES, FILE_BYTES, "a.pdf"]);
});

// @spec forms.busy
Deno.test("multipartForm() reads on past a file for which there is no room", async () => {
  const { form, lacksFiles } = await read(FILE_BYTES / 2);
  deepStrictEqual([[...form], lacksFiles], [[["before", "é"], ["after", "2"]], true]);
});

Deno.test("partMark() takes a boundary of up to 70 characters (RFC 2046)", () => {
  const markOf = (length: number) =>
    partMark(`multipart/form-data; boundary=${"x".repeat(length)}`)?.length;
  // With the line break and the hyphens before it.
  deepStrictEqual([markOf(1), markOf(70)], [5, 74]);
  for (const length of [0, 71]) throws(() => markOf(length), CallError);
});

Deno.test("headOf() reads a head of up to 4 KiB, and waits for the rest of a shorter one", () => {
  const start = 'content-disposition: form-data; name="';
  const end = '"\r\n\r\n';
  const head = (size: number) => {
    const name = "x".repeat(size - start.length - end.length);
    return headOf(new TextEncoder().encode(`${start}${name}${end}content`))?.size;
  };
  strictEqual(head(4_096), 4_096);
  throws(() => head(4_097), CallError);
  strictEqual(headOf(new Uint8Array(4_095)), null);
  throws(() => headOf(new Uint8Array(4_096)), CallError);
});
