/** Imports of the files of readings and of gas, and what is said of them. @module */

import type { Services } from "@/lib/api/services.ts";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import { winterZone } from "@/lib/base/time_zones.ts";
import { everyGasPce } from "@/lib/gas/delivery_points.ts";
import { importGasFile } from "@/lib/gas/import.ts";
import type { GasImport } from "@/lib/gas/schema.ts";
import { gasLineFaultText } from "@/lib/gas/text.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { headingToChoose } from "@/lib/ingest/file_formats.ts";
import { expiringText, repeatedHourText, uncountedText } from "@/lib/ingest/import_text.ts";
import type { FileContent, OnConflict, Stamp } from "@/lib/ingest/readings_file_options.ts";
import { planImport, writeImport } from "@/lib/ingest/readings_import.ts";
import { EDGE, fileParts, ownQuery, withPart } from "@/lib/ingest/readings_upload.ts";
import { rememberedColumns } from "@/lib/ingest/remembered_columns.ts";
import type { ImportCounts, ReadingsImport } from "@/lib/ingest/schema.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import type { ImportReport } from "@/lib/weather/schema.ts";
import { UserError } from "./user_error.ts";

/** Time zones of a file: that of the residence, its winter time all year, or UTC. @spec imports.time-zone */
export const FILE_ZONES = ["residence", "winter", "utc"] as const;
type FileZone = typeof FILE_ZONES[number];

export interface ReadingsFileImport {
  text: string;
  projectId: string;
  /** Name of the series of a file without one; "" when it has one. */
  series: string;
  content: FileContent;
  stamp: Stamp;
  onConflict: OnConflict;
  zone: FileZone;
  /** What each column contains, `date,series,value:kWh`; "" to recognise them. */
  columns: string;
  /** Line of the heading of these columns; null for the one that seems to be it. */
  heading: number | null;
  /** "true" to accept readings older than the usual years. */
  acceptOld: "true" | "false";
  dryRun: boolean;
  /** Receives the share of the file processed. */
  onShare(share: number): void;
}

/** Characters read and written together. */
const PIECE = 2_000_000;

/**
 * Imports a file piece by piece, with the code of the page and the call.
 *
 * @throws UserError when the residence does not exist, or the file is not a file of readings
 */
export async function importReadings(
  services: Services,
  { text, dryRun, zone, onShare, columns, heading, ...request }: ReadingsFileImport,
): Promise<ReadingsImport> {
  const { projectId } = request;
  const project = await services.store.get(keys.project(projectId));
  if (project.versionstamp === null) throw new UserError(`No project ${projectId}.`);
  const timeZone = zoneOf(zone, (await readProject(services, projectId)).timeZone, services.now());
  let report: ReadingsImport | null = null;
  const chosen = columns === ""
    ? await rememberedColumns(services.store, projectId, text)
    : { columns, line: heading ?? headingToChoose(text)?.line ?? null };
  const line = chosen?.line ?? null;
  for (const part of fileParts(text, PIECE, EDGE, line)) {
    const planned = await planImport(services, {
      ...request,
      ...chosen !== null && { columns: chosen.columns },
      ...line !== null && { heading: String(line) },
      ...ownQuery(part),
      timeZone,
      body: part.text,
    });
    if ("refused" in planned) {
      const { path, message } = planned.refused;
      const expected = path === "body"
        ? "A CSV file with a column of dates is expected, or --columns. "
        : "";
      throw new UserError(expected + message);
    }
    const done = dryRun
      ? planned.answer
      : await writeImport(services, planned, { projectId, caller: ANONYMOUS });
    report = withPart(report, done, part.linesBefore);
    onShare(part.share);
  }
  if (report === null) throw new UserError("The file is empty.");
  return report;
}

/** @returns undefined for the time zone of the residence; @throws UserError when it has no winter time of whole hours */
function zoneOf(zone: FileZone, timeZone: string, nowMs: number): string | undefined {
  if (zone === "residence") return undefined;
  if (zone === "utc") return "UTC";
  const winter = winterZone(timeZone, nowMs / 1_000);
  if (winter === null) throw new UserError(`No time zone has the winter time of ${timeZone}.`);
  return winter;
}

/** A CSV file of lines, and the options of its import. */
export interface GasFileImport {
  text: string;
  orgId: string;
  /** Delivery point of the lines without one; "" when all have one. */
  pce: string;
  dryRun: boolean;
}

/**
 * Imports a file with the code of the page and the call.
 *
 * @throws UserError when the organisation does not exist, or the file is not a file of lines
 */
