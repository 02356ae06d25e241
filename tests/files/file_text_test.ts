import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { CSV_DIALECTS } from "@/lib/base/csv.ts";
import { CallError } from "@/lib/base/errors.ts";
import { separatorOf } from "@/lib/files/csv_headings.ts";
import { type CsvCut, type CsvRow, readCsv } from "@/lib/files/csv_reader.ts";
import { csvStream, jsonPieces } from "@/lib/files/csv_writer.ts";
import { fileText, isWorkbook, textFault } from "@/lib/files/file_text.ts";
import { freedText } from "@/lib/files/text_decoding.ts";
import { sheetCsv } from "@/lib/files/workbook_reading.ts";
import { workbookText } from "@/lib/files/workbook_text.ts";
import { csvFile } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { aWorkbook } from "./a_workbook.ts";

function bytes(...values: number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values);
}

Deno.test("fileText() reads the UTF-16 of a spreadsheet, in either byte order", () => {
  strictEqual(fileText(bytes(0xff, 0xfe, 0xe9, 0, 0x09, 0)), "é\t");
  strictEqual(fileText(bytes(0xfe, 0xff, 0, 0xe9, 0, 0x09)), "é\t");
});

Deno.test("fileText() empties a first line that only declares the separator", () => {
  const text = (written: string) => fileText(new TextEncoder().encode(written));
  strictEqual(text("\uFEFFsep=;\r\ndate;a\r\n"), "\r\ndate;a\r\n");
  strictEqual(text("sep=,\ndate,a"), "\ndate,a");
  strictEqual(text("date;a\nsep=;\n"), "date;a\nsep=;\n");
});

Deno.test("textFault() is of a blank text, or of one with a NUL, which no CSV file has", () => {
  strictEqual(textFault("Code;Nom\n"), null);
  strictEqual(textFault(""), "empty");
  strictEqual(textFault("\uFEFF \r\n"), "empty");
  strictEqual(textFault("PK\x03\x04\x14\0\x06\0"), "binary");
});

Deno.test("freedText() returns the same text as fileText()", () => {
  const long = "sep=;\r\n" + "é€😀;1\r\n".repeat(100_000);
  const latin = new Uint8Array(700_000).fill(0xe9);
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(new Uint16Array([233, 59, 49]).buffer),
  ]);
  // A BOM is removed at the start of the text, and only there.
  const marks = `\ufeff${"a".repeat(256 * 1_024 - 3)}\ufeffé`;
  const cut = new TextEncoder().encode("abc€").subarray(0, 5);
  const texts = [long, marks].map((text) => new TextEncoder().encode(text));
  for (const bytes of [...texts, latin, utf16, cut, new Uint8Array()]) {
    strictEqual(freedText(bytes.slice()), fileText(bytes));
  }
});

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

const STYLES = '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm;@"/>' +
  '<numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="[h]:mm"/>' +
  '<numFmt numFmtId="167" formatCode="0.0\\ &quot;days&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>' +
  [0, 14, 164, 165, 166, 167, 21].map((id) => `<xf numFmtId="${id}"/>`).join("") + "</cellXfs>";

/** A row of numbers, with the styles 0, 1, 2… */
function numbers(...values: readonly string[]): string {
  return `<row>${values.map((value, at) => `<c s="${at}"><v>${value}</v></c>`).join("")}</row>`;
}

// @spec imports.workbooks
Deno.test("workbookText() is the first sheet that has data, a line for each row", async () => {
  const rows = '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2" t="s"><v>0</v></c></row>' +
    '<row r="4"><c r="A4" t="inlineStr"><is><t>a"b</t></is></c><c r="B4" t="str"><f>X</f><v>x;y</v></c>' +
    '<c r="C4" t="e"><v>#N/A</v></c></row>' +
    '<row r="5"><c r="B5" t="b"><v>1</v></c></row><row r="6"><c r="A6" s="1"/></row>';
  const shared = "<si><r><t>Va</t></r><r><t>leur_x000D_\n&amp;</t></r><rPh><t>no</t></rPh></si>" +
    "<si><t>Date</t></si>";
  const bytes = aWorkbook({ sheets: ['<row r="9"/>', rows], shared });
  strictEqual(isWorkbook(bytes), true);
  strictEqual(
    await workbookText(bytes),
    '\nDate;;Valeur &\n\n"a""b";"x;y";#N/A\n;oui;'.replace("\n&", " &"),
  );
});

Deno.test("sheetCsv() writes dates in local time, and numbers with a comma and without noise", () => {
  const sheets = [
    numbers("0.30000000000000004", "46054", "46054.0625", "7000", "1.5", "2.5", "0.75") +
    numbers("1E-7", "46054.5", "46054", "12", "", "-3", "46053.99999999"),
  ];
  deepStrictEqual(sheetCsv(aWorkbook({ sheets, styles: STYLES })).split("\n"), [
    "0,3;2026-02-01;2026-02-01 01:30:00;07000;1,5;2,5;18:00:00",
    "0,0000001;2026-02-01 12:00:00;2026-02-01 00:00:00;00012;;-3;2026-02-01 00:00:00",
  ]);
  const mac = aWorkbook({
    sheets: [numbers("1", "44592")],
    styles: STYLES,
    properties: 'date1904="1"',
  });
  strictEqual(sheetCsv(mac), "1;2026-02-01");
});

