import { ok, strictEqual } from "node:assert/strict";
import { CSV_DIALECTS } from "@/lib/base/csv.ts";
import { csvPiecesOfPages, csvStream, jsonPiecesOfPages } from "@/lib/files/csv_writer.ts";
import { csvFile } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const COLUMNS = [
  { header: "Rang", value: (row: number) => row },
  { header: "Nom", value: (row: number) => `Été; ${row}` },
];

Deno.test("csvStream() writes the same file as csvFile(), piece by piece", async () => {
  for (const count of [0, 1, 20_000]) {
    for (const dialect of Object.values(CSV_DIALECTS)) {
      const rows = Array.from({ length: count }, (_, at) => at);
      const pieces = await Array.fromAsync(csvStream(COLUMNS, rows, dialect));
      const bytes = await new Blob(pieces).bytes();
      strictEqual(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
        csvFile(COLUMNS, rows, dialect),
      );
      ok(pieces.every(({ length }) => length < 100_000));
    }
  }
});

Deno.test("csvStream() reads the pages of a long list while it is written, and stops when it is cancelled", async () => {
  let read = 0;
  let isEnded = false;
  async function* pages() {
    try {
      for (; read < 2_000; read++) {
        yield await Promise.resolve(Array.from({ length: 100 }, (_, at) => read * 100 + at));
      }
    } finally {
      isEnded = true;
    }
  }
  const reader = csvStream(COLUMNS, pages(), CSV_DIALECTS.comma).getReader();
  ok((await reader.read()).value);
  ok(read < 50, `${read} pages for the first bytes`);
  await reader.cancel();
  ok(isEnded);
});

Deno.test("csvPiecesOfPages() writes the same from rows read page by page", async () => {
  async function* pages() {
    for (const page of [[0], [], [1, 2]]) yield await Promise.resolve(page);
  }
  for (const dialect of Object.values(CSV_DIALECTS)) {
    const pieces = await Array.fromAsync(csvPiecesOfPages(COLUMNS, pages(), dialect));
    strictEqual(pieces.join(""), csvFile(COLUMNS, [0, 1, 2], dialect));
  }
});

Deno.test("jsonPiecesOfPages() writes the same when the last list is read page by page", async () => {
  async function* of(pages: readonly (readonly unknown[])[]) {
    for (const page of pages) yield await Promise.resolve(page);
  }
  const value = fc.jsonValue();
  const object = fc.dictionary(fc.stringMatching(/^[a-m]+$/), fc.oneof(value, fc.array(value)));
  await fc.assert(
    fc.asyncProperty(object, fc.array(fc.array(value)), async (one, pages) => {
      const pieces = await Array.fromAsync(jsonPiecesOfPages(one, "z", of(pages)));
      strictEqual(pieces.join(""), JSON.stringify({ ...one, z: pages.flat() }, null, 2));
    }),
    { seed: 20260101, numRuns: 200 },
  );
});
