/** Writes the values of a workbook's cells as a French spreadsheet's CSV would. @module */

import { DAY_S } from "@/lib/base/durations.ts";

/** How the numbers of a cell style are written: as numbers, dates, times, or with leading zeros. */
export type NumberStyle =
  | { readonly kind: "number" }
  | { readonly kind: "date"; readonly hasTime: boolean }
  | { readonly kind: "digits"; readonly count: number };

const NUMBER: NumberStyle = { kind: "number" };
const DATE: NumberStyle = { kind: "date", hasTime: false };
const DATE_TIME: NumberStyle = { kind: "date", hasTime: true };

/** Numbered formats of dates, and those with a time, which no workbook describes (ECMA-376 §18.8.30). */
const DATE_FORMATS = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const TIME_FORMATS = new Set([18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 47, 55, 56]);

/** What a format shows as it is: quoted or escaped text, padding, colours and currencies. */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** The style of a number format. @param code the format, when the workbook describes it */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) {
    if (TIME_FORMATS.has(id)) return DATE_TIME;
    return DATE_FORMATS.has(id) ? DATE : NUMBER;
  }
  const [shown = ""] = code.replace(LITERALS, "").split(";");
  if (/^0{2,}$/.test(shown)) return { kind: "digits", count: shown.length };
  // A duration, as [h]:mm, is no date.
  if (shown.includes("[") || !/[dmyhs]/i.test(shown)) return NUMBER;
  return /[hs]/i.test(shown) ? DATE_TIME : DATE;
}

/** Last day that Excel knows, 9999-12-31. */
const LAST_SERIAL = 2_958_465;

/**
 * The text of a number, with a decimal comma and without binary noise; that of a date is local, as the sheet shows it.
 *
 * @param is1904 true when the workbook counts its days from 1904
 * @throws RangeError when it is not a number
 */
export function numberText(written: string, style: NumberStyle, is1904: boolean): string {
  const value = Number(written);
  if (written.trim() === "" || !Number.isFinite(value)) throw new RangeError("Not a number");
  if (style.kind === "date" && value >= 0 && value <= LAST_SERIAL) {
    return dateText(value, style.hasTime, is1904);
  }
  if (Number.isInteger(value)) {
    const digits = BigInt(value).toString();
    return style.kind === "digits" ? digits.padStart(style.count, "0") : digits;
  }
  const rounded = Number(value.toPrecision(15));
  const plain = Math.abs(rounded) < 1e-6
    ? rounded.toFixed(15).replace(/\.?0+$/, "")
    : String(rounded);
  return plain.replace(".", ",");
}

function dateText(serial: number, hasTime: boolean, is1904: boolean): string {
  const seconds = Math.round(serial * DAY_S);
  const time = new Date((seconds % DAY_S) * 1_000).toISOString().slice(11, 19);
  if (hasTime && seconds < DAY_S) return time;
  // In the 1900 system, a day that did not exist follows 28 February 1900.
  const firstDay = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const date = new Date(firstDay + (seconds - seconds % DAY_S) * 1_000).toISOString().slice(0, 10);
  return hasTime || seconds % DAY_S > 0 ? `${date} ${time}` : date;
}

export function csvCell(text: string): string {
  const line = text.replace(/_x([0-9A-F]{4})_/g, unescaped).replace(/\p{Cc}+/gu, " ");
  return /[";]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

function unescaped(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
