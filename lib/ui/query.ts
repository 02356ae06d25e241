/** Query parameters of addresses: added, replaced, the date looked at, the file of a table. @module */

import { isIsoDate, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { DialectName } from "@/lib/base/csv.ts";
import { dayWithin } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";

/** A path with its query; without "?" when the query is empty. */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/** Adds parameters to a URL that may already have a query. */
export function withMore(address: string, query: string): string {
  if (query === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}${query}`;
}

const PARAMETER = "date";

/** The date in a page's query; undefined without one. */
export function askedDate({ searchParams }: URL): IsoDate | undefined {
  const text = searchParams.get(PARAMETER) ?? "";
  return isIsoDate(text) ? text : undefined;
}

interface LookedAt {
  readonly date: IsoDate;
  /** Last day of the page. */
  readonly today: IsoDate;
}

/**
 * The address of a range that keeps the date one looks at; unchanged where the range has another one, or opens on it.
 *
 * @spec periods.current-date
 */
export function withDate(address: string, to: PeriodRange, { date, today }: LookedAt): string {
  const isKept = dayWithin(to, today, date) === date && dayWithin(to, today) !== date;
  return isKept ? withMore(address, `${PARAMETER}=${date}`) : address;
}

/** Parameter that requests a page's table as a file, and parameter that names the table. */
export const FILE_PARAMETER = "csv";
export const TABLE_PARAMETER = "table";

/**
 * The URLs of a page's table as a file, in both dialects: the URL of the page, with its filters and its sort.
 *
 * @param page its URL, whose page number is removed
 * @param table its name, when the page has several
 */
export function tableFileLinks(page: string | URL, table?: string): Record<DialectName, string> {
  // Any base: the paths are absolute.
  const { pathname, searchParams } = new URL(page, "http://page.invalid");
  const linkOf = (dialect: DialectName) => {
    const query = new URLSearchParams(searchParams);
    query.delete("page");
    query.set(FILE_PARAMETER, dialect);
    if (table !== undefined) query.set(TABLE_PARAMETER, table);
    return `${pathname}?${query.toString().replaceAll("%3A", ":")}`;
  };
  return { semicolon: linkOf("semicolon"), comma: linkOf("comma") };
}
