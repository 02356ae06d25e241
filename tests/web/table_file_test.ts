import { match, strictEqual } from "node:assert/strict";
import { tableFile, tableFiles } from "@/lib/web/downloads.ts";

const TABLE = {
  fileName: "volumes.csv",
  columns: [
    { label: "Mois", value: ({ month }: { month: string; volume: number }) => month },
    { label: "Volume", unit: "m³", value: ({ volume }: { volume: number }) => volume },
    { label: "Action" },
  ],
  rows: [{ month: "janvier", volume: 1.5 }],
};

function at(query: string): URL {
  return new URL(`http://a.test/liste${query}`);
}

// @spec tables.files
Deno.test("tableFile() is null when the page itself is requested", () => {
  for (const query of ["", "?csv=", "?csv=pdf"]) strictEqual(tableFile(at(query), TABLE), null);
});

Deno.test("tableFile() writes units in the headers, and leaves out columns without a value", async () => {
  const file = tableFile(at("?csv=semicolon"), TABLE);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file?.arrayBuffer());
  strictEqual(text, "\uFEFFMois;Volume (m³)\r\njanvier;1,5");
  strictEqual(file?.headers.get("content-type"), "text/csv; charset=utf-8");
});

Deno.test("tableFiles() is the file of the table that the URL names, and null for the page itself", async () => {
  const tables = [{ ...TABLE, table: "a" }, { ...TABLE, table: "b", fileName: "b.csv" }];
  const file = tableFiles(at("?csv=comma&table=b"), tables);
  match(file?.headers.get("content-disposition") ?? "", /filename="b\.csv"/);
  await file?.body?.cancel();
  for (const query of ["", "?csv=comma", "?csv=comma&table=c"]) {
    strictEqual(tableFiles(at(query), tables), null);
  }
});
