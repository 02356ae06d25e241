/** Writes small Excel workbooks to fill in. @module */

import { escaped } from "@/lib/base/text_format.ts";
import { zipped } from "@/lib/files/zip.ts";

/** A sheet of texts. */
export interface WrittenSheet {
  readonly name: string;
  /** The headings first. */
  readonly rows: readonly (readonly string[])[];
}

const [PACKAGE, DOCUMENT, MAIN] = [
  "http://schemas.openxmlformats.org/package/2006",
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
  "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
];
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Format of a text, and the same in bold. */
const [TEXT, HEADING] = [1, 2];
/** Widest column, characters. */
const WIDEST = 40;

/**
 * A workbook whose cells and columns are texts: a code typed in it keeps its zeros, and a date stays as typed.
 *
 * @spec stock.template
 * @param now epoch ms, the date of its parts
 */
export function textWorkbook(
  sheets: readonly WrittenSheet[],
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const named = sheets.map((sheet, at) => ({ ...sheet, part: `worksheets/sheet${at + 1}.xml` }));
  const relations = [
    ...named.map(({ part }) => ({ type: "worksheet", target: part })),
    { type: "styles", target: "styles.xml" },
  ];
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      overrideOf("workbook.xml", "sheet.main") +
      relations.map(({ type, target }) => overrideOf(target, type)).join("") + "</Types>",
    "_rels/.rels": relationsOf([{ type: "officeDocument", target: "xl/workbook.xml" }]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${
      named.map(({ name }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at}"/>`
      ).join("")
    }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsOf(relations),
    "xl/styles.xml": STYLES,
    ...Object.fromEntries(named.map(({ part, rows }) => [`xl/${part}`, sheetXml(rows)])),
  };
  const files = Object.entries(parts).map(([name, xml]) => ({
    name,
    pieces: [`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`],
  }));
  return zipped(files, now);
}

function overrideOf(part: string, type: string): string {
  return `<Override PartName="/xl/${part}" ContentType="${TYPE}.${type}+xml"/>`;
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

function relationsOf(relations: readonly Relation[]): string {
  const listed = relations.map(({ type, target }, at) =>
    `<Relationship Id="r${at}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${listed.join("")}</Relationships>`;
}

/** Two fonts, and the number format of texts. */
const STYLES = `<styleSheet xmlns="${MAIN}">` +
  `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill>` +
  `<fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf/></cellStyleXfs>` +
  `<cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/>` +
  `<xf numFmtId="49" applyNumberFormat="1" fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

/** A sheet whose headings stay in view. */
function sheetXml(rows: WrittenSheet["rows"]): string {
  const [head = []] = rows;
  const columns = head.map((_, at) => {
    const longest = Math.max(...rows.map((row) => row[at]?.length ?? 0));
    const width = Math.min(WIDEST, longest + 3);
    return `<col min="${at + 1}" max="${
      at + 1
    }" width="${width}" style="${TEXT}" customWidth="1"/>`;
  });
  const lines = rows.map((row, at) => {
    const style = at === 0 ? HEADING : TEXT;
    const cells = row.map((text) =>
      text === ""
        ? `<c s="${style}"/>`
        : `<c t="inlineStr" s="${style}"><is><t>${escaped(text)}</t></is></c>`
    );
    return `<row>${cells.join("")}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${columns.join("")}</cols><sheetData>${lines.join("")}</sheetData></worksheet>`;
}
