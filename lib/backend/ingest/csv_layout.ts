import type { DetectedFormat } from "@/lib/domain/series/csv_content.ts";
import { REPLACED_COLUMN } from "@/lib/text/series/imports.ts";
import { plainName } from "./csv_table.ts";

/** Headings found in known files, without accents or case. */
const DATE_HEADS = ["date", "horodate", "date de releve", "jour", "mois", "timestamp", "time"];
const HOUR_HEADS = ["heure", "heures"];
const DWELLING_HEADS = ["logement", "lot", "appartement"];
const SERIES_HEADS = ["serie", "series", "compteur", "capteur", "source", "pce"];
const VALUE_HEADS = ["valeur", "value", "index", "index (m3)", "conso", "consommation"];
/** Heading of the last index of a removed meter: its line is the first of the new one. */
const REPLACED_HEADS = ["index de depose", "ancien index", "dernier index"];
export function isValueHeading(heading: string): boolean {
  return VALUE_HEADS.includes(plainName(heading));
}

interface Column {
  readonly at: number;
  readonly name: string;
  /** Column of the last indexes of replaced meters, with its name in errors; null for none. */
  readonly replaced: { readonly at: number; readonly name: string } | null;
}

/** Columns of a file, by content. */
export interface Layout {
  readonly shape: DetectedFormat["shape"];
  readonly dateAt: number;
  readonly hourAt: number;
  readonly dwellingAt: number;
  /** Column of series names; null when a heading or the user names the series. */
  readonly seriesAt: number | null;
  readonly columns: readonly Column[];
  /** Series of every value; "" when the columns name theirs. */
  readonly series: string;
}

/**
 * The columns of a file, from its heading.
 *
 * @param series series of a file that does not name any
 * @returns null without a column of dates
 */
export function layoutOf(head: readonly string[], series: string): Layout | null {
  const plainHead = head.map(plainName);
  const find = (names: readonly string[]) =>
    names.map((name) => plainHead.indexOf(name)).find((at) => at !== -1) ?? -1;
  const dateAt = find(DATE_HEADS);
  if (dateAt === -1) return null;
  const [valueAt, seriesAt] = [find(VALUE_HEADS), find(SERIES_HEADS)];
  const isNamed = seriesAt !== -1;
  const about = { dateAt, hourAt: find(HOUR_HEADS), dwellingAt: find(DWELLING_HEADS) };
  if (valueAt !== -1 && (isNamed || series !== "")) {
    const replacedAt = find(REPLACED_HEADS);
    const replaced = replacedAt === -1 ? null : { at: replacedAt, name: REPLACED_COLUMN };
    return {
      ...about,
      shape: "long",
      seriesAt: isNamed ? seriesAt : null,
      columns: [{ at: valueAt, name: head[valueAt] ?? "", replaced }],
      series: isNamed ? "" : series,
    };
  }
  const others = Object.values(about);
  const named = head.map((name, at) => ({ at, name: name.trim() }))
    .filter(({ at, name }) => !others.includes(at) && name !== "");
  return { ...about, shape: "wide", seriesAt: null, columns: metersOf(named), series: "" };
}

/** Columns with one series each; a column of last indexes belongs to the previous series. */
function metersOf(named: readonly Omit<Column, "replaced">[]): Column[] {
  const isOfLastIndexes = ({ name }: { readonly name: string }) =>
    REPLACED_HEADS.includes(plainName(name));
  return named.flatMap((column, rank) => {
    if (rank > 0 && isOfLastIndexes(column)) return [];
    const next = named[rank + 1];
    const name = `${REPLACED_COLUMN}, ${column.name}`;
    return [{ ...column, replaced: next && isOfLastIndexes(next) ? { at: next.at, name } : null }];
  });
}
