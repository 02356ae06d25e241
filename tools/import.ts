/**
 * `deno task import dju FILE`: reads a daily file of Météo-France, or DJU by month, into an outdoor source.
 * `deno task import readings FILE`: reads a CSV file of readings into the series of a residence.
 * `deno task import gas FILE`: reads a CSV file of lines into the gas delivery points of an organisation.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { appConfig } from "@/fresh.config.ts";
import type { Services } from "@/lib/api/services.ts";
import { Platform } from "@/lib/app/platform.ts";
import { CallError, ERRORS } from "@/lib/base/errors.ts";
import { isGzip } from "@/lib/files/decompression.ts";
import { fileText, isWorkbook } from "@/lib/files/file_text.ts";
import { workbookText } from "@/lib/files/workbook_text.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { readMonthlyDju } from "@/lib/weather/outdoor_files.ts";
import { importOutdoorDays, putMonthlyDju } from "@/lib/weather/outdoor_sources.ts";
import { listOutdoor, type StoredOutdoor } from "@/lib/weather/outdoor_temperatures.ts";
import type { ImportReport } from "@/lib/weather/schema.ts";
import { logFault } from "@/lib/web/access_log.ts";
import { epochMs } from "@/lib/web/process.ts";
import {
  drawBar,
  FILE_ZONES,
  type GasFileImport,
  gasReportText,
  importGas,
  importReadings,
  type ReadingsFileImport,
  reportText,
} from "./importing.ts";
import { exitCode, readCommandLine, UserError } from "./user_error.ts";

const USAGE = `Usage:
  deno task import dju FILE --project ID --source NAME [--dry-run]
      FILE is a daily file of Météo-France's open data (Q_…_RR-T-Vent.csv), or a CSV file whose columns are
      "mois;dju" (2024-01;387,2); .gz files are unzipped. --source is the id or the name of an outdoor source.
  deno task import readings FILE --project ID [--series NAME] [--index | --consumption] [--end] [--keep]
      [--columns ROLES] [--heading LINE] [--zone residence|winter|utc] [--accept-old] [--dry-run]
      FILE is a CSV file of columns "date;serie;valeur", or of a date and a column for each series, or of a format that
      docs/collecting.md names; .gz files are unzipped. --series names the series of a file that does not.
      --consumption: the values are consumptions, whose dates are their beginning, or with --end their end. --keep
      leaves the values that are there already.
      --columns says what each column contains, in their order: "date,series,value:kWh,ignored" (also time, dwelling,
      index, unit, step, replaced); --heading is the line of their heading, if it is not the one that seems to be it.
      --zone says what time the file is in: that of the residence (by default), its winter time all year, or UTC.
      --accept-old takes readings older than READING_YEARS, which are refused otherwise. A column
      "index de dépose" dates the replacements of meters: on the line of a new meter's first index, the last index of
      the old one, or "?" when it was not read.
  deno task import gas FILE --org ID [--pce NUMBER] [--dry-run]
      FILE is a CSV file as the page of a gas delivery point exports it, or as GRDF gives it; .gz files are unzipped. --pce is the delivery point of the lines that name none; one that no boiler room names is declared.
Instead of CSV, each may be an Excel workbook (.xlsx), whose first sheet is read.
The store is the one DENO_KV_PATH names.`;

interface DjuImport {
  bytes: Uint8Array;
  projectId: string;
  /** Id or name of an outdoor source. */
  source: string;
  dryRun: boolean;
}

/** Errors of a file that cannot be read. */
const UNREAD = [Deno.errors.NotFound, Deno.errors.IsADirectory, Deno.errors.PermissionDenied];

if (import.meta.main) Deno.exit(await exitCode(main, sentenceOf));

async function main(): Promise<number> {
  const { file, ...request } = commandLine(Deno.args);
  return await withStore(appConfig().kvPath, async (store) => {
    const { rates, addressApi, readingYears } = appConfig();
    const asks = { rates, addressApi, readingYears, upstream: null };
    const options = { ...asks, store, now: epochMs, demo: false, logFault };
    const { services } = new Platform(options).own;
    const bytes = await Deno.readFile(file);
    const { text, isInVain } = await imported(services, bytes, request);
    console.log(text);
    return isInVain ? 1 : 0;
  });
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof CallError) return ERRORS[error.code].message;
  return error instanceof Error && UNREAD.some((kind) => error instanceof kind)
    ? error.message
    : null;
}

/** Console output of an import; failed when no line could be used. */
interface ConsoleReport {
  readonly text: string;
  readonly isInVain: boolean;
}

async function imported(
  services: Services,
  bytes: Uint8Array,
  request: ImportRequest,
): Promise<ConsoleReport> {
  switch (request.what) {
    case "dju":
      return consoleReport(await importDju(services, { bytes, ...request }));
    case "gas": {
      const report = await importGas(services, { text: await decoded(bytes), ...request });
      const { insertedCount, replacedCount, unchangedCount, errors } = report;
      const usedCount = insertedCount + replacedCount + unchangedCount;
      return { text: gasReportText(report), isInVain: errors.length > 0 && usedCount === 0 };
    }
    case "readings": {
      const file = { text: await decoded(bytes), ...request, onShare: drawBar };
      return consoleReport(await importReadings(services, file));
    }
  }
}

