/** What each column of a file of readings contains. @module */

import { plainHeading, plainName } from "@/lib/files/csv_headings.ts";
import {
  bracketed,
  inUnit,
  isClearUnit,
  sentUnit,
  stepSeconds,
} from "@/lib/timeseries/sent_units.ts";
import { COLUMN_ROLES, type ColumnRole, type FileFormat } from "./formats/file_format.ts";
import { READINGS_BY_COLUMN } from "./formats/readings_by_column.ts";
import { READINGS_BY_LINE } from "./formats/readings_by_line.ts";
import { columnsWith, preambleValue } from "./formats/recognition.ts";
import { REPLACED_COLUMN } from "./import_text.ts";
import type { DetectedFormat } from "./readings_file_options.ts";

const { value: VALUE_HEADS = [], replaced: REPLACED_HEADS = [] } = READINGS_BY_LINE.headings;
/** Headings that contain values when a unit follows them: « Énergie (Wh) ». */
const MEASURED_HEADS = ["energie", "energie consommee", "volume", "volume consomme", "puissance"];

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
  /** Unit of its heading or of the file; "" without one. */
  readonly unit: string;
  /** Column of the units of its values; -1 without one. */
  readonly unitAt: number;
  /** Column of the last indexes of replaced meters, with its name in errors; null for none. */
  readonly replaced: { readonly at: number; readonly name: string } | null;
}

/** Columns of a file, by content. */
export interface Layout {
  readonly format: FileFormat;
  readonly shape: DetectedFormat["shape"];
  readonly dateAt: number;
  readonly hourAt: number;
  readonly dwellingAt: number;
  /** Column of the durations of values; -1 without one. */
  readonly stepAt: number;
  /** Duration of every value, s; null when the lines have theirs, or nothing has. */
  readonly stepS: number | null;
  /** Column of series names; null when a heading or the user names the series. */
  readonly seriesAt: number | null;
  /** Columns that tell apart the meters of a file whose series the user chose. */
  readonly meterAt: readonly number[];
  readonly columns: readonly Column[];
  /** Whether the first column with a value has the only value of a line. */
  readonly hasOneValue: boolean;
  /** Series of every value; "" when the columns name theirs. */
  readonly series: string;
  /** What each column is recognised as, for the user to check; "" for a column without a heading. */
  readonly roles: readonly { readonly heading: string; readonly role: ColumnRole }[];
}

/** The series chosen for a file: its name, and its unit; "" and null without one. */
export interface ChosenSeries {
  readonly series: string;
  readonly seriesUnit?: string | null | undefined;
}

type Lines = readonly (readonly string[])[];

/** The columns of a file. @param lines cells of its preamble, then of its heading */
export function layoutOf(format: FileFormat, lines: Lines, chosen: ChosenSeries): Layout {
  const head = lines.at(-1) ?? [];
  const layout = format === READINGS_BY_LINE
    ? freeLayout(head, chosen.series)
    : knownLayout(format, lines, chosen);
  return { ...layout, roles: rolesOf(layout, head) };
}

type Unnamed = Omit<Layout, "roles">;

/** The columns of a known format. */
function knownLayout(format: FileFormat, lines: Lines, chosen: ChosenSeries): Unnamed {
  const head = lines.at(-1) ?? [];
  const before = lines.slice(0, -1);
  const names = head.map(plainHeading);
  const first = (role: ColumnRole) => columnsWith(format, role, names)[0] ?? -1;
  const { preamble, meter = [] } = format;
  const unitOfFile = preambleValue(before, preamble?.unit) || format.unit || "";
  const all = columnsWith(format, "value", names).map((at) => {
    const name = head[at]?.trim() ?? "";
    const unit = unitOfHeading(name) || unitOfFile;
    return { at, name, unit, unitAt: first("unit"), replaced: null };
  });
  const { series, seriesUnit: to = null } = chosen;
  // Of a volume and an energy, the one in the unit of the series.
  const fitting = to === null
    ? all
    : all.filter(({ unit: from }) => inUnit(1, { from, to }) !== null);
  const areOfUnits = new Set(all.map(({ unit }) => unit)).size > 1;
  const columns = areOfUnits && fitting.length > 0 ? fitting : all;
  const seriesAt = first("series");
  const isWide = areOfUnits && columns.length > 1;
  const named = series || (seriesAt === -1 ? preambleValue(before, preamble?.mark) : "");
  return {
    format,
    shape: isWide ? "wide" : "long",
    dateAt: first("date"),
    hourAt: first("time"),
    dwellingAt: first("dwelling"),
    stepAt: first("step"),
    stepS: stepSeconds(preambleValue(before, preamble?.step)),
    seriesAt: meter.length > 0 && series !== "" || seriesAt === -1 ? null : seriesAt,
    meterAt: series === ""
      ? []
      : meter.map((name) => names.indexOf(name)).filter((at) => at !== -1),
    columns,
    hasOneValue: !isWide,
    series: isWide || meter.length === 0 && seriesAt !== -1 ? "" : named,
  };
}

