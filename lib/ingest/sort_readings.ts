/** Sorts the readings of a body by series, with refused and unknown ones apart. @module */

import { utcInstant } from "@/lib/base/time_zones.ts";
import type { Claim, ClaimedSeries, Claims } from "@/lib/series/claims.ts";
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
  isOfHouse,
  isWithin,
  type Point,
  type SeriesBatch,
  type TimeFault,
  timeFault,
  type TimeWindow,
} from "@/lib/timeseries/readings.ts";
import {
  dwellingWords,
  inUnit,
  isMeasureKey,
  isSentUnchanged,
  isSourceName,
  measureKey,
  sourceKey,
  type SourceReading,
  unitOfDevice,
} from "@/lib/timeseries/source_names.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { BAD_LINES_NAMED } from "./influx_lines.ts";

/** Reason why a reading is not stored. */
interface ReadingFault {
  readonly cause: RefusalCause;
  /** Message for the sender, in English. */
  readonly message: string;
  /** The rejected time or value. */
  readonly example: string;
}

interface RejectedReading {
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

/** A reading of a body, with what becomes of it. */
interface SortedRow {
  /** With the value and the unit of its series, where they convert. */
  reading: SourceReading;
  series: ClaimedSeries | null;
  isStored: boolean;
}

/** A source that no series claims, with its readings in arrival order. */
interface UnknownRows {
  readonly origin: UnknownReadings["origin"];
  readonly rows: SortedRow[];
}

/** Maximum number of refused readings whose cause is remembered. */
const REFUSED_ROWS = 100;

/** What was made of a value. */
interface MadeValue extends Pick<SourceReading, "value" | "epochS"> {
  readonly source: string;
  readonly outcome: "stored" | "unknown" | RefusalCause;
  /** Series and dwelling of its readings; null when it is not stored. */
  readonly storedId: string | null;
}

/** Readings of a body sorted into series, unknown sources and refusals. */
export class Sorting {
  /** The first refused readings; {@link refusedCount} counts all. */
  readonly refused: RejectedReading[] = [];
  refusedCount = 0;
  readonly tally: RefusalTally;
  /** Number of readings of series. */
  stored = 0;
  /** Number of readings of unclaimed sources. */
  unknownCount = 0;
  readonly #rows: SortedRow[] = [];
  readonly #unknown = new Map<string, UnknownRows>();
  readonly #refusedRows = new Map<SortedRow, RefusalCause>();

  constructor(
    readonly claims: Claims,
    readonly when: { readonly window: TimeWindow; readonly nowS: number },
  ) {
    this.tally = new RefusalTally(when.nowS * 1_000);
  }

  /** Number of readings of the body. */
  get count(): number {
    return this.#rows.length;
  }

  /** Sorts the next reading of the body. */
  add(sent: SourceReading): void {
    const series = this.claims.seriesOf(sent.device, sent.field);
    const reading = converted(sent, series);
    const row = { reading, series, isStored: false };
    this.#rows.push(row);
    const fault = faultOf(reading, series, this.when.window);
    if (fault !== null) return this.#refuse(row, fault);
    if (series !== null) return this.#store(row, series);
    const name = sourceKey(reading.device, reading.field);
    if (isMeasureKey(name)) return this.#refuse(row, NO_DWELLING);
    if (!isSourceName(name)) return this.#refuse(row, TOO_LONG);
    if (!isSentUnchanged(name)) return this.#refuse(row, NOT_ONE_LINE);
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
  #lose(name: string, rows: readonly SortedRow[]): void {
    for (const row of rows) {
      this.tally.add(name, "no-room", String(row.reading.value));
      this.#noteRefused(row, "no-room");
    }
    this.unknownCount -= rows.length;
  }

  /** The unclaimed sources, with their readings. */
  get unknown(): ReadonlyMap<string, UnknownReadings> {
    return new Map(
      [...this.#unknown].map(([name, { origin, rows }]) => {
        return [name, { origin, readings: rows.map(waitingOf) }];
      }),
    );
  }

