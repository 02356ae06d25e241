import type { DecimalMark as Mark } from "@/lib/domain/series/csv_content.ts";
import type { Separator } from "./csv_table.ts";

/** A file's numbers were read with a point before one with a comma came: it is read again from its beginning. */
export class CommaFound extends Error {
  override readonly name = "CommaFound";
}

/**
 * The decimal mark of a file's numbers, detected as they come: a comma, unless a point is between digits somewhere
 * and a comma nowhere. Before either comes, numbers read the same both ways.
 */
export class DecimalMark {
  #found: Mark | null;

  /** @param known of the whole file; where commas part the cells, only the point is left */
  constructor(separator: Separator, known: Mark | null) {
    this.#found = separator === "," ? "." : known;
    this.#isSettled = this.#found !== null;
  }

  readonly #isSettled: boolean;

  get mark(): Mark {
    return this.#found ?? ",";
  }

  /** @throws CommaFound when numbers before this one were read with a point */
  look(cell: string): void {
    if (this.#isSettled || this.#found === ",") return;
    if (cell.includes(",")) {
      if (this.#found === ".") throw new CommaFound();
      this.#found = ",";
    } else if (/\d\.\d/.test(cell)) this.#found = ".";
  }
}

/** @returns null when the text is no number with this decimal mark */
export function numberOf(text: string, decimal: Mark): number | null {
  const digits = text.replace(/[\s\u00A0\u202F]/g, "");
  const written = decimal === "," ? digits.replace(",", ".") : digits;
  // Where commas are decimal marks, a point may be anything.
  const isUnclear = decimal === "," && digits.includes(".");
  if (isUnclear || !/^[+-]?\d+(?:\.\d+)?$/.test(written)) return null;
  const value = Number(written);
  return Number.isFinite(value) ? value : null;
}
