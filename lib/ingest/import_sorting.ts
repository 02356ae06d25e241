/** Sorts the values of a file by series, with replaced meters and rejected lines. @module */

import type { Services } from "@/lib/api/services.ts";
import { CallError } from "@/lib/base/errors.ts";
import { sumBy } from "@/lib/base/sums.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { isSameEvent, type MeterEvent } from "@/lib/timeseries/meter_event.ts";
import { isTooOld, isWithin, type Point, type TimeWindow } from "@/lib/timeseries/readings.ts";
import { inUnit, sentUnit } from "@/lib/timeseries/source_names.ts";
import { eventsOf, pointBefore, type SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { type FileError, type FileValue, LineOutcomes } from "./csv_file.ts";
import { isValueHeading } from "./file_columns.ts";
import { READINGS_MESSAGES } from "./import_text.ts";
import { writeMeterEvents } from "./meter_events.ts";
import { eventFault, MOST_EVENTS } from "./meter_rules.ts";
import type { FoundSeries, NamedSeries, NamingFault, SeriesNames } from "./named_series.ts";
import { ERRORS_SHOWN, type FileContent, type OnConflict } from "./readings_file_options.ts";

export interface ValueAt {
  readonly epochS: number;
  readonly value: number;
  /** Line of the file; 0 for none. */
  readonly line: number;
}

/** The values of one series of a file. */
export class ImportedValues {
  /** In line order: the last one of an instant counts. */
  readonly all: ValueAt[] = [];
  #isSorted = true;

  add(epochS: number, value: number, line = 0): void {
    this.#isSorted &&= (this.all.at(-1)?.epochS ?? -Infinity) < epochS;
    this.all.push({ epochS, value, line });
  }

  /** @param repeated called for a value whose instant a later line repeats */
  byInstant(
    repeated: (earlier: ValueAt, later: ValueAt) => void = () => {},
  ): Iterable<ValueAt> {
    if (this.#isSorted) return this.all;
    const sorted = this.all.toSorted((a, b) => a.epochS - b.epochS);
    for (const [at, value] of sorted.entries()) {
      const next = sorted[at + 1];
      if (next?.epochS === value.epochS) repeated(value, next);
    }
    return lastOfEach(sorted);
  }
}

function* lastOfEach(sorted: readonly ValueAt[]): Generator<ValueAt> {
  for (const [at, value] of sorted.entries()) {
    if (sorted[at + 1]?.epochS !== value.epochS) yield value;
  }
}

export interface ReplacedLine {
  readonly line: number;
  /** Name of the column that dates it. */
  readonly column: string;
  readonly epochS: number;
  readonly finalIndex: number | null;
  readonly firstIndex: number;
}

interface ReplacedMeter {
  readonly named: NamedSeries;
  readonly values: ImportedValues;
  readonly beside: ImportedValues;
  readonly replaced: readonly ReplacedLine[];
}

/** The events of a meter before and after an import. */
export interface PlannedReplacements {
  readonly named: NamedSeries;
  readonly before: readonly MeterEvent[];
  readonly after: readonly MeterEvent[];
  readonly lines: readonly Pick<ReplacedLine, "line" | "column">[];
}

/** Number of events that an import adds or changes. */
export function countOf(replacements: readonly PlannedReplacements[]): number {
  return sumBy(replacements, ({ lines }) => lines.length);
}

/** The changes made by the replacements of a file, without those already known. */
export async function plannedReplacements(
  reader: SeriesReader,
  meters: readonly ReplacedMeter[],
  onConflict: OnConflict,
): Promise<{ replacements: PlannedReplacements[]; errors: FileError[] }> {
  const replacements: PlannedReplacements[] = [];
  const errors: FileError[] = [];
  for (const meter of meters) {
    if (meter.replaced.length === 0) continue;
    const before = await eventsOf(reader, meter.named.storedId);
    const lines: Pick<ReplacedLine, "line" | "column">[] = [];
    let after = before;
    for (const line of meter.replaced) {
      const event = eventOf(line);
      const others = after.filter(({ epochS }) => epochS !== event.epochS);
      const known = after.find(({ epochS }) => epochS === event.epochS);
      if (known && (isSameEvent(known, event) || onConflict === "keep")) continue;
      const message = await faultOf(reader, meter, { event, others });
      if (message === null) {
        after = [...others, event].sort((a, b) => a.epochS - b.epochS);
        lines.push(line);
      } else errors.push({ line: line.line, column: line.column, message });
    }
    if (lines.length > 0) replacements.push({ named: meter.named, before, after, lines });
  }
  return { replacements, errors };
}

/** Writes the replacements, meter by meter; those whose readings are no longer stored are reported. */
export async function writeReplacements(
  services: Services,
  replacements: readonly PlannedReplacements[],
  { projectId, caller }: { projectId: string; caller: Caller },
): Promise<{ meterEventCount: number; errors: FileError[] }> {
  const errors: FileError[] = [];
  for (const { named: { storedId, title: subject }, before, after, lines } of replacements) {
    const action = "addMeterEvent";
    const change = { projectId, storedId, subject, before, after, action, caller } as const;
    const ended = await writeMeterEvents(services, change);
    // Another user has just written an event of this meter: the file must be processed again.
    if (ended === "conflict") throw new CallError("store-unavailable");
    if (ended === "too-old") {
      const message = READINGS_MESSAGES.eventTooOld;
      for (const { line, column } of lines) errors.push({ line, column, message });
    }
  }
  return { meterEventCount: countOf(replacements) - errors.length, errors };
}

/** Events are dated by minute: that of the new meter's first index. */
function eventOf({ epochS, finalIndex, firstIndex }: ReplacedLine): MeterEvent {
  const minuteS = epochS - epochS % 60;
  return { epochS: minuteS, what: "replacement", finalIndex, firstIndex, comment: "" };
}

async function faultOf(
  reader: SeriesReader,
  { named, values, beside }: ReplacedMeter,
  { event, others }: { event: MeterEvent; others: readonly MeterEvent[] },
): Promise<string | null> {
  if (others.length >= MOST_EVENTS) return READINGS_MESSAGES.eventsFull;
  const stored = await pointBefore(reader, named.storedId, event.epochS);
  const before = latest(latest(stored, beside, event.epochS), values, event.epochS);
  // The line's own index comes after: it is the first one of the new meter.
  const fault = eventFault(event, others, { before, after: null });
  return fault === null ? null : READINGS_MESSAGES.finalTooLow;
}

/** The last register before a second, stored or in the file; those of the file replace stored ones. */
function latest(stored: Point | null, values: ImportedValues, beforeS: number): Point | null {
  let found = stored;
  for (const value of values.all) {
    const isLater = value.epochS >= (found?.epochS ?? -Infinity);
    if (value.epochS < beforeS && isLater) found = value;
  }
  return found;
}

/** Maximum number of distinct series and dwelling names in a file: five times those of the largest residence tried. */
const MOST_NAMES = 50_000;
/** Maximum number of conversions listed. */
const CONVERSIONS_SHOWN = 20;
/** Maximum length of a name quoted in a message. */
const SHOWN_CHARACTERS = 100;

export interface SeriesValues {
  readonly named: NamedSeries;
  readonly values: ImportedValues;
  readonly beside: ImportedValues;
  readonly replaced: ReplacedLine[];
  /** Last line with a value of the series; 0 for none. */
  lastLine: number;
}

/** Values sorted by series, and the unusable ones. */
export class Sorting {
  readonly series = new Map<string, SeriesValues>();
  readonly errors: FileError[] = [];
  readonly lines = new LineOutcomes();
  /** Units converted to those of series. */
  readonly conversions = new Map<string, { series: string; from: string; to: string }>();
  /** Series of each name of a series and a dwelling: a file repeats a few names on many lines. */
  readonly #found = new Map<string, Map<string, FoundSeries>>();
  #nameCount = 0;

  constructor(
    private readonly names: SeriesNames,
    private readonly wanted: {
      readonly content: FileContent;
      readonly window: TimeWindow;
      readonly acceptOld: boolean;
      /** Whether the format, and not the user, says that the values are consumptions: those of meters are. */
      readonly exceptInstants?: boolean;
      /** Whether the series of the file are those of meters or devices, of which the user may choose one. */
      readonly namesMeters?: boolean;
    },
  ) {}

  add(sent: FileValue): void {
    const { line, column, epochS, isBeside, replaced } = sent;
    const found = this.#find(sent.series, sent.dwelling);
    if (!found.ok) {
      if (isBeside) return;
      const isMeter = found.fault === "unknown" && this.wanted.namesMeters;
      const fault = isMeter ? READINGS_MESSAGES.unknownMeter : NAMING_FAULTS[found.fault];
      return this.#refuse(line, column, fault(quoted(found.name)));
    }
    const { named } = found;
    const value = this.#inUnit(named, sent, sent.value);
    if (isBeside) return this.#addBeside(named, { epochS, value });
    const fault = this.#unitFault(named, sent, value) ?? this.#faultOf(named, epochS, value) ??
      (replaced ? this.#replacedFault(named) : null);
    if (fault !== null) return this.#refuse(line, column, fault);
    const known = this.#valuesOf(named);
    if (known.lastLine === line) {
      return this.#refuse(line, column, READINGS_MESSAGES.otherColumn(named.title));
    }
    known.lastLine = line;
    known.values.add(epochS, value, line);
    if (replaced === undefined) return;
    const finalIndex = replaced.finalIndex && this.#inUnit(named, sent, replaced.finalIndex);
    known.replaced.push({ line, epochS, firstIndex: value, ...replaced, finalIndex });
  }

  /**
   * A value in the unit of its series; NaN when its own does not convert.
   *
   * @spec imports.units
   */
  #inUnit(
    { kind, unit: to }: NamedSeries,
    { unit: from = "", stepS }: FileValue,
    value: number,
  ): number {
    if (from === "" || to === null) return value;
    const isConsumption = kind === "consumption" ||
      (kind !== "instant" && this.wanted.content === "consumption");
    return inUnit(value, { from, to, stepS: isConsumption ? stepS ?? null : null }) ?? NaN;
  }

  #unitFault(
    { title, unit: to }: NamedSeries,
    { unit = "" }: FileValue,
    value: number,
  ): string | null {
    const from = sentUnit(unit) ?? unit;
    if (from === "" || to === null || from === to) return null;
    if (Number.isNaN(value)) {
      const isPower = inUnit(1, { from, to, stepS: 1 }) !== null;
      return READINGS_MESSAGES[isPower ? "power" : "otherUnit"](quoted(from), title, to);
    }
    if (this.conversions.size < CONVERSIONS_SHOWN) {
      this.conversions.set(`${title}\n${from}`, { series: title, from, to });
    }
    return null;
  }

  /** Adds registers of other parts, as context; their own part reports their errors. */
  #addBeside(named: NamedSeries, { epochS, value }: Omit<ValueAt, "line">): void {
    if (named.kind !== "index" || this.wanted.content === "consumption") return;
    if (Number.isNaN(value) || this.#faultOf(named, epochS, value) !== null) return;
    this.#valuesOf(named).beside.add(epochS, value);
  }

  #valuesOf(named: NamedSeries): SeriesValues {
    let values = this.series.get(named.storedId);
    if (values === undefined) {
      const [own, beside] = [new ImportedValues(), new ImportedValues()];
      values = { named, values: own, beside, replaced: [], lastLine: 0 };
      this.series.set(named.storedId, values);
    }
    return values;
  }

  #find(series: string, dwelling: string): FoundSeries {
    let ofSeries = this.#found.get(series);
    if (ofSeries === undefined) this.#found.set(series, ofSeries = new Map());
    const known = ofSeries.get(dwelling);
    if (known !== undefined) return known;
    if (++this.#nameCount > MOST_NAMES) throw new CallError("too-many-names");
    const found = this.names.find({ series, dwelling });
    ofSeries.set(dwelling, found);
    return found;
  }

  #refuse(line: number, column: string, message: string): void {
    this.lines.note(line, "refused");
    if (this.errors.length < ERRORS_SHOWN) this.errors.push({ line, column, message });
  }

  #faultOf({ kind, title, bounds }: NamedSeries, epochS: number, value: number): string | null {
    const { content, window, acceptOld, exceptInstants = false } = this.wanted;
    if (kind === "state") return READINGS_MESSAGES.state(title);
    if (kind === "instant" && content === "consumption" && !exceptInstants) {
      return READINGS_MESSAGES.noConsumption(title);
    }
    if (kind === "consumption" && content === "index") return READINGS_MESSAGES.noIndex(title);
    if (kind !== "instant" && value < 0) return READINGS_MESSAGES.negative;
    if (epochS < 0) return READINGS_MESSAGES.past;
    if (isTooOld(epochS, window, acceptOld)) return READINGS_MESSAGES.old;
    if (epochS > window.newestS) return READINGS_MESSAGES.future;
    return isWithin(value, bounds) ? null : READINGS_MESSAGES.implausible(bounds.min, bounds.max);
  }

  #replacedFault({ kind, title }: NamedSeries): string | null {
    if (kind !== "index") return READINGS_MESSAGES.noMeter(title);
    return this.wanted.content === "consumption" ? READINGS_MESSAGES.noReplacement : null;
  }
}

/** The error of a value whose name resolves to no single series. */
const NAMING_FAULTS: Readonly<Record<NamingFault, (name: string) => string>> = {
  "unknown": (name) =>
    isValueHeading(name) ? READINGS_MESSAGES.unnamedSeries : READINGS_MESSAGES.unknownSeries(name),
  "several": READINGS_MESSAGES.severalSeries,
  "no-dwelling": READINGS_MESSAGES.noDwelling,
  "unknown-dwelling": READINGS_MESSAGES.unknownDwelling,
  "simulated": READINGS_MESSAGES.simulatedSeries,
};

function quoted(name: string): string {
  return name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name;
}
