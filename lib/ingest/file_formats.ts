/** Formats of files of readings, and the heading by which each is recognised. @module */

import {
  LINE_MAX,
  plainHeading,
  type Separator,
  separatorOf,
  SEPARATORS,
} from "@/lib/files/csv_headings.ts";
import { DATA_UNIT_IDS, DATA_UNITS } from "@/lib/timeseries/units.ts";
import type { ColumnRole, Stamp } from "./readings_file_options.ts";

/** A format of files of readings. Headings and words are without accents or case, and `m³` is `m3`. */
export interface FileFormat {
  readonly id: string;
  /** French name, shown with the result of a trial run. */
  readonly name: string;
  /** Known headings of each role; the first one that a file has is used. */
  readonly headings: Readonly<Partial<Record<ColumnRole, readonly string[]>>>;
  /** Roles without which a line is not the heading of this format. */
  readonly required: readonly ColumnRole[];
  /** Other headings that a file of this format always has. */
  readonly marks?: readonly string[];
  /** Headings of a preamble's cells: the value is below the heading, or after it. The first one identifies the format. */
  readonly preamble?: { readonly mark: string; readonly unit?: string; readonly step?: string };
  /** Unit of the values that neither a column, their heading nor the preamble gives. */
  readonly unit?: string;
  /** Which end of a consumption its date is, in a format whose values are consumptions unless the user says otherwise. */
  readonly consumptions?: Stamp;
  /** Columns, all required, that tell the meters of a file apart: a chosen series takes the values of one meter. */
  readonly meter?: readonly string[];
  /** Cells that are no value: the others are refused. */
  readonly missing?: readonly string[];
  /** First words of lines that contain no reading. */
  readonly otherLines?: readonly string[];
  /** Time of a line without one, in a format whose dates have none; midnight when omitted. */
  readonly time?: string;
}

/** Enedis: the load curve that a customer downloads, after a preamble of one or two lines. */
const ENEDIS_LOAD_CURVE: FileFormat = {
  id: "enedis-load-curve",
  name: "Courbe de charge d’Enedis",
  headings: {
    date: ["horodate", "horodate iso fin de pas", "date"],
    value: ["valeur", "puissance moyenne (w)", "valeur (en w)"],
  },
  required: ["date", "value"],
  preamble: { mark: "identifiant prm", unit: "unite", step: "pas en minutes" },
  unit: "W",
  consumptions: "end",
};

/** Enedis: load curves whose lines repeat the delivery point, the quantity, the unit and the step (R63). */
const ENEDIS_MEASURES: FileFormat = {
  id: "enedis-r63",
  name: "Mesures d’Enedis (R63)",
  headings: {
    date: ["horodate"],
    series: ["identifiant prm"],
    value: ["valeur"],
    unit: ["unite"],
    step: ["pas", "pas en minutes"],
  },
  required: ["date", "series", "value", "unit", "step"],
  consumptions: "end",
  meter: ["identifiant prm", "grandeur physique", "grandeur metier"],
};

/** Enedis: daily indexes of a meter. Their total is the value; its parts, by tariff, are passed over. */
const ENEDIS_INDEXES: FileFormat = {
  id: "enedis-indexes",
  name: "Index quotidiens d’Enedis",
  headings: { date: ["horodate"], value: ["eas t", "eai t"] },
  required: ["date", "value"],
  preamble: { mark: "identifiant prm", unit: "unite" },
  unit: "Wh",
  // The calendars of the supplier, after the indexes.
  otherLines: ["periode", "du "],
};

/** GRDF: the months or days of a customer's space, as readings of a series in m³ or in kWh. */
const GRDF_MONTHS: FileFormat = {
  id: "grdf-months",
  name: "Espace client de GRDF",
  headings: {
    date: ["date de releve"],
    value: ["volume consomme (m3)", "energie consommee (kwh)"],
  },
  required: ["date", "value"],
  marks: ["volume consomme (m3)", "energie consommee (kwh)"],
  consumptions: "begin",
};

