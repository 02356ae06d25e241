import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { PDFDocument } from "pdf-lib";
import { openedPdf, type PdfFault } from "@/lib/backend/files/pdf_check.ts";
import { noise } from "@/tests/backend/noise.ts";
import { aPdf, bytesOf, hostileFiles, packed } from "./hostile_pdfs.ts";

async function faultOf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFault | null> {
  return (await openedPdf(bytes)).fault;
}

// @spec deposits.pdf
Deno.test("openedPdf() accepts PDFs as tools write them", async () => {
  strictEqual(await faultOf(aPdf()), null);
  for (const useObjectStreams of [true, false]) {
    const document = await PDFDocument.create();
    document.addPage().drawText("Attestation d’entretien");
    strictEqual(await faultOf(new Uint8Array(await document.save({ useObjectStreams }))), null);
  }
  // An office suite sets the zoom of its files.
  strictEqual(await faultOf(aPdf({ catalogue: "/OpenAction [3 0 R /XYZ null null 1]" })), null);
  strictEqual(
    await faultOf(aPdf({ page: "/Contents 4 0 R", objects: [packed("", bytesOf("q Q"))] })),
    null,
  );
  strictEqual(await faultOf(bytesOf(aPdf(), "\r\n\0\0")), null);
});

// @spec deposits.pdf
Deno.test("openedPdf() refuses each of the hostile files, with its reason", async () => {
  const files = hostileFiles();
  ok(files.length >= 400, `${files.length}`);
  strictEqual(new Set(files.map(({ name }) => name)).size, files.length);
  const wrong: string[] = [];
  for (const { name, bytes, fault } of files) {
    const found = await faultOf(bytes);
    if (found !== fault) wrong.push(`${name}: ${found}, not ${fault}`);
  }
  deepStrictEqual(wrong, []);
});

Deno.test("openedPdf() answers for a PDF corrupted anywhere, and then for a valid one", async () => {
  const good = aPdf({ objects: [packed("", bytesOf("q Q"))] });
  for (let at = 9; at < good.length - 8; at += 7) {
    const changed = good.slice();
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    const found = await faultOf(changed);
    ok(found === null || found === "broken", `${at}: ${found}`);
  }
  strictEqual(await faultOf(good), null);
});

Deno.test("openedPdf() transfers a file to its Worker, and gets the same bytes back", async () => {
  const sent = aPdf();
  const { bytes } = await openedPdf(sent);
  strictEqual(sent.length, 0);
  deepStrictEqual(bytes, aPdf());
  strictEqual(bytes.length, bytes.buffer.byteLength);
});

// @spec deposits.pdf
Deno.test("openedPdf() accepts a PDF of 20 MiB, most of which is not unpacked", async () => {
  const scan = noise(65_536);
  const pages = bytesOf(...Array.from({ length: 310 }, () => scan));
  const image = ["<< /Type /XObject /Length ", String(pages.length), " >>\nstream\n"].join("");
  const file = aPdf({ objects: [[image, pages, "\nendstream"]] });
  ok(file.length > 19 * 2 ** 20);
  strictEqual(await faultOf(file), null);
});
