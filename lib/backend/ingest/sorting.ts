import {
  dwellingWords,
  isMeasureKey,
  isSourceName,
  measureKey,
  sourceKey,
  type SourceReading,
} from "../../domain/series/sources.ts";
import type { TimeWindow } from "../../domain/series/plausible.ts";
import { RefusalTally } from "../../domain/series/refusals.ts";
import { pointOf, takenPoint, waitingPoint } from "../../domain/series/taken_point.ts";
import type { DataKind, Reading } from "../../domain/series/types.ts";
import type { ClaimedSeries, Claims } from "../kv/claims.ts";
import { type CameUnknown, READINGS_KEPT } from "../kv/unknown_sources.ts";
import { BAD_LINES_NAMED } from "./influx_lines.ts";
import { faultOf, type ReadingFault, type Refused } from "./reading_faults.ts";

/** The readings of one series. */
interface Batch {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: Reading[];
}

/** Sources without a series that one body may bring: more than a project keeps, and no memory is filled. */
const UNKNOWN_PER_BODY = 1_000;

/** Readings sorted into series, unknown sources and refusals. */
export class Sorting {
  readonly batches = new Map<string, Batch>();
  readonly unknown = new Map<string, CameUnknown>();
  /** The first ones; {@link refusedCount} counts them all. */
  readonly refused: Refused[] = [];
  refusedCount = 0;
  readonly tally: RefusalTally;
  stored = 0;
  /** Readings of sources no series claims. */
  unknownCount = 0;
  /** The newest time that a sender gave: what has the time of arrival says nothing of its clock. */
  newestSentS = 0;

  constructor(
    readonly claims: Claims,
    readonly window: TimeWindow,
    readonly nowS: number,
  ) {
    this.tally = new RefusalTally(nowS * 1_000);
  }

  add(reading: SourceReading): void {
    const series = this.claims.seriesOf(reading.device, reading.field);
    const fault = faultOf(reading, series, this.window);
    if (fault !== null) return this.#refuse(reading, fault);
    const { epochS, value } = reading;
    if (epochS > this.newestSentS && epochS !== this.nowS) this.newestSentS = epochS;
    if (series !== null) return this.#store(series, pointOf(epochS, value));
    const name = sourceKey(reading.device, reading.field);
    if (isMeasureKey(name)) return this.#refuse(reading, NO_DWELLING);
    if (!isSourceName(name)) return this.#refuse(reading, TOO_LONG);
    this.unknownCount++;
    this.#keepUnknown(name, reading);
  }

  #keepUnknown(name: string, reading: SourceReading): void {
    const point = waitingPoint(reading.epochS, reading.value);
    const known = this.unknown.get(name);
    if (known === undefined) {
      if (this.unknown.size >= UNKNOWN_PER_BODY) return;
      this.unknown.set(name, { readings: [point], origin: originOf(reading) });
      return;
    }
    known.readings.push(point);
    // Only the newest are kept in the end.
    if (known.readings.length >= 2 * READINGS_KEPT) known.readings.splice(0, READINGS_KEPT);
  }

  /** A source that a series claimed while its readings were being sorted. */
  claimLate(name: string, series: ClaimedSeries): void {
    const readings = this.unknown.get(name)?.readings ?? [];
    for (const reading of readings) {
      const taken = "removed" in reading ? reading : takenPoint(reading, series);
      if (taken !== null) this.#store(series, taken);
    }
    this.unknownCount -= readings.length;
    this.unknown.delete(name);
  }

  #refuse({ line, device, field }: SourceReading, fault: ReadingFault): void {
    const { cause, message, example } = fault;
    if (this.refusedCount++ < BAD_LINES_NAMED) this.refused.push({ line, message });
    this.tally.add(sourceKey(device, field), cause, example);
  }

  #store({ storedId, kind }: ClaimedSeries, reading: Reading): void {
    this.stored++;
    const batch = this.batches.get(storedId);
    if (batch !== undefined) batch.readings.push(reading);
    else this.batches.set(storedId, { seriesId: storedId, kind, readings: [reading] });
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

function originOf({ device, field }: SourceReading): CameUnknown["origin"] {
  return { measure: measureKey(device, field), words: dwellingWords(device) };
}