/** Home Assistant: the history of entities, as its page downloads it. */
const HOME_ASSISTANT_HISTORY: FileFormat = {
  id: "home-assistant-history",
  name: "Historique de Home Assistant",
  headings: {
    date: ["last_changed", "last_updated"],
    series: ["entity_id"],
    value: ["state"],
    unit: ["unit_of_measurement", "unit"],
  },
  required: ["date", "series", "value"],
  meter: ["entity_id"],
  missing: ["unavailable", "unknown", "none"],
};

/** Home Assistant: exported statistics, with the state of a meter or the mean of a measurement. */
const HOME_ASSISTANT_STATISTICS: FileFormat = {
  id: "home-assistant-statistics",
  name: "Statistiques de Home Assistant",
  headings: {
    date: ["start", "start_time"],
    series: ["statistic_id"],
    value: ["state", "mean"],
    unit: ["unit", "unit_of_measurement"],
  },
  required: ["date", "series", "value"],
  meter: ["statistic_id"],
  missing: ["unavailable", "unknown", "none"],
};

/** The file of the page « Index saisis à la main »: a reading typed for a day is dated at noon. */
const TYPED_INDEXES: FileFormat = {
  id: "typed-indexes",
  name: "Index saisis à la main",
  headings: {
    date: ["releve le"],
    dwelling: ["logement"],
    series: ["compteur"],
    value: ["index"],
    unit: ["unite"],
  },
  required: ["date", "series", "value"],
  time: "12:00",
};

/** Headings of the figures of series whose values are added, or not. @param word « Total » or « Moyenne » */
function figureHeadings(word: string, isSum: boolean): string[] {
  const units = DATA_UNIT_IDS.map((id) => DATA_UNITS[id])
    .filter(({ sum, unit }) => sum === isSum && unit !== "").map(({ unit }) => unit);
  return [...new Set(units)].map((unit) => plainHeading(`${word} (${unit})`));
}

/** The file of the page of a meter: what it counted in each day or hour. */
const SERIES_TOTALS: FileFormat = {
  id: "series-totals",
  name: "Page d’un compteur",
  headings: {
    date: ["periode"],
    value: figureHeadings("Total", true),
  },
  required: ["date", "value"],
  consumptions: "begin",
};

/** The file of the page of a sensor: the mean of each day or hour. */
const SERIES_MEANS: FileFormat = {
  id: "series-means",
  name: "Page d’une sonde",
  headings: {
    date: ["periode"],
    value: figureHeadings("Moyenne", false),
  },
  required: ["date", "value"],
};

/** Readings of any origin, one value a line, also as an occupant's archive has them. */
export const READINGS_BY_LINE: FileFormat = {
  id: "readings-by-line",
  name: "Relevés, une valeur par ligne",
  headings: {
    date: ["date", "horodate", "date de releve", "jour", "mois", "timestamp", "time"],
    time: ["heure", "heures"],
    dwelling: ["logement", "lot", "appartement"],
    series: ["serie", "series", "compteur", "capteur", "source", "pce"],
    value: ["valeur", "value", "index", "index (m3)", "conso", "consommation"],
    unit: ["unite", "unites", "unit", "unit_of_measurement", "unite de mesure"],
    step: ["pas", "pas en minutes", "pas de temps", "step"],
    replaced: ["index de depose", "ancien index", "dernier index"],
  },
  required: ["date"],
};

const { date = [], time = [], dwelling = [], unit = [], step = [], replaced = [] } =
  READINGS_BY_LINE.headings;

/** Readings of any origin, one column for each series. */
export const READINGS_BY_COLUMN: FileFormat = {
  id: "readings-by-column",
  name: "Relevés, une colonne par série",
  headings: { date, time, dwelling, unit, step, replaced },
  required: ["date"],
};

