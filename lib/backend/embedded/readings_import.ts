import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { registersOf } from "../../domain/series/consumed_registers.ts";
import type { SeriesScope } from "../../domain/projects/types.ts";
import type {
  FileContent,
  OnConflict,
  ReadingsImport,
  Stamp,
} from "../../domain/series/csv_content.ts";
import { FUTURE_S } from "../../domain/series/plausible.ts";
import type { SeriesReader } from "../../domain/series/reader.ts";
import type { SeriesBatch } from "../../domain/series/types.ts";
import { READINGS_MESSAGES } from "../../text/imports.ts";
import {
  type FileError,
  type FileValue,
  isValueHeading,
  readReadings,
} from "../ingest/csv_file.ts";
import { appendArrivals } from "../kv/series_arrivals.ts";
import { checkScope } from "./dataseries.ts";
import {
  countOf,
  type PlannedReplacements,
  plannedReplacements,
  type ReplacedLine,
  writeReplacements,
} from "./imported_replacements.ts";
import {
  type NamedSeries,
  type NamingFault,
  type SeriesNames,
  seriesNames,
} from "./named_series.ts";
import { readProject } from "./projects.ts";
import { saveInProject } from "./saving.ts";
import type { Services } from "./services.ts";

/** Errors an answer names. */
const ERRORS_SHOWN = 100;

/** How values become readings. */
interface Wanted {
  readonly content: FileContent;
  readonly stamp: Stamp;
  readonly onConflict: OnConflict;
  readonly timeZone: string;
}

/** What an import would do. */
export interface PlannedImport {
  /** Whose series it touches, for the one who decides whether they may be written. */
  readonly scopes: ReadonlySet<SeriesScope>;
  readonly batches: readonly SeriesBatch[];
  /** Replacements of meters, meter by meter. */
  readonly replacements: readonly PlannedReplacements[];
  /** Names of the series, for the audit log. */
  readonly subject: string;
  readonly answer: ReadingsImport;
}

/** Imports a file of readings, or says what that would do. @spec F §3 "Data series" */
export async function importReadings(
  services: Services,
  input: Input<"importReadings">,
  caller: Caller,
): Promise<Outcome<"importReadings">> {
  const { projectId, dryRun } = input;
  const planned = await planImport(services, input);
  if (planned === null) return { ok: false, code: "bad-file" };
  for (const scope of planned.scopes) await checkScope(services, caller, { projectId, scope });
  if (dryRun === "true") return { ok: true, answer: planned.answer };
  return { ok: true, answer: await writeImport(services, planned, { projectId, caller }) };
}

/** Reads a file against what is known already. @returns null when it is no file of readings */
export async function planImport(
  services: Services,
  { projectId, body, ...query }: Input<"importReadings">,
): Promise<PlannedImport | null> {
  const { timeZone } = await readProject(services, projectId);
  const zone = query.timeZone ?? timeZone;
  const file = readReadings(body, { timeZone: zone, series: query.series ?? "" });
  if (file === null) return null;
  const { content = "natural", stamp = "begin", onConflict = "replace" } = query;
  const names = await seriesNames(services, projectId, query.series);
  const sorting = new Sorting(names, { content, nowS: Math.floor(services.now() / 1_000) });
  for (const value of file.values) sorting.add(value);
  const series = [...sorting.series.values()];
  const reader = services.seriesOf(projectId, timeZone);
  const wanted = { content, stamp, onConflict, timeZone: zone };
  const { batches, ...counts } = await changesOf(series, reader, wanted);
  const replaced = await plannedReplacements(reader, series, wanted);
  const { format, lineCount } = file;
  const errors = shownErrors([...file.errors, ...sorting.errors, ...replaced.errors]);
  const meterEventCount = countOf(replaced.replacements);
  return {
    scopes: new Set(series.map(({ named }) => named.scope)),
    batches,
    replacements: replaced.replacements,
    subject: series.map(({ named }) => named.title).join(", "),
    answer: { format, lineCount, ...counts, meterEventCount, errors },
  };
}

/**
 * Writes what was planned, readings first; sent again after a fault it does what is left.
 *
 * @returns what was done: replacements whose readings are no longer kept are errors
 */
export async function writeImport(
  services: Services,
  { batches, replacements, subject, answer }: PlannedImport,
  by: { projectId: string; caller: Caller },
): Promise<ReadingsImport> {
  if (batches.length > 0) {
    await appendArrivals(services.store, by.projectId, batches);
    const change = { ...by, action: "importReadings", subject } as const;
    await saveInProject(services, change, () => {});
  }
  const { meterEventCount, errors } = await writeReplacements(services, replacements, by);
  return { ...answer, meterEventCount, errors: shownErrors([...answer.errors, ...errors]) };
}

function shownErrors(errors: readonly FileError[]): FileError[] {
  return errors.toSorted((a, b) => a.line - b.line).slice(0, ERRORS_SHOWN);
}

