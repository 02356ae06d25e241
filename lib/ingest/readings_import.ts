/** Imports a file of readings, or says what an import would do. @module */

import { addAuditLine } from "@/lib/api/audit.ts";
import type { Services } from "@/lib/api/services.ts";
import { organisationOf, transact } from "@/lib/api/writes.ts";
import { pauseAfter } from "@/lib/base/concurrency.ts";
import { civilDateOf, dayBounds, instantOf, winterZone } from "@/lib/base/time_zones.ts";
import { checkScope } from "@/lib/facilities/equipment.ts";
import { cachedHouses } from "@/lib/housing/dwellings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { claimsOf } from "@/lib/series/claims.ts";
import { deletedInstants, type DeletedSeconds } from "@/lib/series/records.ts";
import { readOrgRetention } from "@/lib/series/retention.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, getAll, idOf, type Store } from "@/lib/store/store.ts";
import { storedSeriesId, timeWindow } from "@/lib/timeseries/readings.ts";
import { nextPurge, type RetentionStart } from "@/lib/timeseries/retention.ts";
import { appendEncoded } from "@/lib/timeseries/store/arrivals.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { meterLimits } from "@/lib/timeseries/store/series_metadata.ts";
import type { Handler, Input } from "./calls.ts";
import {
  choiceFault,
  type ChosenColumns,
  contentOf,
  readColumns,
  recognizedRoles,
} from "./file_columns.ts";
import { type FileError, type FileValue, type ReadColumns, readReadings } from "./csv_file.ts";
import { type FileFormat, headingAt, headingToChoose, rowsAfter } from "./file_formats.ts";
import { type Changes, changesOf } from "./import_changes.ts";
import {
  countOf,
  plannedReplacements,
  type SeriesValues,
  Sorting,
  writeReplacements,
} from "./import_sorting.ts";
import { CHOSEN_MESSAGES, noHeadingText, seemingHeadingText } from "./import_text.ts";
import { type SeriesNames, seriesNames } from "./named_series.ts";
import {
  ERRORS_SHOWN,
  FALLS_SHOWN,
  type FileContent,
  type Stamp,
} from "./readings_file_options.ts";
import { rememberColumns, rememberedColumns } from "./remembered_columns.ts";
import type { ReadingsImport } from "./schema.ts";

/** Maximum number of marks of a commit of readings. */
const MARKS_PER_COMMIT = 400;

/**
 * Adds the marks of the series that a file feeds to the commits of its readings.
 *
 * @spec alarms.file-series
 */
async function importMarks(
  store: Store,
  projectId: string,
  seriesIds: ReadonlySet<string>,
): Promise<(atomic: Atomic) => void> {
  const all = [...seriesIds].map((id) => keys.importedSeries(projectId, id));
  const known = await getAll(store, all);
  const missing = all.filter((_, position) => known[position]?.versionstamp === null);
  return (atomic) => {
    for (const key of missing.splice(0, MARKS_PER_COMMIT)) atomic.set(key, true);
  };
}

/**
 * Stored ids of the series that files alone feed: nothing sends them, so none of them can fall silent.
 *
 * @spec alarms.file-series
 */
export async function onlyFiledSeries(
  services: Services,
  projectId: string,
): Promise<ReadonlySet<string>> {
  const { store } = services;
  const marked = new Set<string>();
  for await (const { key } of store.list({ prefix: keys.importedSeries.under(projectId) })) {
    marked.add(idOf(key));
  }
  if (marked.size === 0) return marked;
  const [series, houses, { sources }] = await Promise.all([
    cachedSeries(services, projectId),
    cachedHouses(services, projectId),
    claimsOf(store, projectId),
  ]);
  const sent = new Set(
    sources.map(({ seriesId, houseId }) => storedSeriesId(seriesId, houseId)),
  );
  const places = (scope: "facilities" | "housing") =>
    scope === "facilities" ? [null] : houses.map(({ id }) => id);
  return new Set(
    series.filter(({ id }) => marked.has(id))
      .flatMap(({ id, scope }) => places(scope).map((house) => storedSeriesId(id, house)))
      .filter((id) => !sent.has(id)),
  );
}

/** Number of lines after the heading that chosen columns are tried on. */
const ROWS_TRIED = 10;
/** Maximum lines of a repeated hour named. */
const LINES_NAMED = 100;
/** Maximum titles of series in a line of the audit log. */
const TITLES_SHOWN = 20;

type PlannedImport = Exclude<Awaited<ReturnType<typeof planImport>>, RefusedFile>;