/** Formats of a known origin: any of the first lines may be their heading. */
export const KNOWN_FORMATS: readonly FileFormat[] = [
  ENEDIS_LOAD_CURVE,
  ENEDIS_MEASURES,
  ENEDIS_INDEXES,
  GRDF_MONTHS,
  HOME_ASSISTANT_HISTORY,
  HOME_ASSISTANT_STATISTICS,
  TYPED_INDEXES,
  SERIES_TOTALS,
  SERIES_MEANS,
];

/** Maximum number of lines, empty ones excluded, among which the heading is searched. */
const HEADING_LINES = 30;
/** The same, with the empty ones. */
const LINES_SEARCHED = 10_000;

/** Positions of the columns with a role, in the order of the format's headings. @param head plain headings */
export function columnsWith(
  { headings }: FileFormat,
  role: ColumnRole,
  head: readonly string[],
): number[] {
  return (headings[role] ?? []).map((name) => head.indexOf(name)).filter((at) => at !== -1);
}

interface FoundHeading {
  readonly format: FileFormat;
  /** Its position among these lines. */
  readonly at: number;
}

/**
 * The heading of a file: the first line if it has a column of dates, otherwise the first one that has the columns of a
 * known format, otherwise the first one that has a column of dates.
 *
 * @spec imports.formats
 * @param lines cells of the first lines, without the empty ones
 * @returns null when none of them is a heading
 */
export function findHeading(lines: readonly (readonly string[])[]): FoundHeading | null {
  const heads = lines.map((cells) => cells.map(plainHeading));
  const isGeneric = (at: number) => isHeadingOf(READINGS_BY_LINE, heads, at);
  for (const at of heads.keys()) {
    const format = KNOWN_FORMATS.find((one) => isHeadingOf(one, heads, at));
    if (format !== undefined) return { format, at };
    if (at === 0 && isGeneric(at)) break;
  }
  const at = lines.findIndex((cells, at) => isGeneric(at) && (at === 0 || !cells.some(isDated)));
  return at === -1 ? null : { format: READINGS_BY_LINE, at };
}

function isHeadingOf(
  format: FileFormat,
  heads: readonly (readonly string[])[],
  at: number,
): boolean {
  const { required, marks = [], meter = [], preamble } = format;
  const head = heads[at] ?? [];
  return required.every((role) => columnsWith(format, role, head).length > 0) &&
    [...marks, ...meter].every((heading) => head.includes(heading)) &&
    (preamble === undefined || heads.slice(0, at).some(([first]) => first === preamble.mark));
}

/** Whether a cell begins with a date: a preamble may have « Date;28/11/2025 ». */
function isDated(cell: string): boolean {
  return /^\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/.test(cell);
}

/** A value of the preamble: below its heading, or after it; "" without one. */
export function preambleValue(
  lines: readonly (readonly string[])[],
  heading: string | undefined,
): string {
  if (heading === undefined) return "";
  for (const [position, cells] of lines.entries()) {
    const at = cells.findIndex((cell) => plainHeading(cell) === heading);
    if (at !== -1) return lines[position + 1]?.[at]?.trim() || cells[at + 1]?.trim() || "";
  }
  return "";
}

/** The heading of a text, and where it is. */
interface HeadingPlace<Found> {
  readonly found: Found;
  readonly separator: Separator;
  /** Its line, from 1. */
  readonly line: number;
  /** Position of the line after it. */
  readonly end: number;
  /** Cells of the lines before it. */
  readonly preamble: readonly (readonly string[])[];
}

/**
 * Finds the heading of a text, with the separator of its own line.
 *
 * @param find finds a heading among the cells of the first lines
 * @returns null without a heading
 */
export function headingIn<Found extends { readonly at: number }>(
  text: string,
  find: (lines: readonly (readonly string[])[]) => Found | null,
): HeadingPlace<Found> | null {
  const lines = firstLines(text);
  for (const separator of new Set([separatorOf(text), ...SEPARATORS])) {
    const cells = lines.map(({ written }) => cellsOf(written, separator));
    const found = find(cells);
    const place = lines[found?.at ?? -1];
    if (found === null || place === undefined) continue;
    return { found, separator, ...place, preamble: cells.slice(0, found.at) };
  }
  return null;
}

