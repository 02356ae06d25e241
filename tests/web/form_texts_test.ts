import { deepStrictEqual, rejects } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { MOST_PARTS, textsOf } from "@/lib/web/multipart.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { inParts } from "./in_parts.ts";

const MULTIPART = "multipart/form-data; boundary=x";
const MANY = 1e6;

const refusedAs = (code: string) => (fault: unknown) =>
  fault instanceof CallError && fault.code === code;

const bytesOf = (text: string) => new TextEncoder().encode(text);

Deno.test("textsOf() reads the texts of a form with files, in parts of any size", async () => {
  const text = fc.string({ unit: "binary" }).map((one) =>
    one.toWellFormed().replaceAll(/\r\n?|\n/g, "\r\n")
  );
  const fields = fc.array(fc.tuple(fc.string(), fc.oneof(text, fc.uint8Array())), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fields, fc.integer({ min: 1, max: 90 }), async (sent, size) => {
      const form = new FormData();
      for (const [name, value] of sent) {
        const isText = typeof value === "string";
        form.append(name, isText ? value : new File([new Uint8Array(value)], "a\r\n--.csv"));
      }
      const response = new Response(form);
      const type = response.headers.get("content-type") ?? "";
      const read = await textsOf(inParts(await response.bytes(), size), type, MANY);
      deepStrictEqual(read, [...form].filter(([, value]) => typeof value === "string"));
    }),
    { seed: 20260101, numRuns: 300 },
  );
});

Deno.test("textsOf() reads a form without files", async () => {
  const type = "application/x-www-form-urlencoded";
  deepStrictEqual(await textsOf(inParts(bytesOf("a=1&b=%C3%A9"), 3), type, MANY), [
    ["a", "1"],
    ["b", "é"],
  ]);
  await rejects(textsOf(inParts(bytesOf("a=12345"), 3), type, 6), refusedAs("too-large"));
});

Deno.test("textsOf() limits the size of the texts alone, and accepts a file of any size", async () => {
  const part = (head: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const file = part('name="f"; filename="a.csv"', "1".repeat(MANY));
  const body = (text: string) => bytesOf(`${file}${part('name="t"', text)}--x--\r\n`);
  const read = (text: string) => textsOf(inParts(body(text), 65_536), MULTIPART, 100);
  // The two names count too.
  deepStrictEqual(await read("a".repeat(98)), [["t", "a".repeat(98)]]);
  await rejects(read("a".repeat(99)), refusedAs("too-large"));
  const empty = part('name="f"; filename=""', "");
  const crowd = bytesOf(`${empty.repeat(MOST_PARTS + 1)}--x--`);
  await rejects(textsOf(inParts(crowd, 999), MULTIPART, MANY), refusedAs("too-many-fields"));
});

Deno.test("textsOf() refuses a truncated body, or one of another type", async () => {
  const cut = bytesOf('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1');
  await rejects(textsOf(inParts(cut, 7), MULTIPART, MANY), refusedAs("bad-request"));
  await rejects(textsOf(inParts(cut, 7), "text/plain", MANY), refusedAs("bad-request"));
  await rejects(textsOf(inParts(cut, 7), "multipart/form-data", MANY), refusedAs("bad-request"));
  const headless = bytesOf(`--x\r\n${"a".repeat(9_000)}`);
  await rejects(textsOf(inParts(headless, 70), MULTIPART, MANY), refusedAs("bad-request"));
});
