/** Writes numbers, quantities, amounts and counts in French, with their no-break spaces. @module */

import { plainNumber, round } from "./rounding.ts";

/**
 * A number in French: "1 234,5", with a narrow no-break space between thousands.
 *
 * @spec tables.decimals "Table cells show at most 1 decimal"
 * @param maxDecimals maximum number of decimals; trailing zeros beyond `minDecimals` are omitted
 * @param minDecimals minimum number of decimals, to align the figures of a column
 * @returns "" for null and for a non-finite number; never "-0"
 */
export function formatNumber(value: number | null, maxDecimals = 1, minDecimals = 0): string {
  if (value === null || !Number.isFinite(value)) return "";
  return exactNumber(round(value, maxDecimals), minDecimals);
}

/** A finite number in French with all its decimals: a count, or the bound of a field. Islands leave rounding out by it. */
export function exactNumber(value: number, minDecimals = 0): string {
  const text = plainNumber(Math.abs(value));
  const [whole = "", decimals = ""] = text.split(".");
  const written = decimals.padEnd(minDecimals, "0");
  const magnitude = written === "" ? grouped(whole) : `${grouped(whole)},${written}`;
  return value < 0 ? `-${magnitude}` : magnitude;
}

/** Number of decimals for all figures of a column: 1 when one of them is not whole, otherwise 0. */
export function columnDecimals(values: readonly (number | null)[]): 0 | 1 {
  return values.some((value) => value !== null && !Number.isInteger(round(value, 1))) ? 1 : 0;
}

/** A percentage already multiplied by 100: 12.5 is "12,5 %". @returns "" for null */
export function formatPercent(percent: number | null, maxDecimals = 1): string {
  const text = formatNumber(percent, maxDecimals);
  return text === "" ? "" : `${text}${NO_BREAK_SPACE}%`;
}

/**
 * A quantity and its unit: "1 234,5 kWh", without a line break between them.
 *
 * @param unit text after the number; "%" formats a percentage
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

/** Used between a number and "%" or "€", and before : ; ! and ? */
export const NO_BREAK_SPACE = "\u00A0";

/** Used between thousands, and between a number and its unit. */
export const NARROW_SPACE = "\u202F";

function grouped(whole: string): string {
  let head = whole.length % 3 || 3;
  let text = whole.slice(0, head);
  for (; head < whole.length; head += 3) text += NARROW_SPACE + whole.slice(head, head + 3);
  return text;
}

/**
 * A count with its noun: "1 ligne", "0 ligne", "1 234 lignes".
 *
 * In French, a count below two takes the singular.
 */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)}${NO_BREAK_SPACE}${count < 2 ? one : many}`;
}

/** Escapes a text for HTML, inside an element or an attribute. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Prevents line breaks before : ; ! ? and %, and inside a quantity. @spec texts.french */
export function withNoBreaks(text: string): string {
  return text
    .replaceAll(/ (?=[:;!?%])/g, NO_BREAK_SPACE)
    .replaceAll(/(?<=\d) (?=\d{3}\b|kWh|m³)/g, NARROW_SPACE);
}

export function yesOrNo(isYes: boolean): string {
  return isYes ? "Oui" : "Non";
}

/** Link to the items that a card does not list. */
export function othersText(count: number): string {
  return count === 1 ? "Voir l’autre" : `Voir les ${formatNumber(count, 0)} autres`;
}
