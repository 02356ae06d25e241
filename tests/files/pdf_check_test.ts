import { PDFDocument } from "@cantoo/pdf-lib";
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { endsFault, openedPdf, type PdfFault } from "@/lib/files/pdf_check.ts";
import { hasHidden, type ReadWords } from "@/lib/files/pdf_active_content.ts";
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

const MIB = 1_024 * 1_024;

/** A PDF of one page, each node of whose tree contains the next one twice. */
function doubledTree(depth: number): Uint8Array<ArrayBuffer> {
  const objects = Array.from({ length: depth }, (_, rank) => {
    const next = rank === depth - 1 ? 3 : rank + 5;
    return [`<< /Type /Pages /Kids [${next} 0 R ${next} 0 R] /Count 1 >>`];
  });
  return aPdf({ pages: "/Kids [4 0 R] /Count 1", objects });
}

/** An object stream whose table gives the same object, of a certain length, for each number. */
function repeated(count: number, bytes: number) {
  const table = Array.from({ length: count }, (_, rank) => `${rank + 9} 0 `).join("");
  const content = bytesOf(table, "(", new Uint8Array(bytes).fill(65), ")");
  return packed(`/Type /ObjStm /N ${count} /First ${table.length}`, content);
}

// @spec deposits.pdf
Deno.test("contentFault() bounds what a file may make it do", async () => {
  const files = {
    "a tree of a million pages in twenty nodes": doubledTree(20),
    "an object of 1 MiB read for each of a hundred numbers": aPdf({
      objects: [repeated(100, MIB)],
    }),
    "more objects than a file may have": bytesOf(aPdf(), "1 0 obj 1 ".repeat(500_001)),
    "an array of more references than pages": aPdf({
      objects: [[`[${"3 0 R ".repeat(250_001)}]`]],
    }),
  };
  for (const [name, bytes] of Object.entries(files)) {
    strictEqual(await contentFault(bytes), "too-complex", name);
  }
});

// @spec deposits.pdf
Deno.test("contentFault() refuses object streams that a reader may unpack to other objects", async () => {
  const table = "/Type /ObjStm /N 1 /First 4";
  const content = bytesOf("9 0 << /A 1 >>");
  const predicted = [
    "/DecodeParms << /Predictor 12 /Columns 4 >>",
    "/DecodeParms [<< /Predictor 2 >>]",
    "/DecodeParms 7 0 R",
    "/DecodeParms << /Predictor 7 0 R >>",
  ];
  for (const parameters of predicted) {
    const objects = [packed(`${table} ${parameters}`, content)];
    strictEqual(await contentFault(aPdf({ objects })), "broken", parameters);
  }
  for (const parameters of ["", "/DecodeParms null", "/DecodeParms << /Predictor 1 >>"]) {
    const objects = [packed(`${table} ${parameters}`, content)];
    strictEqual(await contentFault(aPdf({ objects })), null, parameters);
  }
  const filtered = [
    "/Filter /LZWDecode",
    "/Filter [/ASCIIHexDecode /FlateDecode]",
    "/Filter 7 0 R",
  ];
  for (const filter of filtered) {
    const objects = [[`<< ${table} ${filter} /Length 14 >>\nstream\n`, content, "\nendstream"]];
    strictEqual(await contentFault(aPdf({ objects })), "broken", filter);
  }
});

Deno.test("contentFault() refuses a stream within another object, which nothing can refer to", async () => {
  const inner = "<< /Length 1 >>\nstream\nx\nendstream";
  deepStrictEqual(
    [
      await contentFault(aPdf({ objects: [[inner]] })),
      await contentFault(aPdf({ objects: [[`[${inner}]`]] })),
      await contentFault(aPdf({ objects: [[`<< /A ${inner} >>`]] })),
    ],
    [null, "broken", "broken"],
  );
});

