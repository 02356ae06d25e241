import { readCsv } from "@/lib/backend/ingest/csv_table.ts";
import { readNumber } from "@/lib/domain/forms/number_control.ts";
import { isTypedDate } from "@/lib/domain/forms/typed_dates.ts";
import { firstDayOf, isIsoMonth, type IsoMonth } from "@/lib/domain/periods/civil_dates.ts";

interface MonthDju {
  month: IsoMonth;
  /** null deletes the month. */
  dju: number | null;
}

/** Maximum DJU of a month: 31 days at −47 °C. */
const MAX_DJU = 2_000;
/** Maximum number of lines of a file: a century of months, heading and remarks included. */
const MOST_LINES = 1_300;

/**
 * Reads a file of columns `mois;dju`: "2024-01;387,2" or "01/2024;387.2"; an empty figure deletes the month.
 *
 * @returns null when it is not such a file, or a line is invalid
 * @throws Refused when it is beyond a limit
 */
export async function readMonthlyDju(text: string): Promise<MonthDju[] | null> {
  if (!/^\uFEFF?\s*mois\s*[;,\t]\s*dju\s*(?:\r?\n|$)/i.test(text)) return null;
  const rows: (readonly string[])[] = [];
  const cut = { delimiter: [";", ",", "\t"], maxLines: MOST_LINES } as const;
  const fault = await readCsv(text, cut, ({ cells }) => rows.push(cells));
  if (fault !== null) return null;
  const months = rows.slice(1).map(([month = "", ...figure]) => monthDju(month, figure.join(".")));
  return months.some((one) => one === null) ? null : months.filter((one) => one !== null);
}

/** In a comma-separated file a decimal comma has split the figure: its parts arrive joined by a point. */
function monthDju(written: string, figure: string): MonthDju | null {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(written) ?? [];
  const iso = year === undefined ? written : `${year}-${month?.padStart(2, "0")}`;
  if (!isIsoMonth(iso) || !isTypedDate(firstDayOf(iso))) return null;
  if (figure.trim() === "") return { month: iso, dju: null };
  const dju = readNumber(figure);
  return dju !== null && dju >= 0 && dju <= MAX_DJU ? { month: iso, dju } : null;
}