  get origins(): { readonly sourceKey: string; readonly origin: UnknownReadings["origin"] }[] {
    return [...this.#unknown].map(([sourceKey, { origin }]) => ({ sourceKey, origin }));
  }

  /** Moves the readings of a source that a series claimed during the sorting. */
  claimLate(name: string, claim: Claim): void {
    const series = this.claims.seriesOfClaim(claim);
    const rows = this.#unknown.get(name)?.rows ?? [];
    for (const row of rows) {
      const { reading } = row;
      const accepted = takenPoint(waitingOf(row), series, reading.unit ?? "");
      if (typeof accepted === "string") {
        this.tally.add(name, accepted, String(reading.value));
        this.#noteRefused(row, accepted);
        continue;
      }
      row.reading = { ...reading, value: accepted.text ?? accepted.value };
      this.#store(row, series);
    }
    this.unknownCount -= rows.length;
    this.#unknown.delete(name);
  }

  /** The readings to store, by series, in the order of the body. */
  batches(): SeriesBatch[] {
    const batches = new Map<string, { seriesId: string; kind: DataKind; readings: Point[] }>();
    for (const { reading: { epochS, value }, series, isStored } of this.#rows) {
      if (series === null || !isStored) continue;
      const { storedId: seriesId, kind } = series;
      const batch = batches.get(seriesId) ?? { seriesId, kind, readings: [] };
      batches.set(seriesId, batch);
      batch.readings.push(pointOf(epochS, value));
    }
    return [...batches.values()];
  }

  /** What was made of some values: refused ones first, then those without a series. */
  made(most: number): { readonly values: MadeValue[]; readonly isOfDwelling: boolean } {
    const stored: SortedRow[] = [];
    for (const row of this.#rows) {
      if (stored.length >= most) break;
      if (row.isStored) stored.push(row);
    }
    const unknown = [...this.#unknown.values()].flatMap(({ rows }) => rows.slice(0, most));
    const rows = [...this.#refusedRows.keys(), ...unknown, ...stored].slice(0, most);
    const values = rows.map((row): MadeValue => {
      const { reading: { device, field, value, epochS }, series, isStored } = row;
      const storedId = isStored ? series?.storedId ?? null : null;
      const outcome = this.#refusedRows.get(row) ?? (storedId === null ? "unknown" : "stored");
      return { source: sourceKey(device, field), value, epochS, outcome, storedId };
    });
    // Also of a refused value of its source.
    const isOfDwelling = this.#rows.some(({ series }) => isOfHouse(series?.storedId ?? ""));
    return { values, isOfDwelling };
  }

  #noteRefused(row: SortedRow, cause: RefusalCause): void {
    if (this.#refusedRows.size < REFUSED_ROWS) this.#refusedRows.set(row, cause);
  }

  #refuse(row: SortedRow, { cause, message, example }: ReadingFault): void {
    const { line, device, field } = row.reading;
    this.#noteRefused(row, cause);
    if (this.refusedCount++ < BAD_LINES_NAMED) this.refused.push({ line, message });
    this.tally.add(sourceKey(device, field), cause, example);
  }

  #store(row: SortedRow, series: ClaimedSeries): void {
    const { device, field, epochS } = row.reading;
    row.series = series;
    row.isStored = series.deleted?.has(epochS) !== true;
    if (row.isStored) {
      this.stored++;
      return;
    }
    // Accepted, as any reading sent again, counted and not stored.
    this.tally.add(sourceKey(device, field), "deleted", utcInstant(epochS));
    this.#noteRefused(row, "deleted");
  }
}

/** A reading whose number is that of its series, unless its unit does not convert. */
function converted(sent: SourceReading, series: ClaimedSeries | null): SourceReading {
  const { epochS, value, device, unit = unitOfDevice(device) } = sent;
  const own = series === null || typeof value !== "number"
    ? null
    : seriesValue({ epochS, value }, unit, series);
  if (own !== null && series?.unit) return { ...sent, value: own, unit: series.unit };
  return unit === "" ? sent : { ...sent, unit };
}

function waitingOf({ reading: { epochS, value } }: SortedRow): Point {
  return waitingPoint(epochS, value);
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
