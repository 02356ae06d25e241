import { plainNumber } from "@/lib/domain/numbers/decimal_text.ts";
import { round } from "@/lib/domain/numbers/round.ts";

/**
 * A number as French reads it: "1 234,5", thousands parted by a narrow no-break space.
 *
 * @spec tables.decimals "Table cells show at most 1 decimal"
 * @param maxDecimals maximum number of decimals; final zeros are not written beyond `minDecimals`
 * @param minDecimals decimals always written, so that the figures of a column are under each other
 * @returns "" for null and for a number that is not finite; never "-0"
 */
export function formatNumber(value: number | null, maxDecimals = 1, minDecimals = 0): string {
  if (value === null || !Number.isFinite(value)) return "";
  const rounded = round(value, maxDecimals);
  const text = plainNumber(Math.abs(rounded));
  const [whole = "", decimals = ""] = text.split(".");
  const written = decimals.padEnd(minDecimals, "0");
  const magnitude = written === "" ? grouped(whole) : `${grouped(whole)},${written}`;
  return rounded < 0 ? `-${magnitude}` : magnitude;
}

/** The decimals that the figures of a column are all written with: 1 when one of them has a part of a unit, else 0. */
export function columnDecimals(values: readonly (number | null)[]): 0 | 1 {
  return values.some((value) => value !== null && !Number.isInteger(round(value, 1))) ? 1 : 0;
}

/** A percentage already multiplied by 100: 12.5 is "12,5 %". @returns "" for null */
export function formatPercent(percent: number | null, maxDecimals = 1): string {
  const text = formatNumber(percent, maxDecimals);
  return text === "" ? "" : `${text}${NO_BREAK_SPACE}%`;
}

/**
 * A quantity and its unit: "1 234,5 kWh", which a line break never parts.
 *
 * @param unit as written after the number; "%" gives a percentage
 * @returns "" for null
 */
export function formatQuantity(value: number | null, unit: string, maxDecimals = 1): string {
  if (unit === "%") return formatPercent(value, maxDecimals);
  const text = formatNumber(value, maxDecimals);
  return text === "" || unit === "" ? text : `${text}${NARROW_SPACE}${unit}`;
}

/** An amount of money, to the cent: "1 234,50 €". @returns "" for null */
export function formatEuros(euros: number | null, decimals = 2): string {
  const text = formatNumber(euros, decimals, decimals);
  return text === "" ? "" : `${text}${NO_BREAK_SPACE}€`;
}

/** Between a number and "%" or "€", and before : ; ! and ? */
export const NO_BREAK_SPACE = "\u00A0";

/** Between thousands, and between a number and its unit. */
export const NARROW_SPACE = "\u202F";

function grouped(whole: string): string {
  let head = whole.length % 3 || 3;
  let text = whole.slice(0, head);
  for (; head < whole.length; head += 3) text += NARROW_SPACE + whole.slice(head, head + 3);
  return text;
}
