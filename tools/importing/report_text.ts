import { wholePercentOf } from "@/lib/base/rounding.ts";
import { expiringText, repeatedHourText, uncountedText } from "@/lib/ingest/import_text.ts";
import type { ImportCounts, ReadingsImport } from "@/lib/ingest/schema.ts";
import type { ImportReport } from "@/lib/weather/schema.ts";

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
export function barText(share: number): string {
  const done = Math.floor(share * WIDTH);
  const bar = "#".repeat(done) + ".".repeat(WIDTH - done);
  return `[${bar}] ${String(wholePercentOf(share)).padStart(3)} %`;
}
