import { broken } from "./unreadable.ts";
import { isNatural, PdfArray, type PdfDictionary, PdfReference, type PdfValue } from "./values.ts";

/** Fields of a row: its kind and two numbers, of eight bytes at most. */
const [FIELDS, FIELD_BYTES] = [3, 8];

/** @param bytes length of the file @throws Unreadable when it declares more objects than it can contain */
export function checkSize(trailer: PdfDictionary, bytes: number): void {
  const size = trailer.get("Size");
  if (typeof size === "number" && size > bytes) throw broken();
}

/**
 * Rows of a table of references. It may declare any number of them, for which a reader would allocate memory.
 *
 * @param bytes length of the table @throws Unreadable for more rows than it has; some programs count one too many
 * @spec deposits.memory
 */
export function rowCount(dictionary: PdfDictionary, bytes: number): number {
  const [size, index] = [dictionary.get("Size"), dictionary.get("Index")];
  const declared = index instanceof PdfArray ? index.pairedCount : size;
  const rowBytes = rowLength(dictionary.get("W"));
  if (!isNatural(size) || !isNatural(declared) || index instanceof PdfReference) throw broken();
  if (declared > 1 && (rowBytes === 0 || (declared - 1) * rowBytes > bytes)) throw broken();
  return declared;
}

/** The length of a row, bytes. @throws Unreadable */
function rowLength(widths: PdfValue | undefined): number {
  const fields = widths instanceof PdfArray ? widths.elements ?? [] : [];
  if (fields.length !== FIELDS) throw broken();
  return fields.reduce((sum: number, width) => {
    if (!isNatural(width) || width > FIELD_BYTES) throw broken();
    return sum + width;
  }, 0);
}
