import type { DetectedFormat } from "@/lib/domain/series/csv_content.ts";
import { bracketed, isClearUnit, sentUnit } from "@/lib/domain/series/sent_units.ts";
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
/** Headings that contain values when a unit follows them: « Énergie (Wh) ». */
const MEASURED_HEADS = ["energie", "energie consommee", "volume", "volume consomme", "puissance"];
const UNIT_HEADS = ["unite", "unites", "unit", "unit_of_measurement", "unite de mesure"];
/** Duration of the values of a line, of which a power needs to be an energy. */
const STEP_HEADS = ["pas", "pas en minutes", "pas de temps", "step"];

export function isValueHeading(heading: string): boolean {
  return VALUE_HEADS.includes(plainName(heading)) || valueUnit(heading) !== null;
}

/** The unit of a heading of values, in its brackets; null without one. */
function valueUnit(heading: string): string | null {
  const { name, unit } = bracketed(heading) ?? { name: "", unit: "" };
  if (VALUE_HEADS.includes(plainName(name))) return unit;
  return MEASURED_HEADS.includes(plainName(name)) && sentUnit(unit) !== null ? unit : null;
}

/**
 * The unit of a heading that names a series, in its brackets: « Eau chaude (L) ». Other brackets are of the name, and so are
 * single letters that name buildings.
 */
export function unitOfHeading(heading: string): string {
  const unit = bracketed(heading)?.unit ?? "";
  return valueUnit(heading) ?? (isClearUnit(unit) ? unit : "");
}

interface Column {
  readonly at: number;
  readonly name: string;
  /** Unit of its heading; "" without one. */
  readonly unit: string;
  /** Column of the units of its values; -1 without one. */
  readonly unitAt: number;
  /** Column of the last indexes of replaced meters, with its name in errors; null for none. */
  readonly replaced: { readonly at: number; readonly name: string } | null;
}

/** Columns of a file, by content. */
export interface Layout {
  readonly shape: DetectedFormat["shape"];
  readonly dateAt: number;
  readonly hourAt: number;
  readonly dwellingAt: number;
  /** Column of the durations of values; -1 without one. */
  readonly stepAt: number;
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
  const [valueAt, seriesAt] = [valueColumn(head, find(VALUE_HEADS)), find(SERIES_HEADS)];
  const isNamed = seriesAt !== -1;
  const stepAt = find(STEP_HEADS);
  const about = { dateAt, hourAt: find(HOUR_HEADS), dwellingAt: find(DWELLING_HEADS), stepAt };
  const unitsAt = plainHead.flatMap((name, at) => UNIT_HEADS.includes(name) ? [at] : []);
  const columnAt = (at: number) => ({
    at,
    name: head[at]?.trim() ?? "",
    unit: unitOfHeading(head[at] ?? ""),
    unitAt: (unitsAt.length > 1 ? unitsAt.find((one) => one > at) : unitsAt[0]) ?? -1,
  });
  if (valueAt !== -1 && (isNamed || series !== "")) {
    const replacedAt = find(REPLACED_HEADS);
    const replaced = replacedAt === -1 ? null : { at: replacedAt, name: REPLACED_COLUMN };
    return {
      ...about,
      shape: "long",
      seriesAt: isNamed ? seriesAt : null,
      columns: [{ ...columnAt(valueAt), replaced }],
      series: isNamed ? "" : series,
    };
  }
  const others = [...Object.values(about), ...unitsAt];
  const named = head.map((_, at) => columnAt(at))
    .filter(({ at, name }) => !others.includes(at) && name !== "");
  return { ...about, shape: "wide", seriesAt: null, columns: metersOf(named), series: "" };
}

/** The column of values: with a known heading, or the only one whose heading has a unit. */
function valueColumn(head: readonly string[], known: number): number {
  if (known !== -1) return known;
  const [only = -1, ...others] = head.keys().filter((at) => valueUnit(head[at] ?? "") !== null);
  return others.length === 0 ? only : -1;
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