/** The values of one series of a file, by instant: the last line about an instant counts. */
interface SeriesValues {
  readonly named: NamedSeries;
  readonly values: Map<number, number>;
  /** Lines on which a new meter begins. */
  readonly replaced: ReplacedLine[];
}

/** Values sorted into the series they name, and those that cannot be used. */
class Sorting {
  readonly series = new Map<string, SeriesValues>();
  readonly errors: FileError[] = [];

  constructor(
    private readonly names: SeriesNames,
    private readonly wanted: { content: FileContent; nowS: number },
  ) {}

  add({ line, column, epochS, value, replaced, ...said }: FileValue): void {
    const found = this.names.find(said);
    if (!found.ok) return this.#refuse(line, column, NAMING_FAULTS[found.fault](found.name));
    const { named } = found;
    const fault = this.#faultOf(named, epochS, value) ??
      (replaced ? this.#replacedFault(named) : null);
    if (fault !== null) return this.#refuse(line, column, fault);
    const known: SeriesValues = this.series.get(named.storedId) ??
      { named, values: new Map(), replaced: [] };
    known.values.set(epochS, value);
    if (replaced) known.replaced.push({ line, epochS, firstIndex: value, ...replaced });
    this.series.set(named.storedId, known);
  }

  #refuse(line: number, column: string, message: string): void {
    if (this.errors.length < ERRORS_SHOWN) this.errors.push({ line, column, message });
  }

  #faultOf({ kind, title }: NamedSeries, epochS: number, value: number): string | null {
    const { content, nowS } = this.wanted;
    if (kind === "state") return READINGS_MESSAGES.state(title);
    if (kind === "instant" && content === "consumption") {
      return READINGS_MESSAGES.noConsumption(title);
    }
    if (kind === "consumption" && content === "index") return READINGS_MESSAGES.noIndex(title);
    if (kind !== "instant" && value < 0) return READINGS_MESSAGES.negative;
    if (epochS < 0) return READINGS_MESSAGES.past;
    return epochS > nowS + FUTURE_S ? READINGS_MESSAGES.future : null;
  }

  #replacedFault({ kind, title }: NamedSeries): string | null {
    if (kind !== "index") return READINGS_MESSAGES.noMeter(title);
    return this.wanted.content === "consumption" ? READINGS_MESSAGES.noReplacement : null;
  }
}

/** What is said of a value whose series cannot be told. */
const NAMING_FAULTS: Readonly<Record<NamingFault, (name: string) => string>> = {
  "unknown": (name) =>
    isValueHeading(name) ? READINGS_MESSAGES.unnamedSeries : READINGS_MESSAGES.unknownSeries(name),
  "several": READINGS_MESSAGES.severalSeries,
  "no-dwelling": READINGS_MESSAGES.noDwelling,
  "unknown-dwelling": READINGS_MESSAGES.unknownDwelling,
};

interface Changes {
  readonly batches: SeriesBatch[];
  insertedCount: number;
  replacedCount: number;
  ignoredCount: number;
}

/** What is to be written: values that are there already, or that are kept, are left out. */
async function changesOf(
  series: readonly SeriesValues[],
  reader: SeriesReader,
  wanted: Wanted,
): Promise<Changes> {
  const changes: Changes = { batches: [], insertedCount: 0, replacedCount: 0, ignoredCount: 0 };
  for (const { named, values } of series) {
    const readings = await readingsOf({ named, values }, reader, wanted);
    const [first] = readings;
    const last = readings.at(-1);
    if (first === undefined || last === undefined) continue;
    const range = { fromS: first.epochS, toS: last.epochS + 1 };
    const points = await reader.points(named.storedId, range);
    const known = new Map(points.map(({ epochS, value }) => [epochS, value]));
    const kept = readings.filter(({ epochS, value }) => {
      const was = known.get(epochS);
      const isKept = was === undefined || (was !== value && wanted.onConflict === "replace");
      if (!isKept) changes.ignoredCount++;
      else if (was === undefined) changes.insertedCount++;
      else changes.replacedCount++;
      return isKept;
    });
    if (kept.length > 0) {
      changes.batches.push({ seriesId: named.storedId, kind: named.kind, readings: kept });
    }
  }
  return changes;
}

async function readingsOf(
  { named, values }: Pick<SeriesValues, "named" | "values">,
  reader: SeriesReader,
  { content, stamp, timeZone }: Wanted,
): Promise<{ epochS: number; value: number }[]> {
  const sorted = [...values].map(([epochS, value]) => ({ epochS, value }))
    .sort((a, b) => a.epochS - b.epochS);
  if (named.kind !== "index" || content !== "consumption") return sorted;
  const [first] = registersOf(sorted, { stamp, timeZone, startValue: 0 });
  const toS = (first?.epochS ?? 0) + 1;
  const before = await reader.points(named.storedId, { fromS: toS - LOOKED_BACK_S, toS });
  return registersOf(sorted, { stamp, timeZone, startValue: before.at(-1)?.value ?? 0 });
}

/** How far back the register a consumption starts from is looked for, s. */
const LOOKED_BACK_S = 400 * 86_400;