/** Why a file is refused as a whole, in French, and the part of the call that is concerned. */
interface RefusedFile {
  readonly refused: { readonly path: "body" | "columns"; readonly message: string };
}

/** Imports a file of readings, or returns what an import would do. @spec imports.repeated-files */
export const importReadings: Handler<"importReadings"> = async (services, input, caller) => {
  const { projectId, dryRun } = input;
  const planned = await planImport(services, input);
  if ("refused" in planned) return { ok: false, code: "bad-file", issues: [planned.refused] };
  for (const scope of planned.scopes) await checkScope(services, caller, { projectId, scope });
  if (dryRun === "true") return { ok: true, answer: planned.answer };
  return { ok: true, answer: await writeImport(services, planned, { projectId, caller }) };
};

/** The columns that a call chooses, and the line of the heading; undefined when it chooses none. @spec imports.chosen-columns */
function chosenColumns(
  { body, columns: text, heading: line, linesBefore, ...query }: Input<"importReadings">,
): ChosenColumns | undefined | RefusedFile {
  if (text === undefined) return undefined;
  const refused = (message: string) => ({ refused: { path: "columns", message } }) as const;
  const heading = line === undefined ? headingToChoose(body) : headingAt(body, Number(line));
  if (heading === null) return refused(CHOSEN_MESSAGES.noLine(Number(line ?? 1)));
  const columns = readColumns(text, recognizedRoles(body, heading));
  if (typeof columns === "string") return refused(columns);
  // The first lines of a part are in the middle of the file.
  const isFirst = Number(linesBefore ?? 0) === 0;
  const rows = isFirst ? rowsAfter(body, heading, ROWS_TRIED) : [];
  const { series = "", content = "natural" } = query;
  const fault = choiceFault(columns, heading, rows, { series, content });
  return fault === null ? { line: heading.line, columns } : refused(fault);
}

/** Compares a file with the stored data. */
export async function planImport(
  services: Services,
  input: Input<"importReadings">,
) {
  const { projectId, body, ...query } = input;
  const { timeZone } = await readProject(services, projectId);
  const known = await rememberedColumns(services.store, projectId, body);
  const asked = known === null || input.columns !== undefined
    ? input
    : { ...input, columns: known.columns, heading: String(known.line) };
  const chosen = chosenColumns(asked);
  if (chosen !== undefined && "refused" in chosen) {
    if (known === null || asked === input) return chosen;
    const day = civilDateOf(Date.parse(known.at), timeZone);
    const message = `${CHOSEN_MESSAGES.remembered(day)}. ${chosen.refused.message}`;
    return { refused: { ...chosen.refused, message } };
  }
  const isKnown = asked.columns === known?.columns && chosen?.line === known?.line;
  const remembered = isKnown ? known : null;
  const zone = query.timeZone ?? timeZone;
  const { stamp = "begin", onConflict = "replace" } = query;
  const content = contentOf(chosen?.columns, query.content ?? "natural");
  const names = await seriesNames(services, projectId, query.series);
  const window = timeWindow(Math.floor(services.now() / 1_000), services.readingYears);
  const judged = { window, acceptOld: query.acceptOld === "true" };
  let sorting = new Sorting(names, { ...judged, content });
  let read: ReadColumns | null = null;
  const takeValues = (columns: ReadColumns | null) => {
    read = columns;
    const ofFormat = columns === null ? undefined : consumptionsOf(columns, content);
    const begun = sorting = new Sorting(names, {
      ...judged,
      content: ofFormat ? "consumption" : content,
      exceptInstants: ofFormat !== undefined,
      namesMeters: columns !== null && hasMeters(columns.layout.format),
    });
    return (value: FileValue) => begun.add(value);
  };
  const seriesName = query.series ?? "";
  const file = await readReadings(body, {
    timeZone: zone,
    series: seriesName,
    seriesUnit: unitOf(names, seriesName),
    chosen,
    own: ownLines(query),
    decimal: query.decimal,
    takeValues,
  });
  if (file === null) {
    return { refused: { path: "body", message: noReadingsText(body) } } as const;
  }
  const series = [...sorting.series.values()];
  const reader = services.seriesOf(projectId, timeZone);
  const deleted = query.restoreDeleted === "true"
    ? new Map<string, DeletedSeconds>()
    : await deletedInstants(services.store, projectId);
  const wanted = { ...datingOf(read, { content, stamp }), onConflict, timeZone: zone, deleted };
  const replaced = await plannedReplacements(reader, series, onConflict);
  const { replacements } = replaced;
  const stored = await keptReadings(services, projectId);
  const keptFromS = stored === null ? -Infinity : dayBounds(stored.points, timeZone).from / 1_000;
  const { lines } = sorting;
  lines.addAll(file.lines);
  for (const { line } of replaced.errors) lines.note(line, "refused");
  const storedIds = series.map(({ named }) => named.storedId);
  const limitsOf = await meterLimits(services.store, projectId, storedIds);
  const options = { ...wanted, replacements, lines, keptFromS, limitsOf };
  const { arrivals, falls, uncounted, repeated, expiringCount, ...counted } = await changesOf(
    series,
    reader,
    options,
  );
  return {
    // To check the right to write them.
    scopes: new Set(series.map(({ named }) => named.scope)),
    seriesIds: new Set(series.map(({ named }) => named.seriesId)),
    arrivals,
    replacements,
    subject: subjectOf(series),
    // To remember it.
    choice: chosen === undefined || asked.columns === undefined || isKnown
      ? null
      : { text: body, line: chosen.line, columns: asked.columns },
    answer: {
      format: file.format,
      remembered,
      ...recognitionOf(read, names, zone),
      ...lines.counts,
      ...counted,
      repeatedHourCount: file.repeatedHours.length,
      repeatedHourLines: file.repeatedHours.slice(0, LINES_NAMED),
      expiring: stored === null || expiringCount === 0 ? null : {
        readingCount: expiringCount,
        pointsFrom: stored.points,
        daysFrom: stored.days,
        monthsFrom: stored.months,
      },
      meterEventCount: countOf(replacements),
      fallCount: falls.length,
      falls: falls.slice(0, FALLS_SHOWN).map((fall) => fallOf(fall, timeZone)),
      uncountedCount: uncounted.length,
      uncounted: uncounted.slice(0, FALLS_SHOWN).map(({ title, reading: { epochS, value } }) => {
        return { series: title, date: civilDateOf(epochS * 1_000, timeZone), value };
      }),
      conversions: [...sorting.conversions.values()],
      isFiled: true,
      errors: shownErrors([...file.errors, ...sorting.errors, ...replaced.errors, ...repeated]),
    },
  };
}

