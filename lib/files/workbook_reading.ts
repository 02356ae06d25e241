/** Reads the sheets of an Excel workbook as CSV, part by part, within limits. @module */

import { Unzip, UnzipInflate } from "fflate";
import { SaxesParser } from "saxes";
import { piecesOf } from "@/lib/base/bytes.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { CallError } from "@/lib/base/errors.ts";
import { SHEET_MARK } from "./file_text.ts";

/** Maximum size of all that is unpacked, bytes, of the cells read, and of the CSV, characters. */
const [MAX_UNPACKED_BYTES, MAX_CELLS, MAX_CHARACTERS] = [100_000_000, 1_000_000, 32_000_000];
/** Rows and columns of the largest sheet of Excel. */
const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384];
/** Compressed bytes unpacked at once: at most a thousand times as many bytes come out. */
const PIECE_BYTES = 4_096;

type Attributes = Readonly<Record<string, string>>;

/** Called with the elements of an XML part, without their prefixes. */
interface Elements {
  open?(name: string, attributes: Attributes): void;
  close?(name: string, text: string): void;
}

/**
 * The first visible sheet that has data, as CSV; "" when none has.
 *
 * @spec imports.workbooks
 * @throws CallError when it is beyond a limit; any error when it is no workbook
 */
export function sheetCsv(bytes: Uint8Array<ArrayBuffer>): string {
  for (const { csv } of readSheets(bytes)) {
    if (csv !== "") return csv;
  }
  return "";
}

/** Every visible sheet that has data, each after a line with its name. @spec stock.workbook */
export function sheetsCsv(bytes: Uint8Array<ArrayBuffer>): string {
  return [...readSheets(bytes)].filter(({ csv }) => csv !== "")
    .map(({ name, csv }) => `${SHEET_MARK}${csvCell(name)}\n${csv}\n`).join("");
}

/** The visible sheets, each read when it is asked for. */
function* readSheets(bytes: Uint8Array<ArrayBuffer>) {
  const archive = new Archive(bytes);
  const { sheets, is1904, targets } = workbookParts(archive);
  const texts: string[] = [];
  const styles: NumberStyle[] = [];
  archive.read({
    ...targets.sharedStrings && { [targets.sharedStrings]: sharedStrings(texts) },
    ...targets.styles && { [targets.styles]: cellStyles(styles) },
  });
  for (const { name, part } of sheets) {
    const reading = new SheetReading(texts, styles, is1904);
    archive.read({ [part]: reading });
    yield { name, csv: reading.csv() };
  }
}

/** The XML parts of a ZIP archive: a part is unpacked only when it is asked for, and counted while it is. */
class Archive {
  #unpackedBytes = 0;

  constructor(private readonly bytes: Uint8Array<ArrayBuffer>) {}