Deno.test("sheetCsv() skips hidden sheets, and is empty without data", () => {
  const parts = {
    "xl/workbook.xml": '<w:workbook xmlns:w="w" xmlns:r="r"><w:sheets>' +
      '<w:sheet state="hidden" r:id="r0"/><w:sheet r:id="r1"/></w:sheets></w:workbook>',
  };
  strictEqual(sheetCsv(aWorkbook({ sheets: [numbers("1"), numbers("2")], parts })), "2");
  strictEqual(sheetCsv(aWorkbook({ sheets: ['<row r="1048576"/>'.repeat(1)] })), "");
});

Deno.test("sheetCsv() refuses what is no workbook, or a broken one", () => {
  const ofRows = (rows: string) => aWorkbook({ sheets: [rows] });
  const whole = ofRows(numbers("1", "2"));
  const ofPart = (name: string, text: string) =>
    aWorkbook({ sheets: [""], parts: { [name]: text } });
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>';
  const hostile = {
    text: new TextEncoder().encode("PK\x03\x04 date;serie"),
    cut: whole.subarray(0, whole.length / 2),
    entity: ofPart("xl/worksheets/sheet1.xml", entity),
    undeclared: ofRows('<row><c t="str"><v>&b;</v></c></row>'),
    unclosed: ofRows("<row><c>"),
    outside: ofPart(
      "xl/_rels/workbook.xml.rels",
      '<R><Relationship Id="r0" Type="/worksheet" Target="../../../etc/passwd"/></R>',
    ),
    sharedText: ofRows('<row><c t="s"><v>7</v></c></row>'),
    notNumber: ofRows(numbers("x")),
    backwards: ofRows('<row r="2"/><row r="1"/>'),
    farRow: ofRows('<row r="1048577"/>'),
    farColumn: ofRows('<row><c r="ZZZ1"><v>1</v></c></row>'),
    sameColumn: ofRows('<row><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'),
  };
  for (const [name, bytes] of Object.entries(hostile)) {
    throws(() => sheetCsv(bytes), (error) => !(error instanceof CallError), name);
  }
});

Deno.test("sheetCsv() stops at its limits of bytes, cells and characters", () => {
  const cells = `<row>${"<c/>".repeat(10_000)}</row>`;
  const long = `<row>${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`;
  const beyond = {
    bytes: aWorkbook({ sheets: [" ".repeat(101_000_000)] }),
    cells: aWorkbook({ sheets: [cells.repeat(101)] }),
    characters: aWorkbook({ sheets: [long], shared: `<si><t>${"x".repeat(1_000_000)}</t></si>` }),
  };
  for (const [name, bytes] of Object.entries(beyond)) {
    const isTooLarge = (error: unknown) => error instanceof CallError && error.code === "too-large";
    throws(() => sheetCsv(bytes), isTooLarge, name);
  }
});

Deno.test("sheetCsv() passes over a declared size of 2 GB, and a million empty rows", () => {
  const bytes = aWorkbook({ sheets: [numbers("1") + "<row/>".repeat(1_000_000)] });
  const view = new DataView(bytes.buffer);
  view.setUint32(22, 0x7fff_ffff, true);
  strictEqual(sheetCsv(bytes), "1");
});

Deno.test("workbookText() refuses an old or encrypted workbook, and a file that is too large", async () => {
  const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  strictEqual(isWorkbook(old), true);
  const isRefused = (code: string) => (error: unknown) =>
    error instanceof CallError && error.code === code;
  await rejects(() => workbookText(old), isRefused("bad-workbook"));
  await rejects(() => workbookText(new Uint8Array(10_000_001)), isRefused("too-large"));
});

const COLUMNS = [
  { header: "Rang", value: (row: number) => row },
  { header: "Nom", value: (row: number) => `Été; ${row}` },
];

Deno.test("csvStream() writes the same file as csvFile(), piece by piece, from rows or pages of rows", async () => {
  async function* inPages(rows: readonly number[]) {
    yield await Promise.resolve([]);
    for (let at = 0; at < rows.length; at += 7) yield rows.slice(at, at + 7);
  }
  for (const count of [0, 1, 20_000]) {
    for (const dialect of Object.values(CSV_DIALECTS)) {
      const rows = Array.from({ length: count }, (_, at) => at);
      for (const given of [rows, inPages(rows)]) {
        const pieces = await Array.fromAsync(csvStream(COLUMNS, given, dialect));
        const bytes = await new Blob(pieces).bytes();
        strictEqual(
          new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
          csvFile(COLUMNS, rows, dialect),
        );
        ok(pieces.every(({ length }) => length < 100_000));
      }
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

Deno.test("jsonPieces() writes what JSON.stringify() does, a list that is read page by page too", async () => {
  async function* of(pages: readonly (readonly unknown[])[]) {
    for (const page of pages) yield await Promise.resolve(page);
  }
  const value = fc.jsonValue();
  const object = fc.dictionary(fc.stringMatching(/^[a-m]+$/), fc.oneof(value, fc.array(value)));
  await fc.assert(
    fc.asyncProperty(object, fc.array(fc.array(value)), async (one, pages) => {
      const pieces = await Array.fromAsync(jsonPieces({ ...one, z: of(pages) }));
      strictEqual(pieces.join(""), JSON.stringify({ ...one, z: pages.flat() }, null, 2));
    }),
    { seed: 20260101, numRuns: 200 },
  );
});
