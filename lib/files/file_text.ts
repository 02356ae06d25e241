/** Decodes the text of a file, whatever its encoding, and finds why it is no CSV. @module */

/** First line that declares the separator of a file to spreadsheets. */
const SEPARATOR_LINE = /^\uFEFF?sep=.(?=\r?\n)/i;

/**
 * Decodes a file: UTF-8, UTF-16 with a byte-order mark, otherwise Windows-1252.
 *
 * A first line `sep=;`, for spreadsheets, becomes empty, so that line numbers do not change.
 */
export function fileText(bytes: Uint8Array): string {
  return withoutSeparatorLine(decoded(bytes));
}

/** Before the name of a sheet, in the text of a workbook of which every sheet is read: no cell contains it. */
export const SHEET_MARK = "\f";

/** A sheet of a workbook; a text that is no workbook's is one without a name. */
export interface Sheet {
  readonly name: string;
  readonly text: string;
}

/** The sheets of a text. @spec stock.workbook */
export function sheetsOf(text: string): readonly Sheet[] {
  if (!text.startsWith(SHEET_MARK)) return [{ name: "", text }];
  return text.slice(SHEET_MARK.length).split(SHEET_MARK).map((sheet) => {
    const [name = ""] = sheet.split("\n", 1);
    return { name, text: sheet.slice(name.length + 1) };
  });
}

/** Why a text is not that of a CSV file: it is blank, or of a file of another kind, such as a spreadsheet's own. */
type TextFault = "empty" | "binary";

/** The fault of the text of a file; null for a text with lines to read. */
export function textFault(text: string): TextFault | null {
  if (!/\S/.test(text)) return "empty";
  return text.includes("\0") ? "binary" : null;
}

/** First bytes of a ZIP archive, which a workbook is, and of an old or encrypted workbook. */
const WORKBOOK_SIGNATURES = [[0x50, 0x4b, 0x03, 0x04], [0xd0, 0xcf, 0x11, 0xe0]];

/** Whether a file is a workbook by its first bytes, readable or not: no CSV begins like them. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return WORKBOOK_SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte));
}

/** A decoder chosen from a file's first bytes; it throws a TypeError on invalid UTF-8, which is then Windows-1252. */
export function decoderOf([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder("utf-8", { fatal: true });
}

export function withoutSeparatorLine(text: string): string {
  return text.replace(SEPARATOR_LINE, "");
}

function decoded(bytes: Uint8Array): string {
  try {
    return decoderOf(bytes).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder("windows-1252").decode(bytes);
    throw error;
  }
}

/** Messages of a file that is not a CSV file. */
export const TEXT_FAULT_MESSAGES: Readonly<Record<TextFault, string>> = {
  empty: "Ce fichier est vide",
  binary: "Ce fichier n’est pas un CSV\u00A0: enregistrez-le au format CSV dans le tableur",
};
