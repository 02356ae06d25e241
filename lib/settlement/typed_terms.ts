/** Reads and writes the bands, the price formula and the indexes of terms, as they are typed. @module */

import { isIsoDate, isIsoMonth } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { typedDecimal } from "@/lib/ui/number_input.ts";
import type { Band } from "./bands.ts";
import type { TermsComponent, TypedIndexValue } from "./schema.ts";

/** What was read of a text, or its first line that cannot be read. */
export type TypedLines<Item> =
  | { readonly ok: true; readonly items: Item[] }
  | { readonly ok: false; readonly line: string };

function readLines<Item>(text: string, read: (line: string) => Item | null): TypedLines<Item> {
  const items: Item[] = [];
  for (const line of text.split(/\r\n|\r|\n/).map((one) => one.trim())) {
    if (line === "") continue;
    const item = read(line);
    if (item === null) return { ok: false, line };
    items.push(item);
  }
  return { ok: true, items };
}

const NUMBER = String.raw`\d[\d\s]*(?:[.,]\d+)?`;
const BAND = new RegExp(
  String
    .raw`^(?:jusqu.?[àa]\s+(${NUMBER})\s*%|au-del[àa]|tout)\s*:\s*(${NUMBER})\s*(?:(%)|/\s*(\d+))?$`,
  "iu",
);

/**
 * Bands of a saving or an excess, one a line: « jusqu’à 15 % : 2/3 », « au-delà : 1 », or « tout : 50 % ».
 *
 * @spec settlement.typed
 */
export function readBands(text: string): TypedLines<Band> {
  return readLines(text, (line) => {
    const found = BAND.exec(line);
    if (found === null) return null;
    const [, upTo, share = "", percent, whole] = found;
    const part = typedDecimal(share);
    const below = whole === undefined ? "" : `/${whole}`;
    return {
      upTo: upTo === undefined ? null : typedDecimal(upTo),
      operator: percent === undefined ? `${part}${below}` : `${part}/100`,
    };
  });
}

export function bandLines(bands: readonly Band[]): string {
  return bands.map(({ upTo, operator }) => {
    const last = bands.length === 1 ? "tout" : "au-delà";
    const bound = upTo === null ? last : `jusqu’à ${comma(upTo)}\u00A0%`;
    return `${bound}\u00A0: ${comma(operator)}`;
  }).join("\n");
}

function comma(decimal: string): string {
  return decimal.replace(".", ",");
}

const REVISED = new RegExp(String.raw`^(${NUMBER})\s*[×x*]\s*\((.+)\)$`, "iu");
const TERM = new RegExp(
  String.raw`^(${NUMBER})\s*[×x*]?\s*(\p{L}[^/+]*?)\s*/\s*(${NUMBER})$`,
  "iu",
);
const FIXED = new RegExp(String.raw`^(${NUMBER})\s+(\p{L}.*)$`, "u");
const ALONE = new RegExp(`^${NUMBER}$`);

/**
 * Parts of the price, one a line: « 0,062 × (0,15 + 0,85 PEG/95,0) », or « 0,0164 Accise » for one that passes through.
 *
 * @spec settlement.typed
 */
export function readComponents(text: string): TypedLines<TermsComponent> {
  return readLines(text, (line): TermsComponent | null => {
    const revised = REVISED.exec(line);
    if (revised !== null) return revisedOf(revised[1] ?? "", revised[2] ?? "");
    const fixed = FIXED.exec(line);
    return fixed === null ? null : { fixed: typedDecimal(fixed[1] ?? ""), label: fixed[2] ?? "" };
  });
}

function revisedOf(p0: string, clause: string): TermsComponent | null {
  const parts = clause.split("+").map((part) => part.trim());
  const [a = "0", ...others] = ALONE.test(parts[0] ?? "") ? parts : ["0", ...parts];
  const terms = others.map((part) => TERM.exec(part));
  const read = terms.flatMap((found) =>
    found === null ? [] : [{
      b: typedDecimal(found[1] ?? ""),
      indexName: found[2] ?? "",
      index0: typedDecimal(found[3] ?? ""),
    }]
  );
  const isRead = read.length === others.length && read.length > 0 &&
    read.every(({ index0 }) => Number(index0) > 0);
  return isRead ? { p0: typedDecimal(p0), a: typedDecimal(a), terms: read } : null;
}

export function componentLines(components: readonly TermsComponent[]): string {
  return components.map((one) => {
    if ("fixed" in one) return `${comma(one.fixed)} ${one.label}`;
    const terms = one.terms.map(({ b, indexName, index0 }) =>
      `${comma(b)} ${indexName}/${comma(index0)}`
    );
    return `${comma(one.p0)} × (${[comma(one.a), ...terms].join(" + ")})`;
  }).join("\n");
}

/**
 * Values of indexes, one a line, as in a CSV file: « PEG;2026-01;108,3;Powernext;03/02/2026 »; the day on which it was
 * published may be left out.
 *
 * @spec settlement.indexes
 */
export function readIndexValues(text: string): TypedLines<TypedIndexValue> {
  const lines = text.replace(/^\uFEFF?\s*(?:index|indice)\s*;[^\n]*/iu, "");
  return readLines(lines, (line) => {
    const [indexName = "", month = "", written = "", origin = "", day = ""] = line.split(";")
      .map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
    const value = typedDecimal(written);
    const publishedOn = day.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$2-$1") || null;
    const isRead = indexName !== "" && isIsoMonth(month) && value !== "" &&
      !value.startsWith("-") && (publishedOn === null || isIsoDate(publishedOn));
    return isRead ? { indexName, month, value, origin, publishedOn } : null;
  });
}

export function indexLines(values: readonly TypedIndexValue[]): string {
  return values.map(({ indexName, month, value, origin, publishedOn = null }) =>
    [
      indexName,
      month,
      comma(value),
      origin,
      ...publishedOn === null ? [] : [formatDay(publishedOn)],
    ]
      .join(";")
  ).join("\n");
}