Deno.test("contentFault() finds the pages of trees that tools write otherwise", async () => {
  const pages = "/Kids 4 0 R /Count 1";
  strictEqual(await contentFault(aPdf({ pages, objects: [["[3 0 R]"]] })), null);
  strictEqual(await contentFault(aPdf({ pages, objects: [["<< >>"]] })), "broken");
  // A program that repairs files leaves a trailer that leads to no catalogue.
  const lost = new TextDecoder("latin1").decode(aPdf()).replace("/Root 1 0 R", "/Root 7 0 R");
  strictEqual(await contentFault(bytesOf(lost)), null);
  const nested = doubledTree(3);
  strictEqual(await contentFault(nested), null);
  const replaced = aPdf({
    objects: [["1\nendobj\n3 0 obj\n<< /Length 1 >>\nstream\nx\nendstream"]],
  });
  strictEqual(await contentFault(replaced), "broken");
});

// @spec deposits.pdf
Deno.test("contentFault() looks at each entry of a key that is repeated, and at names that a key hides", async () => {
  for (
    const entries of [
      "/S /Movie /S /URI",
      "/S /URI /S /Movie",
      "/AA 1 /AA null",
      "/A [/S] /S /Sound",
    ]
  ) {
    strictEqual(
      await contentFault(aPdf({ objects: [[`<< ${entries} >>`]] })),
      "active-content",
      entries,
    );
  }
  strictEqual(await contentFault(aPdf({ objects: [["<< /A [/S /Movie] /Movie /S >>"]] })), null);
});

// @spec deposits.pdf
Deno.test("contentFault() refuses what the library would repair or read again and again", async () => {
  const back = "<< /Length -50 >>\nstream\nx\nendstream";
  const cut = bytesOf(new TextDecoder("latin1").decode(aPdf()).replace(" 00000 n", ""));
  const files = {
    "a stream of negative length": aPdf({
      objects: [["<< /Length 1 >>\nstream\nx\nendstream"], [back]],
    }),
    "a row of a table that is cut": cut,
  };
  for (const [name, bytes] of Object.entries(files)) {
    strictEqual(await contentFault(bytes), "broken", name);
  }
});

function hidden(
  text: string,
  { objects = [], trailers = [] }: Partial<Record<keyof ReadWords, readonly number[]>> = {},
): boolean {
  return hasHidden(text, { objects: new Set(objects), trailers: new Set(trailers) });
}

/** The texts that contain something hidden. */
function hiding(texts: readonly string[]): string[] {
  return texts.filter((text) => hidden(text));
}

// @spec deposits.pdf
Deno.test("hasHidden() finds an object that was not read, with blanks or comments in its head", () => {
  const heads = [
    "9 0 obj",
    "9 0obj<<",
    "9\r\n\t0\0obj",
    "(a 9 0 obj)",
    "9 0%x\nobj",
    "9%x\n0 %y\n%z\r  %t\nobj",
    "%9%x\n0%y%z\nobj",
    "9\n% only\n0 obj",
  ];
  deepStrictEqual(hiding(heads), heads);
  const others = [
    "obj",
    "a obj",
    "1obj",
    "1 obj",
    "1 x obj",
    "endobj",
    "1 0\n)\nobj",
    "9 a%\nobj",
    "% a\nobj",
  ];
  deepStrictEqual(hiding(others), []);
});

Deno.test("hasHidden() finds a trailer that was not read, and no such word of a text", () => {
  const trailers = ["trailer<<", "trailer \r\n<< /Root", "trailer %x\n%\n<<"];
  deepStrictEqual(hiding(trailers), trailers);
  deepStrictEqual(
    hiding(["trailer", "trailer park", "trailer <a", "trailer %<<"]),
    [],
  );
});

Deno.test("hasHidden() accepts those that were read, and only these", () => {
  const text = "1 0 obj << >> endobj trailer << >>";
  const cases: readonly (readonly [Parameters<typeof hidden>[1], boolean])[] = [
    [{}, true],
    [{ objects: [7] }, true],
    [{ trailers: [28] }, true],
    [{ objects: [7], trailers: [28] }, false],
    [{ objects: [3, 7, 30], trailers: [5, 28] }, false],
    [{ objects: [8], trailers: [29] }, true],
  ];
  for (const [read, isHidden] of cases) {
    deepStrictEqual(hidden(text, read), isHidden, JSON.stringify(read));
  }
});
