import { readCsv } from "@/lib/backend/ingest/csv_table.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { isTypedDate } from "@/lib/domain/forms/typed_dates.ts";
import { firstDayOf, isIsoMonth, type IsoMonth } from "@/lib/domain/periods/civil_dates.ts";

interface MonthDju {
  month: IsoMonth;
  dju: number;
}

/** Months of a file, without those that it leaves empty. */
interface MonthlyDjuFile {
  lineCount: number;
  months: MonthDju[];
}

/** Maximum DJU of a month: 31 days at −47 °C. */
const MAX_DJU = 2_000;
/** Maximum number of lines of a file: a century of months, heading and remarks included. */
const MOST_LINES = 1_300;

/**
 * Reads a file of columns `mois;dju`: "2024-01;387,2" or "01/2024;387.2"; an empty figure leaves the month unchanged.
 *
 * @spec imports.absent-unchanged
 * @returns null when it is not such a file, or a line is invalid
 * @throws Refused when it is beyond a limit
 */
export async function readMonthlyDju(text: string): Promise<MonthlyDjuFile | null> {
  if (!/^\uFEFF?\s*mois\s*[;,\t]\s*dju\s*(?:\r?\n|$)/i.test(text)) return null;
  const rows: (readonly string[])[] = [];
  const cut = { delimiter: [";", ",", "\t"], maxLines: MOST_LINES } as const;
  const fault = await readCsv(text, cut, ({ cells }) => rows.push(cells));
  if (fault !== null) return null;
  const months: MonthDju[] = [];
  for (const [written = "", ...figure] of rows.slice(1)) {
    const month = monthOf(written);
    const text = figure.join(".").trim();
    if (month === null) return null;
    if (text === "") continue;
    const dju = djuOf(text);
    if (dju === null) return null;
    months.push({ month, dju });
  }
  return { lineCount: rows.length - 1, months };
}

function monthOf(written: string): IsoMonth | null {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(written) ?? [];
  const iso = year === undefined ? written : `${year}-${month?.padStart(2, "0")}`;
  return isIsoMonth(iso) && isTypedDate(firstDayOf(iso)) ? iso : null;
}

/** In a comma-separated file a decimal comma has split the figure: its parts arrive joined by a point. */
function djuOf(figure: string): number | null {
  const dju = readNumber(figure);
  return dju !== null && dju >= 0 && dju <= MAX_DJU ? dju : null;
}
