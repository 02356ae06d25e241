import { PDFDocument } from "@cantoo/pdf-lib";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { endsFault, openedPdf, type PdfFault } from "@/lib/files/pdf_check.ts";
import { contentFault } from "@/lib/files/pdf_reading.ts";
import { noise } from "@/tests/helpers/file_bytes.ts";
import { aPdf, bytesOf, hostileFiles, packed } from "@/tests/helpers/hostile_pdfs.ts";
import { lockedPdfs, restrictedPdfs } from "./restricted_pdfs.ts";

async function faultOf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFault | null> {
  return (await openedPdf(bytes)).fault;
}

/** The same in this process: to start a Worker takes longer than to read a small file. */
async function faultHere(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFault | null> {
  return endsFault(bytes) ?? await contentFault(bytes);
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
  strictEqual(await faultOf(bytesOf("\r\n\r\n", aPdf())), null);
});

// @spec deposits.pdf
Deno.test("openedPdf() accepts links, places of the file and fields of forms", async () => {
  const link = (action: string) =>
    aPdf({
      page: "/Annots [4 0 R]",
      objects: [[`<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] ${action} >>`]],
    });
  const place = "<< /S /GoTo /D [3 0 R /Fit] >>";
  const field = "/FT /Tx /T (name) /V (Durand) /Subtype /Widget /Rect [0 0 9 9]";
  const files = {
    "a site": link("/A << /S /URI /URI (https://x.example) >>"),
    "a page": link(`/A ${place}`),
    "a named page": link("/Dest (first)"),
    "the next page": link("/A << /S /Named /N /NextPage >>"),
    "opened at a page": aPdf({ catalogue: `/OpenAction ${place}` }),
    "opened at a page, elsewhere": aPdf({ catalogue: "/OpenAction 4 0 R", objects: [[place]] }),
    "opened at a place, elsewhere": aPdf({
      catalogue: "/OpenAction 4 0 R",
      objects: [["[3 0 R /XYZ null null 1]"]],
    }),
    "a form": aPdf({
      catalogue: "/AcroForm << /Fields [4 0 R] /DA (/Helv 0 Tf) >>",
      page: "/Annots [4 0 R]",
      objects: [[`<< ${field} >>`]],
    }),
    "a button that empties a form": link("/A << /S /ResetForm >>"),
    "a structure": aPdf({ objects: [["<< /S /Sect /P 1 0 R >>"], ["<< /S /Document >>"]] }),
    "a way of mixing colours": aPdf({ objects: [["<< /Type /ExtGState /BM /Screen >>"]] }),
    "a table with a row less than it says": aPdf({
      objects: [packed("/Type /XRef /Root 1 0 R /Size 5 /W [1 4 2]", new Uint8Array(28))],
    }),
  };
  for (const [name, bytes] of Object.entries(files)) {
    strictEqual(await faultHere(bytes), null, name);
  }
});

// @spec deposits.pdf
Deno.test("openedPdf() refuses each of the hostile files, with its reason", async () => {
  const files = hostileFiles();
  ok(files.length >= 400, `${files.length}`);
  strictEqual(new Set(files.map(({ name }) => name)).size, files.length);
  const wrong: string[] = [];
  for (const { name, bytes, fault } of files) {
    const found = await faultHere(bytes);
    if (found !== fault) wrong.push(`${name}: ${found}, not ${fault}`);
  }
  deepStrictEqual(wrong, []);
});

// @spec deposits.pdf
Deno.test("endsFault() refuses what the library would pass over after the head", () => {
  const refused = ["1 -1 0 obj", "%a 1 0 obj\n5 1 0 obj", "1 %a\n0 0 obj", "xref\n0 5\n"];
  for (const start of refused) {
    strictEqual(endsFault(bytesOf("%PDF-1.7\n", start, "%%EOF")), "broken", start);
  }
  const taken = ["1 0 obj", "%\xe2 9\n12%a\n0\r\n obj", "a 5 1 0 obj"];
  for (const start of taken) {
    strictEqual(endsFault(bytesOf("%PDF-1.17\n", start, "%%EOF")), null, start);
  }
});

// @spec deposits.pdf
Deno.test("openedPdf() refuses a hostile file of each kind", async () => {
  const kinds = new Map(hostileFiles().map((file) => [file.fault, file]));
  strictEqual(kinds.size, 5);
  for (const { name, bytes, fault } of kinds.values()) {
    strictEqual(await faultOf(bytes), fault, name);
  }
});

Deno.test("openedPdf() answers for a PDF corrupted anywhere, and then for a valid one", async () => {
  const good = aPdf({ objects: [packed("", bytesOf("q Q"))] });
  for (let at = 9; at < good.length - 8; at += 7) {
    const changed = good.slice();
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    const found = await faultHere(changed);
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

// @spec deposits.memory
Deno.test("openedPdf() opens a second file while one takes long", async () => {
  const long = aPdf({ objects: [[`[${"/Name (text) ".repeat(500_000)}]`]] });
  const done: string[] = [];
  const open = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    strictEqual(await faultOf(bytes), null);
    done.push(name);
  };
  await Promise.all([open("long", long), open("short", aPdf())]);
  deepStrictEqual(done, ["short", "long"]);
});

// @spec deposits.restricted
Deno.test("openedPdf() inspects a PDF that opens without a password, and returns it as it was sent", async () => {
  for (const { name, link, script } of restrictedPdfs()) {
    const { fault, bytes } = await openedPdf(link.slice());
    strictEqual(fault, null, name);
    deepStrictEqual(bytes, link, name);
    strictEqual(await faultHere(script), "active-content", name);
  }
});

// @spec deposits.restricted
Deno.test("openedPdf() refuses a PDF that needs a password, or that readers may decrypt otherwise", async () => {
  for (const { name, bytes } of lockedPdfs()) {
    strictEqual(await faultHere(bytes), "encrypted", name);
  }
  for (const { name, link } of restrictedPdfs()) {
    const again = "\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF";
    strictEqual(await faultHere(bytesOf(link, again)), "encrypted", `${name}, then not`);
    const text = Array.from(link, (byte) => String.fromCharCode(byte)).join("");
    const coded = bytesOf(text.replaceAll("/Encrypt", "/#45ncrypt"));
    ok(["broken", "encrypted"].includes(await faultHere(coded) ?? ""), `${name}, by codes`);
    const hidden = bytesOf(link, "% 9 0 obj << /S /JavaScript >> \n%%EOF");
    strictEqual(await faultHere(hidden), "broken", `${name}, hidden`);
  }
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
