import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { contentFault } from "@/lib/files/pdf_reading.ts";
import { aPdf, bytesOf, packed } from "@/tests/helpers/hostile_pdfs.ts";

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
