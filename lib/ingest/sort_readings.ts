/** Sorts the readings of a body by series, with refused and unknown ones apart. @module */

import { utcInstant } from "@/lib/base/time_zones.ts";
import { type Claim, type ClaimedSeries, type Claims, UNCLAIMED } from "@/lib/series/claims.ts";
import {
  pointOf,
  type RefusalCause,
  RefusalTally,
  takenPoint,
  waitingPoint,
} from "@/lib/series/refusals.ts";
import { seriesValue } from "@/lib/series/source_scales.ts";
import type { UnknownReadings } from "@/lib/series/unknown_sources.ts";
import {
  ANY_BOUNDS,
  isWithin,
  type TimeFault,
  timeFault,
  type TimeWindow,
} from "@/lib/timeseries/plausibility.ts";
import { isOfHouse, type Point, type Reading } from "@/lib/timeseries/readings.ts";
import { inUnit } from "@/lib/timeseries/sent_units.ts";
import {
  dwellingWords,
  isMeasureKey,
  isSentUnchanged,
  isSourceName,
  measureKey,
  sourceKey,
  type SourceReading,
} from "@/lib/timeseries/source_names.ts";
import { runsBySeries, type SeriesRuns } from "@/lib/timeseries/store/arrival_encoding.ts";
import { BAD_LINES_NAMED } from "./influx_lines.ts";
import type { ReadingColumns } from "./received_columns.ts";

/** Reason why a reading is not stored. */
interface ReadingFault {
  readonly cause: RefusalCause;
  /** Message for the sender, in English. */
  readonly message: string;
  /** The rejected time or value. */
  readonly example: string;
}

export interface RejectedReading {
  /** Line of the body, from 1. */
  readonly line: number;
  readonly message: string;
}

const LONGEST_STATE = 256;

/** Reason why a reading cannot be stored; null when it can. */
function faultOf(
  { epochS, value, field, unit = "" }: SourceReading,
  series: ClaimedSeries | null,
  window: TimeWindow,
): ReadingFault | null {
  const cause = timeFault(epochS, window);
  if (cause !== null) return timeRefusal(cause, epochS, window);
  if (typeof value === "number") {
    const to = series?.unit ?? null;
    if (to !== null && unit !== "" && inUnit(value, { from: unit, to }) === null) {
      const message = `${field} is in ${unit}, the series is in ${to}`;
      return { cause: "unit", message, example: `${value} ${unit}` };
    }
    const bounds = series?.bounds ?? ANY_BOUNDS;
    if (isWithin(value, bounds)) return null;
    const message = Number.isFinite(value)
      ? `${field} ${value} is not between ${bounds.min} and ${bounds.max}`
      : `${field} is not a number`;
    return { cause: "value", message, example: String(value) };
  }
  if (typeof value === "boolean") {
    if (series === null || series.kind === "state") return null;
    const example = String(value);
    return { cause: "text", message: `${field} is ${example}, a number is expected`, example };
  }
  const example = value.slice(0, LONGEST_STATE);
  if (value.length > LONGEST_STATE) {
    return {
      cause: "text",
      message: `${field} is longer than ${LONGEST_STATE} characters`,
      example,
    };
  }
  if (series === null || series.kind === "state") return null;
  return { cause: "text", message: `${field} is a text, a number is expected`, example };
}

function timeRefusal(cause: TimeFault, epochS: number, { oldestS }: TimeWindow): ReadingFault {
  const example = isoTime(epochS);
  const message = cause === "future"
    ? `time ${example} is in the future`
    : `time ${example} is before ${isoTime(oldestS)}: check the clock of the sender`;
  return { cause, message, example };
}

function isoTime(epochS: number): string {
  const date = new Date(epochS * 1000);
  return Number.isNaN(date.getTime()) ? `${epochS} s` : date.toISOString();
}

/** Maximum number of unclaimed sources of one body: more than a project stores, and bounded in memory. */
const UNKNOWN_PER_BODY = 1_000;

/** A source that no series claims, with its rows in arrival order. */
interface UnknownRows {
  readonly origin: UnknownReadings["origin"];
  readonly rows: number[];
}

/** Maximum number of refused rows whose cause is remembered. */
const REFUSED_ROWS = 100;

/** What was made of a value. */
interface MadeValue extends Pick<SourceReading, "value" | "epochS"> {
  readonly source: string;
  readonly outcome: "stored" | "unknown" | RefusalCause;
  /** Series and dwelling of its readings; null when it is not stored. */
  readonly storedId: string | null;
}

