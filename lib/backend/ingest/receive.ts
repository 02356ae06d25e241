import { setImmediate as others } from "node:timers/promises";
import {
  dwellingWords,
  isMeasureKey,
  measureKey,
  sourceKey,
  type SourceReading,
} from "../../domain/series/sources.ts";
import type { DataKind, Point, Reading } from "../../domain/series/types.ts";
import { appendArrivals } from "../kv/series_arrivals.ts";
import { type ClaimedSeries, claimedSeries, type Claims, claimsOf } from "../kv/claims.ts";
import { readClaim } from "../kv/sources.ts";
import type { Store } from "../kv/store.ts";
import { type CameUnknown, keepUnknown } from "../kv/unknown_sources.ts";
import { attachDwellings } from "./dwellings.ts";

/** A reading that was not kept, and why. */
export interface Refused {
  /** Line of the body, from 1. */
  readonly line: number;
  readonly message: string;
}

/** What became of the readings of one body. */
export interface Received {
  /** Readings that series took. */
  readonly stored: number;
  /** Readings of sources no series claims: kept for attaching. */
  readonly unknown: number;
  readonly refused: readonly Refused[];
}

/** Where readings go, and when they came. */
export interface Reception {
  readonly store: Store;
  readonly projectId: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** How far ahead of us a sender's clock may be. @spec domain §3 "Readings of the future" */
export const FUTURE_S = 600;
/** Longest text of a state. */
const LONGEST_STATE = 256;
/** Readings sorted before others have their turn: about two milliseconds. */
const SORTED_AT_ONCE = 2_000;

/**
 * The one way in: readings of any wire format, matched to the series that claim their source.
 *
 * Once it resolves, what was stored is durable; the same body again changes nothing. Readings of
 * the future are refused and named, sources no series claims are kept with their last values, unless
 * they name a dwelling and a series claims what they send for every dwelling: they are then attached.
 */
export async function receive(
  readings: readonly SourceReading[],
  { store, projectId, nowMs }: Reception,
): Promise<Received> {
  const claims = await claimsOf(store, projectId);
  const sorting = new Sorting(claims, Math.floor(nowMs / 1000));
  let turn = 0;
  for (const reading of readings) {
    // A tick of ten thousand series leaves room for the pages that are asked meanwhile.
    if (turn++ % SORTED_AT_ONCE === 0) await others();
    sorting.add(reading);
  }
  const waiting = [...sorting.unknown].map(([name, { origin }]) => ({ sourceKey: name, origin }));
  const { measures } = claims;
  const attached = await attachDwellings(store, projectId, { waiting, measures, nowMs });
  for (const [name, claim] of attached) sorting.claimLate(name, claimedSeries(claim));
  const late = await keepUnknown(store, projectId, sorting.unknown, nowMs);
  for (const name of late) {
    const claim = await readClaim(store, projectId, name);
    if (claim !== null) sorting.claimLate(name, claimedSeries(claim));
  }
  await others();
  await appendArrivals(store, projectId, [...sorting.batches.values()]);
  return { stored: sorting.stored, unknown: sorting.unknownCount, refused: sorting.refused };
}

interface Batch {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly readings: Reading[];
}

/** Readings sorted into series, unknown sources and refusals. */
class Sorting {
  readonly batches = new Map<string, Batch>();
  readonly unknown = new Map<string, CameUnknown>();
  readonly refused: Refused[] = [];
  stored = 0;
  readonly #claims: Claims;
  readonly #nowS: number;

  constructor(claims: Claims, nowS: number) {
    this.#claims = claims;
    this.#nowS = nowS;
  }

  get unknownCount(): number {
    let count = 0;
    for (const { readings } of this.unknown.values()) count += readings.length;
    return count;
  }

  add(reading: SourceReading): void {
    const series = this.#claims.seriesOf(reading.device, reading.field);
    const fault = faultOf(reading, series, this.#nowS);
    if (fault !== null) return this.#refuse(reading, fault);
    const point = pointOf(reading);
    if (series !== null) return this.#store(series, point);
    const name = sourceKey(reading.device, reading.field);
    if (isMeasureKey(name)) return this.#refuse(reading, "house=* names no dwelling");
    const known = this.unknown.get(name);
    if (known !== undefined) known.readings.push(point);
    else this.unknown.set(name, { readings: [point], origin: originOf(reading) });
  }

  /** A source that a series claimed while its readings were being sorted. */
  claimLate(name: string, series: ClaimedSeries): void {
    for (const reading of this.unknown.get(name)?.readings ?? []) {
      const isText = "text" in reading && reading.text !== undefined;
      if (!isText || series.kind === "state") this.#store(series, reading);
    }
    this.unknown.delete(name);
  }

  #refuse({ line }: SourceReading, message: string): void {
    this.refused.push({ line, message });
  }

  #store({ storedId, kind }: ClaimedSeries, reading: Reading): void {
    this.stored++;
    const batch = this.batches.get(storedId);
    if (batch !== undefined) batch.readings.push(reading);
    else this.batches.set(storedId, { seriesId: storedId, kind, readings: [reading] });
  }
}

function originOf({ device, field }: SourceReading): CameUnknown["origin"] {
  return { measure: measureKey(device, field), words: dwellingWords(device) };
}

function pointOf({ epochS, value }: SourceReading): Point {
  return typeof value === "string" ? { epochS, value: 0, text: value } : { epochS, value };
}

/** Why a reading cannot be kept; null when it can. */
function faultOf(
  { epochS, value, field }: SourceReading,
  series: ClaimedSeries | null,
  nowS: number,
): string | null {
  if (!Number.isSafeInteger(epochS) || epochS < 0) return "time before 1970 or out of range";
  if (epochS > nowS + FUTURE_S) return `time ${isoTime(epochS)} is in the future`;
  if (typeof value === "number") return Number.isFinite(value) ? null : `${field} is not a number`;
  if (value.length > LONGEST_STATE) return `${field} is longer than ${LONGEST_STATE} characters`;
  return series === null || series.kind === "state"
    ? null
    : `${field} is a text, a number is expected`;
}

function isoTime(epochS: number): string {
  const date = new Date(epochS * 1000);
  return Number.isNaN(date.getTime()) ? `${epochS} s` : date.toISOString();
}
