import type { DecimalMark as Mark } from "@/lib/domain/series/csv_content.ts";
import type { Separator } from "./csv_table.ts";

/** Error for a comma found after numbers were read with a point: the file must be read again from the start. */
export class CommaFound extends Error {
  override readonly name = "CommaFound";
}

/**
 * The decimal mark of a file, detected while reading: a comma, unless some number has a point and none has a comma.
 * Before the first mark, numbers read the same with both.
 */
export class DecimalMark {
  #found: Mark | null;

  /** @param known mark of the whole file; with comma-separated cells, the mark is the point */
  constructor(separator: Separator, known: Mark | null) {
    this.#found = separator === "," ? "." : known;
    this.#isSettled = this.#found !== null;
  }

  readonly #isSettled: boolean;

  get mark(): Mark {
    return this.#found ?? ",";
  }

  /** @throws CommaFound when earlier numbers were read with a point */
  look(cell: string): void {
    if (this.#isSettled || this.#found === ",") return;
    if (cell.includes(",")) {
      if (this.#found === ".") throw new CommaFound();
      this.#found = ",";
    } else if (/\d\.\d/.test(cell)) this.#found = ".";
  }
}

/** @returns null when the text is not a number with this decimal mark */
export function numberOf(text: string, decimal: Mark): number | null {
  const digits = text.replace(/[\s\u00A0\u202F]/g, "");
  const written = decimal === "," ? digits.replace(",", ".") : digits;
  // When the decimal mark is a comma, the meaning of a point is unknown.
  const isUnclear = decimal === "," && digits.includes(".");
  if (isUnclear || !/^[+-]?\d+(?:\.\d+)?$/.test(written)) return null;
  const value = Number(written);
  return Number.isFinite(value) ? value : null;
}
