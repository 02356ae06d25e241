import { CsvError, parse } from "csv-parse/sync";
import { isIsoDate, type IsoDate } from "../../domain/periods/civil_dates.ts";
import type { OutdoorDay } from "../../domain/degree_days/degree_days.ts";
import { IMPORT_MESSAGES } from "../../text/imports.ts";

/** Something wrong in a file. */
export interface FileError {
  line: number;
  column: string | null;
  message: string;
}

/** The days of one station, as a file gives them. */
export interface StationDays {
  lineCount: number;
  days: Map<IsoDate, OutdoorDay>;
  /** Lines of other stations, and days without any usable temperature. */
  ignoredCount: number;
  errors: FileError[];
}

/** What a file is read for. */
export interface FileWanted {
  /** Number or name of the station; empty when the file holds one only. */
  station: string;
  /** No day after this one has been measured. */
  today: IsoDate;
}

const COLUMNS = ["NUM_POSTE", "NOM_USUEL", "AAAAMMJJ", "TN", "TX"] as const;
/** Météo-France's quality code of a value that is being checked: it is not used until it is settled. */
const DOUBTFUL = "2";
const COLDEST_C = -60;
const HOTTEST_C = 60;
const ERRORS_SHOWN = 100;

type Row = Record<string, string | undefined>;

/**
 * Reads a daily file of Météo-France's open data (`Q_…_RR-T-Vent.csv`): TN, TX and TM of one station.
 *
 * @spec domain §5.1
 * @returns null when it is not such a file, or an empty one
 */
export function readStationDays(text: string, wanted: FileWanted): StationDays | null {
  const rows = rowsOf(text);
  if (!Array.isArray(rows)) {
    return { lineCount: 0, days: new Map(), ignoredCount: 0, errors: [rows] };
  }
  const result: StationDays = {
    lineCount: rows.length,
    days: new Map(),
    ignoredCount: 0,
    errors: [],
  };
  if (!isStationFile(rows)) return null;
  const problem = stationProblem(rows, wanted.station);
  if (problem !== null) return { ...result, errors: [{ line: 1, column: null, message: problem }] };
  rows.forEach((row, index) => {
    if (isOfStation(row, wanted.station)) addDay(result, row, { line: index + 2, ...wanted });
    else result.ignoredCount++;
  });
  return result;
}

function rowsOf(text: string): Row[] | FileError {
  try {
    return parse(text, {
      delimiter: ";",
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count_more: true,
      max_record_size: 10_000,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? error.lines : 1;
    return { line, column: null, message: IMPORT_MESSAGES.badCsv };
  }
}

function isStationFile([first]: readonly Row[]): boolean {
  return first !== undefined && COLUMNS.every((column) => first[column] !== undefined);
}

function stationProblem(rows: readonly Row[], station: string): string | null {
  if (station !== "") {
    return rows.some((row) => isOfStation(row, station))
      ? null
      : IMPORT_MESSAGES.otherStation(station);
  }
  const stations = [...new Set(rows.map((row) => row.NOM_USUEL ?? ""))];
  if (stations.length <= 1) return null;
  const named = stations.slice(0, 5).join(", ");
  return IMPORT_MESSAGES.severalStations(stations.length > 5 ? `${named}…` : named);
}

function isOfStation(row: Row, station: string): boolean {
  if (station === "") return true;
  const wanted = plain(station);
  return [row.NUM_POSTE, row.NOM_USUEL].some((name) =>
    name !== undefined && plain(name) === wanted
  );
}

/** « Nancy-Ochey » and "NANCY OCHEY" are one station. */
function plain(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").replace(/[^A-Za-z0-9]+/g, " ").trim()
    .toUpperCase();
}

function addDay(
  result: StationDays,
  row: Row,
  { line, today }: { line: number; today: IsoDate },
): void {
  const wrong = (column: string, message: string) => {
    if (result.errors.length < ERRORS_SHOWN) result.errors.push({ line, column, message });
    result.ignoredCount++;
  };
  const date = dateOf(row.AAAAMMJJ ?? "");
  if (date === null) return wrong("AAAAMMJJ", IMPORT_MESSAGES.badDate);
  if (date > today) return wrong("AAAAMMJJ", IMPORT_MESSAGES.futureDate);
  const minC = celsius(row.TN, row.QTN);
  const maxC = celsius(row.TX, row.QTX);
  const meanC = celsius(row.TM, row.QTM);
  if (minC === "wrong") return wrong("TN", IMPORT_MESSAGES.badTemperature);
  if (maxC === "wrong") return wrong("TX", IMPORT_MESSAGES.badTemperature);
  if (meanC === "wrong") return wrong("TM", IMPORT_MESSAGES.badTemperature);
  if (minC !== null && maxC !== null && minC > maxC) {
    return wrong("TN", IMPORT_MESSAGES.crossedTemperatures);
  }
  if (minC === null && maxC === null && meanC === null) result.ignoredCount++;
  else result.days.set(date, { minC, maxC, meanC });
}

function dateOf(text: string): IsoDate | null {
  if (!/^\d{8}$/.test(text)) return null;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isIsoDate(date) ? date : null;
}

function celsius(text: string | undefined, quality: string | undefined): number | null | "wrong" {
  if (text === undefined || text === "" || quality === DOUBTFUL) return null;
  const value = Number(text.replace(",", "."));
  return value >= COLDEST_C && value <= HOTTEST_C ? value : "wrong";
}
