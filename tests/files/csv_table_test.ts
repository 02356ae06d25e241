import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { separatorOf } from "@/lib/files/csv_headings.ts";
import { type CsvCut, type CsvRow, readCsv } from "@/lib/files/csv_reader.ts";

const CUT: CsvCut = { delimiter: ";", maxLines: 1_000_000 };

async function rowsOf(text: string, cut = CUT): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = [];
  strictEqual(await readCsv(text, cut, (row) => rows.push(row)), null);
  return rows;
}

async function isRefused(text: string, code: string, cut = CUT): Promise<void> {
  await rejects(
    readCsv(text, cut, () => {}),
    (fault) => fault instanceof CallError && fault.code === code,
  );
}

Deno.test("readCsv() returns each line with its number, counting empty and quoted ones", async () => {
  deepStrictEqual(await rowsOf('\uFEFFa;b\r\n\r\n"1\r\n2" ; é\r\n3;'), [
    { line: 1, cells: ["a", "b"] },
    { line: 4, cells: ["1\n2", "é"] },
    { line: 5, cells: ["3", ""] },
  ]);
});

Deno.test("readCsv() splits no character and no end of line, wherever its pieces end", async () => {
  for (let shift = 0; shift < 6; shift++) {
    const line = 'é😀;"x\r\ny"\r\n';
    const text = " ".repeat(shift) + line.repeat(8_000);
    const rows = await rowsOf(text);
    strictEqual(rows.length, 8_000);
    strictEqual(rows.at(-1)?.line, 16_000);
    ok(rows.every(({ cells }) => cells[0] === "é😀" && cells[1] === "x\ny"));
  }
});

Deno.test("readCsv() yields to the event loop while it reads a long file", async () => {
  let isReading = true;
  let turns = 0;
  const serve = () => {
    turns++;
    if (isReading) setTimeout(serve);
  };
  setTimeout(serve);
  await rowsOf("2026-01-01 00:00;compteur;1,5\n".repeat(200_000));
  isReading = false;
  // Read in one step, no request would be answered.
  ok(turns > 3, `${turns} turns`);
  await new Promise((resolve) => setTimeout(resolve));
});

Deno.test("readCsv() refuses a line or a cell that is too long, and too many columns or lines", async () => {
  await isRefused(`a;b\n${";".repeat(20_000_000)}`, "line-too-long");
  await isRefused(";".repeat(600), "too-many-columns");
  await isRefused(`a;b\n"${"x".repeat(300_000)}`, "line-too-long");
  await isRefused(`a;b\n${"x".repeat(10_001)};1\n`, "line-too-long");
  await isRefused("1\n".repeat(11), "too-many-lines", { delimiter: ";", maxLines: 10 });
});

Deno.test("readCsv() returns the line at which it cannot continue", async () => {
  deepStrictEqual(await readCsv('a;b\n"1;2\n', CUT, () => {}), { line: 2 });
});

Deno.test("separatorOf() reads only the heading, of any length", () => {
  strictEqual(separatorOf("\r\na,b;c;d\n,,,,,,"), ";");
  strictEqual(separatorOf("a\tb,c\td"), "\t");
  strictEqual(separatorOf(";".repeat(20_000_000)), ";");
});