function consoleReport(report: ImportReport | ReadingsImport): ConsoleReport {
  const { lineCount, refusedCount, errors } = report;
  const usedCount = lineCount - refusedCount;
  return { text: reportText(report), isInVain: errors.length > 0 && usedCount === 0 };
}

/**
 * Imports a file with the code of the page and the call.
 *
 * @throws UserError when the file or its destination is invalid
 */
export async function importDju(
  services: Services,
  { bytes, projectId, source, dryRun }: DjuImport,
): Promise<ImportReport> {
  const { id: outdoorSourceId } = await sourceOf(services, projectId, source);
  const text = await decoded(bytes);
  const monthly = await readMonthlyDju(text);
  const place = { projectId, outdoorSourceId };
  if (monthly !== null) {
    if (dryRun) throw new UserError("--dry-run is for daily files.");
    const { lineCount, months } = monthly;
    const written = await putMonthlyDju(services, { ...place, body: { months } }, ANONYMOUS);
    if (!written.ok) throw new UserError(`Refused: ${written.code}`);
    const ignoredCount = written.answer.ignoredCount + lineCount - months.length;
    return { ...written.answer, lineCount, ignoredCount };
  }
  const query = dryRun ? { dryRun: "true" as const } : {};
  const imported = await importOutdoorDays(services, { ...place, ...query, body: text }, ANONYMOUS);
  if (!imported.ok) {
    throw new UserError('Neither a daily file of Météo-France nor a file of columns "mois;dju".');
  }
  return imported.answer;
}

async function sourceOf(
  services: Services,
  projectId: string,
  wanted: string,
): Promise<StoredOutdoor> {
  const project = await services.store.get(keys.project(projectId));
  if (project.versionstamp === null) throw new UserError(`No project ${projectId}.`);
  const sources = await listOutdoor(services, projectId);
  const found = sources.find(({ id, record }) => id === wanted || record.name === wanted);
  if (found !== undefined) return found;
  const names = sources.map(({ record }) => record.name).join(", ") || "none yet";
  throw new UserError(`No outdoor source "${wanted}" in this project. There are: ${names}.`);
}

async function decoded(sent: Uint8Array): Promise<string> {
  const bytes = isGzip(sent) ? unzipped(sent) : sent;
  return isWorkbook(bytes) ? await workbookText(new Uint8Array(bytes)) : fileText(bytes);
}

function unzipped(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new UserError("The file begins like gzip, and cannot be unzipped.", { cause });
  }
}

type ImportRequest =
  | ({ what: "dju" } & Omit<DjuImport, "bytes">)
  | ({ what: "gas" } & Omit<GasFileImport, "text">)
  | ({ what: "readings" } & Omit<ReadingsFileImport, "text" | "onShare">);

type CommandLine = { file: string } & ImportRequest;

function commandLine(args: readonly string[]): CommandLine {
  return readCommandLine(USAGE, () => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        project: { type: "string" },
        org: { type: "string" },
        pce: { type: "string" },
        source: { type: "string" },
        series: { type: "string" },
        index: { type: "boolean" },
        consumption: { type: "boolean" },
        end: { type: "boolean" },
        keep: { type: "boolean" },
        columns: { type: "string", default: "" },
        heading: { type: "string", default: "" },
        zone: { type: "string", default: "residence" },
        "accept-old": { type: "boolean" },
        "dry-run": { type: "boolean" },
      },
    });
    const [what, file] = positionals;
    const { project: projectId, source, series } = values;
    const dryRun = values["dry-run"] ?? false;
    if (what === "gas" && file !== undefined && values.org) {
      return { what, file, orgId: values.org, pce: values.pce ?? "", dryRun };
    }
    if (file === undefined || !projectId) throw new UserError(USAGE);
    if (what === "dju" && source) return { what, file, projectId, source, dryRun };
    if (what !== "readings" || (values.index && values.consumption)) throw new UserError(USAGE);
    const zone = FILE_ZONES.find((one) => one === values.zone);
    const { columns, heading } = values;
    if (zone === undefined || !/^\d{0,5}$/.test(heading)) throw new UserError(USAGE);
    const content = values.index ? "index" : values.consumption ? "consumption" : "natural";
    const stamp = values.end ? "end" : "begin";
    const onConflict = values.keep ? "keep" : "replace";
    const acceptOld = values["accept-old"] ? "true" : "false";
    const chosen = { columns, heading: heading === "" ? null : Number(heading) };
    const named = { projectId, series: series ?? "", acceptOld, zone, ...chosen } as const;
    return { what, file, ...named, content, stamp, onConflict, dryRun };
  });
}