/** Why a file is none of readings, with the line that seems to be its heading. */
function noReadingsText(text: string): string {
  const heading = headingToChoose(text);
  const seeming = heading === null ? "" : ` ${seemingHeadingText(heading)}`;
  return noHeadingText(text) + seeming;
}

/** The end of consumptions that a format dates, where the user says nothing of its values. @spec imports.formats */
function consumptionsOf({ layout }: ReadColumns, content: FileContent): Stamp | undefined {
  return content === "natural" ? layout.format.consumptions : undefined;
}

/** Whether a format names meters or devices, and not series. */
function hasMeters({ meter, preamble }: FileFormat): boolean {
  return meter !== undefined || preamble !== undefined;
}

/** What the values of a file are, and which end of a consumption is dated. */
function datingOf(
  read: ReadColumns | null,
  stated: { readonly content: FileContent; readonly stamp: Stamp },
): { readonly content: FileContent; readonly stamp: Stamp } {
  const ofFormat = read === null ? undefined : consumptionsOf(read, stated.content);
  return ofFormat === undefined ? stated : { content: "consumption", stamp: ofFormat };
}

/** The unit of the series chosen for a file; null without one. */
function unitOf(names: SeriesNames, series: string): string | null {
  if (series === "") return null;
  const found = names.find({ series, dwelling: "" });
  return found.ok ? found.named.unit : null;
}

/** How a file was read, for its user to check. @spec imports.formats */
function recognitionOf(read: ReadColumns | null, names: SeriesNames, timeZone: string) {
  const { layout, firstValues = [], hasSkippedHour = false } = read ?? {};
  const { format: { id, name } = { id: "", name: "" }, roles = [] } = layout ?? {};
  const [first] = firstValues;
  return {
    recognizedFormat: { id, name },
    columns: roles.filter(({ heading }) => heading !== ""),
    proposedTimeZone: hasSkippedHour ? winterZone(timeZone, first?.epochS ?? 0) : null,
    firstReadings: firstValues.map(({ line, epochS, value, unit = "", series, dwelling }) => {
      const found = names.find({ series, dwelling });
      const named = found.ok ? found.named : { title: series, unit: "" };
      const at = instantOf(epochS * 1_000);
      return { line, at, value, unit: unit || (named.unit ?? ""), series: named.title };
    }),
  };
}