/** The columns of a file of any origin. @param series series of a file that does not name any */
function freeLayout(head: readonly string[], series: string): Unnamed {
  const names = head.map(plainName);
  const find = (role: ColumnRole) => columnsWith(READINGS_BY_LINE, role, names)[0] ?? -1;
  const [valueAt, seriesAt] = [valueColumn(head, find("value")), find("series")];
  const isNamed = seriesAt !== -1;
  const about = {
    dateAt: find("date"),
    hourAt: find("time"),
    dwellingAt: find("dwelling"),
    stepAt: find("step"),
  };
  const shared = { ...about, stepS: null, meterAt: [], hasOneValue: false };
  const unitHeads = READINGS_BY_LINE.headings.unit ?? [];
  const unitsAt = names.flatMap((name, at) => unitHeads.includes(name) ? [at] : []);
  const columnAt = (at: number) => ({
    at,
    name: head[at]?.trim() ?? "",
    unit: unitOfHeading(head[at] ?? ""),
    unitAt: (unitsAt.length > 1 ? unitsAt.find((one) => one > at) : unitsAt[0]) ?? -1,
  });
  if (valueAt !== -1 && (isNamed || series !== "")) {
    const replacedAt = find("replaced");
    const replaced = replacedAt === -1 ? null : { at: replacedAt, name: REPLACED_COLUMN };
    return {
      ...shared,
      format: READINGS_BY_LINE,
      shape: "long",
      seriesAt: isNamed ? seriesAt : null,
      columns: [{ ...columnAt(valueAt), replaced }],
      series: isNamed ? "" : series,
    };
  }
  const others = [...Object.values(about), ...unitsAt];
  const named = head.map((_, at) => columnAt(at))
    .filter(({ at, name }) => !others.includes(at) && name !== "");
  return {
    ...shared,
    format: READINGS_BY_COLUMN,
    shape: "wide",
    seriesAt: null,
    columns: metersOf(named),
    series: "",
  };
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
  return named.flatMap((column, position) => {
    if (position > 0 && isOfLastIndexes(column)) return [];
    const next = named[position + 1];
    const name = `${REPLACED_COLUMN}, ${column.name}`;
    return [{ ...column, replaced: next && isOfLastIndexes(next) ? { at: next.at, name } : null }];
  });
}

function rolesOf(layout: Unnamed, head: readonly string[]): Layout["roles"] {
  const { dateAt, hourAt, dwellingAt, stepAt, seriesAt, columns } = layout;
  const places: Readonly<Partial<Record<ColumnRole, readonly number[]>>> = {
    date: [dateAt],
    time: [hourAt],
    dwelling: [dwellingAt],
    series: seriesAt === null ? [] : [seriesAt],
    value: columns.map(({ at }) => at),
    unit: columns.map(({ unitAt }) => unitAt),
    step: [stepAt],
    replaced: columns.flatMap(({ replaced }) => replaced === null ? [] : [replaced.at]),
  };
  return head.map((text, at) => {
    const role = COLUMN_ROLES.find((one) => places[one]?.includes(at)) ?? "ignored";
    return { heading: text.trim(), role };
  });
}
