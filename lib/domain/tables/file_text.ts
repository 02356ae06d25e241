/** First line by which a spreadsheet is told the separator of a file. */
const SEPARATOR_LINE = /^\uFEFF?sep=.(?=\r?\n)/i;

/**
 * The text of a file, whatever program wrote it: UTF-8, UTF-16 that says so, or what Windows wrote before.
 *
 * A first line `sep=;`, meant for spreadsheets, is left empty, so that lines keep their numbers.
 */
export function fileText(bytes: Uint8Array): string {
  return withoutSeparatorLine(decoded(bytes));
}

/** A decoder for the first bytes of a file: it throws a TypeError at what is no UTF-8, hence of Windows. */
export function decoderOf([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder("utf-8", { fatal: true });
}

/** A text whose first line, when it tells spreadsheets the separator, is left empty. */
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