  /** Reads parts by their names. @throws Error when one is missing or malformed */
  read(wanted: Readonly<Record<string, Elements>>): void {
    const unread = new Map(Object.entries(wanted));
    if (unread.size === 0) return;
    const unzip = new Unzip((file) => {
      const elements = unread.get(file.name);
      if (elements === undefined) return;
      unread.delete(file.name);
      const parser = xmlParser(elements);
      const decoder = new TextDecoder("utf-8", { fatal: true });
      file.ondata = (error, data, isFinal) => {
        if (error !== null) throw error;
        this.#unpackedBytes += data.length;
        if (this.#unpackedBytes > MAX_UNPACKED_BYTES) throw new CallError("too-large");
        parser.write(decoder.decode(data, { stream: !isFinal }));
        if (isFinal) parser.close();
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    for (const piece of piecesOf(this.bytes, PIECE_BYTES)) unzip.push(piece);
    unzip.push(new Uint8Array(), true);
    if (unread.size > 0) throw new Error("A part is missing");
  }
}

/** A parser that refuses a DTD, so that no entity is declared, and passes the text of each element. */
function xmlParser(elements: Elements): SaxesParser {
  const parser = new SaxesParser();
  let text = "";
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("A DTD");
  });
  parser.on("opentag", ({ name, attributes }) => {
    text = "";
    elements.open?.(localName(name), attributes);
  });
  parser.on("text", (part) => text += part);
  parser.on("cdata", (part) => text += part);
  parser.on("closetag", ({ name }) => {
    elements.close?.(localName(name), text);
    text = "";
  });
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The visible sheets with their parts, in order, and the parts they share. */
function workbookParts(archive: Archive) {
  const listed: { name: string; id: string }[] = [];
  const sheetsById = new Map<string, string>();
  const targets: { sharedStrings?: string; styles?: string } = {};
  let is1904 = false;
  archive.read({
    "xl/workbook.xml": {
      open(name, attributes) {
        if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
        if (name !== "sheet" || /hidden/i.test(attributes.state ?? "")) return;
        const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
        if (id !== undefined) listed.push({ name: attributes.name ?? "", id });
      },
    },
    "xl/_rels/workbook.xml.rels": {
      open(name, { Id = "", Type = "", Target = "" }) {
        if (name !== "Relationship") return;
        const part = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
        if (Type.endsWith("/worksheet")) sheetsById.set(Id, part);
        if (Type.endsWith("/sharedStrings")) targets.sharedStrings = part;
        if (Type.endsWith("/styles")) targets.styles = part;
      },
    },
  });
  const sheets = listed.flatMap(({ name, id }) => {
    const part = sheetsById.get(id);
    return part === undefined ? [] : [{ name, part }];
  });
  return { sheets, is1904, targets };
}

/** Reads the texts that cells share, without their phonetic guides. */
function sharedStrings(texts: string[]): Elements {
  let shared = "";
  let isPhonetic = false;
  return {
    open(name) {
      if (name === "si") shared = "";
      if (name === "rPh") isPhonetic = true;
    },
    close(name, text) {
      if (name === "t" && !isPhonetic) shared += text;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") texts.push(shared);
    },
  };
}

/** Reads how each cell style writes numbers. */
function cellStyles(styles: NumberStyle[]): Elements {
  const codes = new Map<string, string>();
  let isCellStyle = false;
  return {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") codes.set(numFmtId, formatCode);
      if (name === "cellXfs") isCellStyle = true;
      if (name !== "xf" || !isCellStyle) return;
      styles.push(numberStyle(Number(numFmtId), codes.get(numFmtId)));
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  };
}

/** Writes the rows of a sheet as lines of CSV: an empty row is an empty line. */
class SheetReading implements Elements {
  readonly #lines: string[] = [];
  #characterCount = 0;
  #cellCount = 0;
  /** Width of the widest row so far: later rows are as wide. */
  #width = 0;
  #row = 0;
  #cells: string[] = [];
  #cell = { column: -1, type: "n", style: 0, text: "" };
  #isPhonetic = false;

  constructor(
    private readonly texts: readonly string[],
    private readonly styles: readonly NumberStyle[],
    private readonly is1904: boolean,
  ) {}

  open(name: string, { r, t = "n", s = "0" }: Attributes): void {
    if (name === "row") this.#openRow(r === undefined ? this.#row + 1 : Number(r));
    else if (name === "c") this.#openCell(r, t, Number(s));
    else if (name === "rPh") this.#isPhonetic = true;
  }

  close(name: string, text: string): void {
    if (name === "rPh") this.#isPhonetic = false;
    else if (name === "v" || (name === "t" && !this.#isPhonetic)) this.#cell.text += text;
    else if (name === "c") this.#cells[this.#cell.column] = csvCell(this.#cellText());
    else if (name === "row") this.#closeRow();
  }

  csv(): string {
    return this.#lines.join("\n");
  }

  #openRow(row: number): void {
    if (!Number.isInteger(row) || row <= this.#row || row > MAX_ROWS) throw new Error("A bad row");
    this.#row = row;
    this.#cells = [];
    this.#cell.column = -1;
  }

  #openCell(address: string | undefined, type: string, style: number): void {
    if (++this.#cellCount > MAX_CELLS) throw new CallError("too-large");
    const before = this.#cell.column;
    const column = address === undefined ? before + 1 : columnOf(address);
    if (column <= before || column >= MAX_COLUMNS) throw new Error("A bad column");
    this.#cell = { column, type, style, text: "" };
  }

  /** A formula is its last result; an error is written as the sheet shows it, for the import to refuse its line. */
  #cellText(): string {
    const { type, style, text } = this.#cell;
    if (text === "") return "";
    switch (type) {
      case "s": {
        const shared = this.texts[Number(text)];
        if (shared === undefined) throw new RangeError("A missing shared text");
        return shared;
      }
      case "b":
        return text === "1" ? "oui" : "non";
      case "n":
        return numberText(text, this.styles[style] ?? { kind: "number" }, this.is1904);
      default:
        return text;
    }
  }

  #closeRow(): void {
    const cells = Array.from(this.#cells, (cell) => cell ?? "");
    const width = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    if (width === 0) return;
    this.#width = Math.max(this.#width, width);
    const line = cells.slice(0, width).join(";") + ";".repeat(this.#width - width);
    this.#characterCount += line.length + this.#row - this.#lines.length;
    if (this.#characterCount > MAX_CHARACTERS) throw new CallError("too-large");
    while (this.#lines.length < this.#row - 1) this.#lines.push("");
    this.#lines.push(line);
  }
}

/** The column of an address, from 0: 27 for "AB12". */
function columnOf(address: string): number {
  const [letters = ""] = /^[A-Z]{1,3}(?=\d+$)/.exec(address) ?? [];
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** How the numbers of a cell style are written: as numbers, dates, times, or with leading zeros. */
type NumberStyle =
  | { readonly kind: "number" }
  | { readonly kind: "date"; readonly hasTime: boolean }
  | { readonly kind: "digits"; readonly count: number };

const NUMBER: NumberStyle = { kind: "number" };
const DATE: NumberStyle = { kind: "date", hasTime: false };
const DATE_TIME: NumberStyle = { kind: "date", hasTime: true };

/** Numbered formats of dates, and those with a time, which no workbook describes (ECMA-376 §18.8.30). */
const DATE_FORMATS = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const TIME_FORMATS = new Set([18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 47, 55, 56]);

/** What a format shows as it is: quoted or escaped text, padding, colours and currencies. */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** The style of a number format. @param code the format, when the workbook describes it */
function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) {
    if (TIME_FORMATS.has(id)) return DATE_TIME;
    return DATE_FORMATS.has(id) ? DATE : NUMBER;
  }
  const [shown = ""] = code.replace(LITERALS, "").split(";");
  if (/^0{2,}$/.test(shown)) return { kind: "digits", count: shown.length };
  // A duration, as [h]:mm, is no date.
  if (shown.includes("[") || !/[dmyhs]/i.test(shown)) return NUMBER;
  return /[hs]/i.test(shown) ? DATE_TIME : DATE;
}

/** Last day that Excel knows, 9999-12-31. */
const LAST_SERIAL = 2_958_465;

/**
 * The text of a number, with a decimal comma and without binary noise; that of a date is local, as the sheet shows it.
 *
 * @param is1904 true when the workbook counts its days from 1904
 * @throws RangeError when it is not a number
 */
function numberText(written: string, style: NumberStyle, is1904: boolean): string {
  const value = Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) throw new RangeError("Not a number");
  if (style.kind === "date" && value >= 0 && value <= LAST_SERIAL) {
    return dateText(value, style.hasTime, is1904);
  }
  if (Number.isInteger(value)) {
    const digits = BigInt(value).toString();
    return style.kind === "digits" ? digits.padStart(style.count, "0") : digits;
  }
  const rounded = Number(value.toPrecision(15));
  const plain = Math.abs(rounded) < 1e-6
    ? rounded.toFixed(15).replace(/\.?0+$/, "")
    : String(rounded);
  return plain.replace(".", ",");
}

function dateText(serial: number, hasTime: boolean, is1904: boolean): string {
  const seconds = Math.round(serial * DAY_S);
  const time = new Date((seconds % DAY_S) * 1_000).toISOString().slice(11, 19);
  if (hasTime && seconds < DAY_S) return time;
  // In the 1900 system, a day that did not exist follows 28 February 1900.
  const firstDay = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const date = new Date(firstDay + (seconds - seconds % DAY_S) * 1_000).toISOString().slice(0, 10);
  return hasTime || seconds % DAY_S > 0 ? `${date} ${time}` : date;
}

export function csvCell(text: string): string {
  const line = text.replace(/_x([0-9A-F]{4})_/g, unescaped).replace(/\p{Cc}+/gu, " ");
  return /[";]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

function unescaped(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