/** A line of a text that may be its heading, whose separator is that of its own cells. */
export interface HeadingLine {
  /** Its number, from 1. */
  readonly line: number;
  /** Position of the line after it. */
  readonly end: number;
  readonly separator: Separator;
  readonly cells: readonly string[];
}

/**
 * The heading of a file whose columns a user chooses: a recognised one, or the line that seems to be one: several cells
 * without a date above a line with a date, otherwise the line with the most cells.
 *
 * @spec imports.chosen-columns
 * @returns null for a text without a line
 */
export function headingToChoose(text: string): HeadingLine | null {
  const lines = firstLines(text);
  const recognized = headingIn(text, findHeading);
  const found = lines.find(({ line }) => line === recognized?.line);
  if (found !== undefined) return headingLine(found, recognized?.separator);
  const all = headingLines(text);
  const filled = all.map(({ cells }) => cells.filter((cell) => cell !== "").length);
  const seeming = all.find(({ cells }, at) =>
    (filled[at] ?? 0) > 1 && !cells.some(isDated) && all[at + 1]?.cells.some(isDated)
  );
  return seeming ?? all[filled.indexOf(Math.max(...filled))] ?? null;
}

/** The line of a number among the first ones, as a heading; null when it is empty, or further on. */
export function headingAt(text: string, wanted: number): HeadingLine | null {
  const found = firstLines(text).find(({ line }) => line === wanted);
  return found === undefined ? null : headingLine(found);
}

/** The lines of a text that may be its heading. */
export function headingLines(text: string): HeadingLine[] {
  return firstLines(text).map((one) => headingLine(one));
}

/** The part of a text in which its heading is searched. */
export function headingPart(text: string): string {
  return text.slice(0, firstLines(text).at(-1)?.end ?? text.length);
}

/** Cells of the first lines after a heading, without the empty ones. */
export function rowsAfter(text: string, { end, separator }: HeadingLine, count: number) {
  return firstLines(text.slice(end)).slice(0, count)
    .map(({ written }) => cellsOf(written, separator));
}

function headingLine(
  { written, line, end }: FirstLine,
  separator = separatorOf(written),
): HeadingLine {
  return { line, end, separator, cells: cellsOf(written, separator) };
}

type FirstLine = ReturnType<typeof firstLines>[number];

/** The first lines of a text, without the empty ones; a cell in quotes may have several. */
function firstLines(text: string) {
  const mark = text.includes("\n") ? "\n" : "\r";
  const lines: { readonly written: string; readonly line: number; readonly end: number }[] = [];
  let line = 1;
  for (let from = 0; from < text.length && lines.length < HEADING_LINES && line < LINES_SEARCHED;) {
    let [end, count, quotes] = [from, 0, 0];
    do {
      const begin = end;
      const at = text.indexOf(mark, begin);
      end = at === -1 ? text.length : at + 1;
      quotes += text.slice(begin, Math.min(end, begin + LINE_MAX)).split('"').length - 1;
      count++;
    } while (quotes % 2 === 1 && end < text.length && end - from < LINE_MAX);
    const written = text.slice(from, Math.min(end, from + LINE_MAX));
    if (/\S/.test(written)) lines.push({ written, line, end });
    line += count;
    from = end;
  }
  return lines;
}

/** Maximum number of cells of a line, and of characters of a cell, in which a heading is searched. */
const [CELLS_SEARCHED, CHARACTERS_SEARCHED] = [500, 200];

function cellsOf(line: string, separator: Separator): string[] {
  return line.split(separator, CELLS_SEARCHED).map(unquoted);
}

function unquoted(cell: string): string {
  return cell.slice(0, CHARACTERS_SEARCHED).trim().replace(/^"(.*)"$/s, "$1");
}