/** Rows of readings sorted into series, unknown sources and refusals. */
export class Sorting {
  /** The first refused readings; {@link refusedCount} counts all. */
  readonly refused: RejectedReading[] = [];
  refusedCount = 0;
  readonly tally: RefusalTally;
  /** Number of readings of series. */
  stored = 0;
  /** Number of readings of unclaimed sources. */
  unknownCount = 0;
  readonly #unknown = new Map<string, UnknownRows>();
  readonly #refusedRows = new Map<number, RefusalCause>();
  /** Number of the series of each row; negative for none. */
  readonly #seriesOf: Int32Array;

  constructor(
    readonly columns: ReadingColumns,
    readonly claims: Claims,
    readonly when: { readonly window: TimeWindow; readonly nowS: number },
  ) {
    this.tally = new RefusalTally(when.nowS * 1_000);
    this.#seriesOf = new Int32Array(columns.count).fill(UNCLAIMED);
  }

  /** Sorts every row: valid readings of known series in one pass, then the others. */
  sort(): void {
    for (const row of this.#sortPlain()) this.#sortOther(row);
  }

  /** Sorts numbers within all bounds whose series is known. @returns the other rows */
  #sortPlain(): number[] {
    const { count, sources, sourceOf, seconds, values, words } = this.columns;
    const { window: { oldestS, newestS } } = this.when;
    const known = sources.knownSeries(this.claims);
    const { series: allSeries } = this.claims;
    const others: number[] = [];
    const isOwnUnit = (source: number, { unit }: ClaimedSeries) => {
      const sent = sources.get(source).unit;
      return sent === "" || sent === unit;
    };
    for (let row = 0; row < count; row++) {
      const number = known[sourceOf[row] ?? -1] ?? UNCLAIMED;
      const series = allSeries[number];
      const epochS = seconds[row] ?? 0;
      const isPlain = series !== undefined && series.scales === undefined &&
        isOwnUnit(sourceOf[row] ?? -1, series) &&
        epochS >= oldestS && epochS <= newestS &&
        Number.isSafeInteger(epochS) && isWithin(values[row] ?? 0, series.bounds);
      if (!isPlain || (words.size > 0 && words.has(row))) {
        others.push(row);
        continue;
      }
      if (series.deleted?.has(epochS)) this.#passOver(row);
      else this.#seriesOf[row] = number;
    }
    this.stored += count - others.length;
    return others;
  }

