import { ok, strictEqual } from "node:assert/strict";
import { decodePDFRawStream, PDFContext, PDFRawStream } from "pdf-lib";
import { bytesOf, packed } from "./hostile_pdfs.ts";
import "@/lib/backend/files/pdf_worker.ts";

/** The byte arrays that a function creates. */
function madeBytes(act: () => void): readonly Uint8Array[] {
  const made: Uint8Array[] = [];
  const original = Uint8Array;
  globalThis.Uint8Array = new Proxy(original, {
    construct(target, given: [number]) {
      const array = new target(...given);
      made.push(array);
      return array;
    },
  });
  try {
    act();
  } finally {
    globalThis.Uint8Array = original;
  }
  return made;
}

Deno.test("the Worker of PDFs frees each array that a stream outgrows while it is unpacked", () => {
  const [, data] = packed("", new Uint8Array(1_000_000));
  const dict = PDFContext.create().obj({ Filter: "FlateDecode" });
  const stream = PDFRawStream.of(dict, bytesOf(data ?? ""));
  const made = madeBytes(() => strictEqual(decodePDFRawStream(stream).decode().length, 1_000_000));
  // From 512 bytes on, each twice as long as the previous one.
  const grown = made.filter(({ length }) => length > 4_096);
  ok(made.length > 8, `${made.length} arrays`);
  strictEqual(grown.length, 1, `${grown.map(({ length }) => length)}`);
});
