/** Builds small workbooks for tests. @module */

import { strToU8, zipSync } from "fflate";

interface WorkbookFacts {
  /** XML of the sheets' rows. */
  readonly sheets: readonly string[];
  /** Names of the sheets, when they matter. */
  readonly titles?: readonly string[];
  /** XML of the shared texts, styles and attributes of the workbook. */
  readonly shared?: string;
  readonly styles?: string;
  readonly properties?: string;
  /** Parts that replace or follow the usual ones, by name. */
  readonly parts?: Readonly<Record<string, string>>;
}

const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a workbook; the sheets come first, before what they need. */
export function aWorkbook(
  { sheets, titles = [], shared = "", styles = "", properties = "", parts = {} }: WorkbookFacts,
): Uint8Array<ArrayBuffer> {
  const names = sheets.map((_, at) => `worksheets/sheet${at + 1}.xml`);
  const relations = [
    ...names.map((name, at) => [`r${at}`, "worksheet", name]),
    ["t", "sharedStrings", "/xl/sharedStrings.xml"],
    ["s", "styles", "styles.xml"],
  ].map(([id, type, target]) =>
    `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`
  );
  const listed = names.map((name, at) =>
    `<sheet name="${titles[at] ?? name}" sheetId="${at + 1}" r:id="r${at}"/>`
  );
  const files = {
    ...Object.fromEntries(sheets.map((rows, at) => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ])),
    "xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets>${
      listed.join("")
    }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...parts,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return new Uint8Array(zipSync(Object.fromEntries(entries)));
}
