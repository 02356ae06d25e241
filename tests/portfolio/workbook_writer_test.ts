import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { sheetsOf } from "@/lib/files/file_text.ts";
import { workbookText } from "@/lib/files/workbook_text.ts";
import { textWorkbook } from "@/lib/portfolio/workbook_writer.ts";
import { readStock } from "@/lib/portfolio/import_plan.ts";
import { STOCK_SHEETS } from "@/lib/portfolio/text_import.ts";

const NOW = Date.UTC(2026, 1, 10);

async function readBack(sheets: Parameters<typeof textWorkbook>[0]): Promise<string> {
  return await workbookText(await textWorkbook(sheets, NOW), { everySheet: true });
}

Deno.test("textWorkbook() keeps the zeros of a code, signs of XML and empty cells", async () => {
  const rows = [["Code", "Nom", "Rue"], ["0312", 'A & "B" < C', ""], ["", "", "1 > 0"]];
  const sheets = sheetsOf(
    await readBack([{ name: "A & B", rows }, { name: "Vide", rows: [["x"]] }]),
  );
  deepStrictEqual(sheets.map(({ name }) => name), ["A & B", "Vide"]);
  strictEqual(sheets[0]?.text.trim(), 'Code;Nom;Rue\n0312;"A & ""B"" < C";\n;;1 > 0');
});

// @spec stock.template
Deno.test("the template of a stock is read as it is: a sheet for each content, no column unknown", async () => {
  const sheets = STOCK_SHEETS.map(({ name, headings, cells }) => ({
    name,
    rows: [headings, headings.map((heading) => cells[heading] ?? "")],
  }));
  const reading = { kind: "stock", groups: [], chosen: new Map<string, string>() } as const;
  const file = await readStock(await readBack(sheets), reading);
  deepStrictEqual([file?.missingColumns, file?.ignoredColumns, file?.ignoredSheets], [[], [], []]);
  deepStrictEqual(file?.rows.map(({ kind, cells }) => `${kind} ${cells["kind"] ?? ""}`), [
    "residences ",
    "equipments building",
    "equipments boilerroom",
    "settings ",
    "equipments cmv",
    "houseTypes ",
    "dwellings ",
    "series ",
  ]);
});