/** The first days that the next purge leaves; null when there is none. @spec imports.retention */
async function keptReadings(services: Services, projectId: string): Promise<RetentionStart | null> {
  const orgId = await organisationOf(services, projectId);
  const { retention } = await readOrgRetention(services.store, orgId);
  return nextPurge(retention, services.now())?.kept ?? null;
}

function fallOf(
  { title, fall: { epochS, before, value, cause } }: Changes["falls"][number],
  timeZone: string,
) {
  return { series: title, date: civilDateOf(epochS * 1_000, timeZone), before, value, cause };
}

/**
 * Writes a planned import, readings first, and compacts it; a repeated call after a fault writes the rest. The audit line
 * and the chosen columns are in the first commit: those of a large file follow it.
 *
 * @returns the result: replacements whose readings are no longer stored are errors
 */
export async function writeImport(
  services: Services,
  planned: PlannedImport,
  by: { projectId: string; caller: Caller },
): Promise<ReadingsImport> {
  const { arrivals, replacements, subject, answer, choice } = planned;
  const isRead = answer.insertedCount + answer.replacedCount + answer.unchangedCount > 0;
  const remember = choice !== null && isRead
    ? await rememberColumns(services, by.projectId, choice)
    : null;
  if (arrivals.length > 0) {
    await writeReadings(services, planned, { ...by, remember: remember ?? (() => {}) });
  } else if (remember !== null) {
    await transact(services, { ...by, action: "importReadings" }, (atomic) => {
      remember(atomic);
      return Promise.resolve({ ok: true, answer: null, subject });
    });
  }
  const { meterEventCount, errors } = await writeReplacements(services, replacements, by);
  const isFiled = arrivals.length === 0 || await compactImported(services, by.projectId);
  return {
    ...answer,
    meterEventCount,
    isFiled,
    errors: shownErrors([...answer.errors, ...errors]),
  };
}

async function writeReadings(
  services: Services,
  { arrivals, subject, seriesIds }: PlannedImport,
  { projectId, caller, remember }: {
    readonly projectId: string;
    readonly caller: Caller;
    readonly remember: (atomic: Atomic) => void;
  },
): Promise<void> {
  const { store, versions, now } = services;
  const orgId = await organisationOf(services, projectId);
  const line = { caller, action: "importReadings", orgId, projectId, subject } as const;
  const readings: Scope = { kind: "readings", id: projectId };
  const scopes: Scope[] = [readings, { kind: "project", id: projectId }];
  const mark = await importMarks(store, projectId, seriesIds);
  let isFirst = true;
  const include = (atomic: Atomic, isLast: boolean) => {
    // Each change of the residence's own version would make the writes of others begin again.
    versions.include(atomic, isFirst || isLast ? scopes : [readings]);
    if (isFirst) {
      addAuditLine(atomic, line, now());
      remember(atomic);
    }
    mark(atomic);
    isFirst = false;
  };
  await appendEncoded({ store, projectId, include }, arrivals);
  versions.forget(scopes);
}

/** The lines of a part of a file; undefined for a whole file. */
function ownLines({ linesBefore, lines }: Pick<Input<"importReadings">, "linesBefore" | "lines">) {
  if (linesBefore === undefined && lines === undefined) return undefined;
  return { before: Number(linesBefore ?? 0), count: Number(lines ?? Infinity) };
}

/** Audit subject: series of many dwellings share a title, and a line of the log has room for some. */
function subjectOf(series: readonly SeriesValues[]): string {
  const titles = new Set(series.map(({ named }) => named.title));
  const shown = [...titles].slice(0, TITLES_SHOWN).join(", ");
  return titles.size > TITLES_SHOWN ? `${shown}…` : shown;
}

function shownErrors(errors: readonly FileError[]): FileError[] {
  return errors.toSorted((a, b) => a.line - b.line).slice(0, ERRORS_SHOWN);
}

/** Attempts before the compaction is left to the job: about ten seconds of another process's work. */
const TRIES = 400;

/**
 * Compacts the readings that an import has written before the import ends, so that the first page that reads them does
 * not wait.
 *
 * The readings are already durable: when nothing more can be written, the job does it later and reports the fault.
 *
 * @returns true when they are compacted; false when the job does it
 */
async function compactImported(services: Services, projectId: string): Promise<boolean> {
  // Demo visits are never compacted.
  if (services.newVisit !== null) return true;
  for (let tries = 1; tries <= TRIES; tries++) {
    const end = await compact(services.store, projectId, services.now).catch(() => "failed");
    if (end === "done" || end === "failed") return end === "done";
    await pauseAfter(tries);
  }
  return false;
}
