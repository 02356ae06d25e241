/** First line by which a spreadsheet is told the separator of a file. */
const SEPARATOR_LINE = /^\uFEFF?sep=.(?=\r?\n)/i;

/**
 * The text of a file, whatever program wrote it: UTF-8, UTF-16 that says so, or what Windows wrote before.
 *
 * A first line `sep=;`, meant for spreadsheets, is left empty, so that lines keep their numbers.
 */
export function fileText(bytes: Uint8Array): string {
  return decoded(bytes).replace(SEPARATOR_LINE, "");
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder("windows-1252").decode(bytes);
    throw error;
  }
}
