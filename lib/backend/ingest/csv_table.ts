import { CsvError, parse } from "csv-parse/sync";

/** A mark between the cells of a line. */
export type Separator = ";" | "," | "\t";

/** A CSV file that cannot be cut into lines: where. */
export interface CsvFault {
  readonly line: number;
}

/** A name without accents, case or doubled blanks. */
export function plainName(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** A line of a file, by its number in it, and its cells. */
export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The mark that parts most of the heading's cells. */
export function separatorOf(text: string): Separator {
  const [head = ""] = /[^\r\n]+/.exec(text) ?? [];
  const counts = ([";", "\t", ","] as const).map((mark) =>
    [mark, head.split(mark).length] as const
  );
  return counts.reduce((most, one) => one[1] > most[1] ? one : most)[0];
}

/** The lines of a text, empty ones left out; or where it cannot be read. */
export function csvRows(text: string, delimiter: Separator): readonly CsvRow[] | CsvFault {
  // Inside quotes, a line that ends in two marks would count as two.
  const lines = text.replaceAll("\r\n", "\n");
  const rows: CsvRow[] = [];
  try {
    parse(lines, {
      delimiter,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: 100_000,
      on_record: (cells: string[], { lines: line }) => {
        rows.push({ line, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: typeof error.lines === "number" ? error.lines : 1 };
  }
}