  #sortOther(row: number): void {
    const { columns, claims, when } = this;
    const number = columns.sources.seriesOf(columns.sourceOf[row] ?? -1, claims);
    const series = claims.series[number] ?? null;
    const reading = this.#converted(row, series);
    const fault = faultOf(reading, series, when.window);
    if (fault !== null) return this.#refuse(row, reading, fault);
    if (number !== UNCLAIMED) return this.#store(row, number);
    const name = sourceKey(reading.device, reading.field);
    if (isMeasureKey(name)) return this.#refuse(row, reading, NO_DWELLING);
    if (!isSourceName(name)) return this.#refuse(row, reading, TOO_LONG);
    if (!isSentUnchanged(name)) return this.#refuse(row, reading, NOT_ONE_LINE);
    this.unknownCount++;
    const known = this.#unknown.get(name);
    if (known !== undefined) known.rows.push(row);
    else if (this.#unknown.size < UNKNOWN_PER_BODY) {
      this.#unknown.set(name, { rows: [row], origin: originOf(reading) });
    } else this.#lose(name, [row]);
  }

  /** Counts the readings of a new source without room. @spec series.sources-without-room */
  loseSource(name: string): void {
    this.#lose(name, this.#unknown.get(name)?.rows ?? []);
    this.#unknown.delete(name);
  }

  /** Accepted, so that its sender does not repeat it for ever, and counted. */
  #lose(name: string, rows: readonly number[]): void {
    for (const row of rows) {
      this.tally.add(name, "no-room", String(this.columns.value(row)));
      this.#noteRefused(row, "no-room");
    }
    this.unknownCount -= rows.length;
  }

  /** A reading whose number is that of its series, unless its unit does not convert. */
  #converted(row: number, series: ClaimedSeries | null): SourceReading {
    const reading = this.columns.reading(row);
    const { epochS, value, unit = "" } = reading;
    if (typeof value !== "number" || series === null) return reading;
    const converted = seriesValue({ epochS, value }, unit, series);
    if (converted === null || series.unit === null) return reading;
    this.columns.set(row, converted);
    return { ...reading, value: converted, unit: series.unit };
  }

  /** The unclaimed sources, with their readings. */
  get unknown(): ReadonlyMap<string, UnknownReadings> {
    return new Map(
      [...this.#unknown].map(([name, { origin, rows }]) => {
        return [name, { origin, readings: rows.map((row) => this.#waiting(row)) }];
      }),
    );
  }

  get origins(): { readonly sourceKey: string; readonly origin: UnknownReadings["origin"] }[] {
    return [...this.#unknown].map(([sourceKey, { origin }]) => ({ sourceKey, origin }));
  }

  /** Moves the readings of a source that a series claimed during the sorting. */
  claimLate(name: string, claim: Claim): void {
    const number = this.claims.numberOfClaim(claim);
    const series = this.claims.series[number];
    const rows = this.#unknown.get(name)?.rows ?? [];
    for (const row of rows) {
      const { unit = "" } = this.columns.reading(row);
      if (series === undefined) continue;
      const accepted = takenPoint(this.#waiting(row), series, unit);
      if (typeof accepted === "string") {
        this.tally.add(name, accepted, String(this.columns.value(row)));
        this.#noteRefused(row, accepted);
        continue;
      }
      this.columns.set(row, accepted.text ?? accepted.value);
      this.#store(row, number);
    }
    this.unknownCount -= rows.length;
    this.#unknown.delete(name);
  }

  runs(): SeriesRuns {
    const { count, seconds, values, words } = this.columns;
    const others = new Map<number, Reading>();
    for (const [row, word] of words) {
      if (typeof word === "string") others.set(row, pointOf(seconds[row] ?? 0, word));
    }
    const { series } = this.claims;
    return runsBySeries({ count, series, seriesOf: this.#seriesOf, seconds, values, others });
  }

  /** What was made of some values: refused ones first, then those without a series. */
  made(most: number): { readonly values: MadeValue[]; readonly isOfDwelling: boolean } {
    const { count, sources, sourceOf } = this.columns;
    const known = sources.knownSeries(this.claims);
    const { series } = this.claims;
    const isOfHouseRow = (row: number) => {
      const number = this.#seriesOf[row] ?? UNCLAIMED;
      // Also of a refused value of its source.
      const one = series[number] ?? series[known[sourceOf[row] ?? -1] ?? UNCLAIMED];
      return one !== undefined && isOfHouse(one.storedId);
    };
    const stored: number[] = [];
    for (let row = 0; row < count && stored.length < most; row++) {
      if ((this.#seriesOf[row] ?? UNCLAIMED) >= 0) stored.push(row);
    }
    let isOfDwelling = false;
    // A claim of this very body is not among the sources.
    if (this.claims.hasDwellings || this.claims.measures.size > 0) {
      for (let row = 0; row < count && !isOfDwelling; row++) isOfDwelling = isOfHouseRow(row);
    }
    const unknown = [...this.#unknown.values()].flatMap(({ rows }) => rows.slice(0, most));
    const rows = [...this.#refusedRows.keys(), ...unknown, ...stored].slice(0, most);
    const values = rows.map((row): MadeValue => {
      const { device, field, value, epochS } = this.columns.reading(row);
      const storedId = series[this.#seriesOf[row] ?? UNCLAIMED]?.storedId ?? null;
      const outcome = this.#refusedRows.get(row) ?? (storedId === null ? "unknown" : "stored");
      return { source: sourceKey(device, field), value, epochS, outcome, storedId };
    });
    return { values, isOfDwelling };
  }

  #noteRefused(row: number, cause: RefusalCause): void {
    if (this.#refusedRows.size < REFUSED_ROWS) this.#refusedRows.set(row, cause);
  }

  #refuse(row: number, { line, device, field }: SourceReading, fault: ReadingFault): void {
    const { cause, message, example } = fault;
    this.#noteRefused(row, cause);
    if (this.refusedCount++ < BAD_LINES_NAMED) this.refused.push({ line, message });
    this.tally.add(sourceKey(device, field), cause, example);
  }

  #store(row: number, series: number): void {
    this.stored++;
    if (this.claims.series[series]?.deleted?.has(this.columns.seconds[row] ?? 0)) {
      this.#passOver(row);
    } else this.#seriesOf[row] = series;
  }

  /** Accepted, as any reading sent again, counted and not stored. */
  #passOver(row: number): void {
    this.stored--;
    const { device, field, epochS } = this.columns.reading(row);
    this.tally.add(sourceKey(device, field), "deleted", utcInstant(epochS));
    this.#noteRefused(row, "deleted");
  }

  #waiting(row: number): Point {
    return waitingPoint(this.columns.seconds[row] ?? 0, this.columns.value(row));
  }
}

const NO_DWELLING: ReadingFault = {
  cause: "source",
  message: "house=* names no dwelling",
  example: "house=*",
};
const TOO_LONG: ReadingFault = {
  cause: "source",
  message: "the names of the source are too long",
  example: "",
};
/** Nobody could attach or delete it on a page. */
const NOT_ONE_LINE: ReadingFault = {
  cause: "source",
  message: "the names of the source have a line break or a NUL",
  example: "",
};

function originOf({ device, field, unit = "" }: SourceReading): UnknownReadings["origin"] {
  const sent = unit === "" ? {} : { unit };
  return { measure: measureKey(device, field), words: dwellingWords(device), ...sent };
}
