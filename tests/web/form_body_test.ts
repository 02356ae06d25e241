import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { formOf, multipartForm } from "@/lib/web/multipart.ts";
import { partMark } from "@/lib/web/multipart_parts.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { inParts } from "./in_parts.ts";

const PLAIN = "application/x-www-form-urlencoded; charset=utf-8";

/** Reads a form of either encoding. */
async function formIn(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const mark = partMark(type);
  if (mark === null) return formOf(bytes, type);
  const options = { maxTextBytes: 1_024 * 1_024, hasRoom: () => true };
  return (await multipartForm(inParts(bytes, 65_536), mark, options)).form;
}

async function isRefused(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  code: string,
): Promise<void> {
  await rejects(
    () => formIn(bytes, type),
    (fault) => fault instanceof CallError && fault.code === code,
  );
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

Deno.test("formOf() and multipartForm() read what a browser writes, in both encodings of forms", async () => {
  const texts = fc.array(fc.tuple(fc.string(), fc.string({ unit: "binary" })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, fc.uint8Array(), async (fields, content) => {
      const sent = new FormData();
      const query = new URLSearchParams();
      for (const [name, text] of fields) {
        // A browser normalises ends of lines to CRLF, and sends no lone surrogate.
        const value = text.toWellFormed().replaceAll(/\r\n?|\n/g, "\r\n");
        sent.append(name, value);
        query.append(name, value);
      }
      const plain = await formIn(bytesOf(query.toString()), PLAIN);
      deepStrictEqual([...plain], [...query]);
      sent.append("file", new File([new Uint8Array(content)], 'é "x".csv', { type: "text/csv" }));
      const response = new Response(sent);
      const type = response.headers.get("content-type") ?? "";
      const read = await formIn(await response.bytes(), type);
      const file = read.get("file");
      ok(file instanceof File);
      deepStrictEqual([file.name, file.type], ['é "x".csv', "text/csv"]);
      deepStrictEqual(await file.bytes(), new Uint8Array(content));
      read.delete("file");
      sent.delete("file");
      deepStrictEqual([...read], [...sent]);
    }),
    { seed: 20260101, numRuns: 200 },
  );
});

Deno.test("formOf() and multipartForm() refuse too many fields, and a form without a file that is too large", async () => {
  await isRefused(bytesOf("a&".repeat(12_000_000)), PLAIN, "too-large");
  await isRefused(bytesOf("a&".repeat(20_000)), PLAIN, "too-many-fields");
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
  await isRefused(
    bytesOf(`${part.repeat(100_000)}--x--`),
    "multipart/form-data; boundary=x",
    "too-many-fields",
  );
  strictEqual(
    [...await formIn(bytesOf(`${part.repeat(100)}--x--`), "multipart/form-data; boundary=x")]
      .length,
    100,
  );
});

Deno.test("formOf() and multipartForm() refuse a body that is no form or is truncated", async () => {
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
  await isRefused(bytesOf(part), "multipart/form-data; boundary=x", "bad-request");
  await isRefused(bytesOf(`${part}--x--`), "multipart/form-data", "bad-request");
  await isRefused(
    bytesOf("--x\r\nno head\r\n--x--"),
    "multipart/form-data; boundary=x",
    "bad-request",
  );
  await isRefused(bytesOf("{}"), "application/json", "bad-request");
});

Deno.test("multipartForm() returns a file in an array of its own, which reading does not copy", async () => {
  const content = "x".repeat(3_000_000);
  const head = '--x\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n';
  const body = bytesOf(`${head}${content}\r\n--x--`);
  const file = (await formIn(body, "multipart/form-data; boundary=x")).get("a");
  ok(file instanceof File);
  const bytes = await file.bytes();
  strictEqual(bytes.buffer.byteLength, content.length);
  strictEqual(await file.bytes(), bytes);
  deepStrictEqual([file.size, bytes.length], [content.length, content.length]);
});