export async function importGas(
  services: Services,
  { text, orgId, pce, dryRun }: GasFileImport,
): Promise<GasImport> {
  const organisation = await services.store.get(keys.org(orgId));
  if (organisation.versionstamp === null) throw new UserError(`No organisation ${orgId}.`);
  const named = await everyGasPce(services.store);
  const known = new Set(named.flatMap((one) => one.orgId === orgId ? [one.pce] : []));
  const importer = { orgId, caller: ANONYMOUS, known, mayWrite: () => true, mayDeclare: true };
  const done = await importGasFile(services, importer, { body: text, pce, isDry: dryRun });
  if (done.ok) return done.answer;
  if (done.code === "conflict") throw new UserError("Others are writing: try again.");
  const { message = "" } = done.issues?.[0] ?? {};
  throw new UserError(`A CSV file with the columns Type, Du and Au is expected. ${message}`);
}

export function gasReportText(report: GasImport): string {
  const counts = `${countsText(report)}.`;
  const wrong = report.errors.map((error) => `  line ${error.line}: ${gasLineFaultText(error)}`);
  return [counts, ...wrong].join("\n");
}

export function reportText(report: ImportReport | ReadingsImport): string {
  const { errors } = report;
  const replaced = "meterEventCount" in report && report.meterEventCount > 0
    ? `, ${report.meterEventCount} meters replaced`
    : "";
  const fallen = "fallCount" in report && report.fallCount > 0
    ? [`${report.fallCount} registers fall below the one before them.`]
    : [];
  if ("uncountedCount" in report && report.uncountedCount > 0) fallen.push(uncountedText(report));
  const counts = `${countsText(report)}${replaced}.`;
  const later = "isFiled" in report && !report.isFiled
    ? ["The readings are kept; a job will file them within minutes."]
    : [];
  const about = "expiring" in report ? aboutReadings(report) : [];
  return [counts, ...fallen, ...about, ...later, ...wrongLines(errors)].join("\n");
}

/** What became of the lines of a file: the lines read are the sum of the others. */
export function countsText(counts: ImportCounts): string {
  const { lineCount, insertedCount, replacedCount, unchangedCount, ignoredCount, refusedCount } =
    counts;
  return `${lineCount} lines: ${insertedCount} inserted, ${replacedCount} replaced, ` +
    `${unchangedCount} unchanged, ${ignoredCount} ignored, ${refusedCount} refused`;
}

/** @spec imports.time-zone */
const SKIPPED_HOUR =
  "A time of the file is skipped by the clock of the residence: try --zone winter, or --zone utc.";

function aboutReadings(
  { remembered, expiring, proposedTimeZone, conversions, ...hours }: ReadingsImport,
): string[] {
  const { repeatedHourCount, repeatedHourLines } = hours;
  const texts = remembered === null ? [] : [`Columns read as chosen on ${remembered.at}.`];
  if (proposedTimeZone !== null) texts.push(SKIPPED_HOUR);
  texts.push(
    ...conversions.map(({ series, from, to }) => `${series}: ${from} converted to ${to}.`),
  );
  if (repeatedHourCount > 0) texts.push(repeatedHourText(repeatedHourCount, repeatedHourLines));
  if (expiring !== null) texts.push(expiringText(expiring));
  return texts;
}

/** The errors of a file; consecutive lines with the same error are grouped. */
function wrongLines(errors: ImportReport["errors"]): string[] {
  const runs: { from: number; to: number; fault: string }[] = [];
  for (const { line, column, message } of errors) {
    const fault = `${column === null ? "" : `, ${column}`}: ${message}`;
    const last = runs.at(-1);
    if (last?.fault === fault) last.to = line;
    else runs.push({ from: line, to: line, fault });
  }
  return runs.map(({ from, to, fault }) =>
    from === to ? `  line ${from}${fault}` : `  lines ${from} to ${to}${fault}`
  );
}

const WIDTH = 40;

/** Draws the progress of an import over the previous one; does nothing without a terminal. */
export function drawBar(share: number): void {
  if (!Deno.stderr.isTerminal()) return;
  Deno.stderr.writeSync(new TextEncoder().encode(`\r${barText(share)}${share < 1 ? "" : "\n"}`));
}

/** A bar and its percentage. @param share from 0 to 1 */
function barText(share: number): string {
  const done = Math.floor(share * WIDTH);
  const bar = "#".repeat(done) + ".".repeat(WIDTH - done);
  return `[${bar}] ${String(wholePercentOf(share)).padStart(3)} %`;
}
