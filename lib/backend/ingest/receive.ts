import { newestSentS, noteSent } from "@/lib/backend/kv/clock_mark.ts";
import { appendRuns } from "@/lib/backend/kv/series/arrivals/arrivals.ts";
import type { SeriesRuns } from "@/lib/backend/kv/series/arrivals/runs.ts";
import type { Atomic, Store } from "@/lib/backend/kv/store.ts";
import { claimsOf } from "@/lib/backend/sources/claims.ts";
import { noteRefusals } from "@/lib/backend/sources/refused_sources.ts";
import { readClaim } from "@/lib/backend/sources/sources.ts";
import { keepUnknown } from "@/lib/backend/sources/unknown_sources.ts";
import { FUTURE_S, READING_YEARS, timeWindow } from "@/lib/domain/series/plausible.ts";
import { attachDwellings } from "./dwellings.ts";
import type { ReadingColumns } from "./reading_columns.ts";
import type { Refused } from "./reading_faults.ts";
import { Sorting } from "./sorting.ts";

/** Result of the readings of one body. */
export interface Received {
  /** Number of readings stored in series. */
  readonly stored: number;
  /** Number of readings of unclaimed sources, stored until they are attached. */
  readonly unknown: number;
  readonly refused: readonly Refused[];
  readonly refusedCount: number;
}

/** Destination and arrival time of readings. */
interface Reception {
  readonly store: Store;
  readonly projectId: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** Maximum age of a reading, years. */
  readonly readingYears?: number;
  /** Adds to each commit of readings the other changes made with them. */
  readonly include?: (atomic: Atomic) => void;
  /** Receives the readings of series, once they are stored. */
  readonly taken?: (taken: TakenReadings) => void;
}

export interface TakenReadings {
  /** Their columns may be reused later: copy what must be retained. */
  readonly runs: SeriesRuns;
  /** Stamps of the commits that stored them. */
  readonly stamps: readonly string[];
}

/** Error for a clock behind stored readings: no reading can be checked, and senders must send again. */
export class ClockBehind extends Error {
  /** @param newestS seconds since 1970 */
  constructor(nowS: number, newestS: number) {
    super(
      `The clock of this server says ${iso(nowS)}, but readings of ${iso(newestS)} were kept: ` +
        "readings wait at their senders until it is set",
    );
    this.name = "ClockBehind";
  }
}

/**
 * The single entry point of readings of any wire format, matched to the series that claim their source.
 *
 * Once it resolves, stored readings are durable; the same body sent again changes nothing. Readings outside the
 * plausible window or the bounds of their unit are refused and named; unclaimed sources are stored with their last
 * values, or attached when they name a dwelling and a series claims their measure for every dwelling.
 *
 * @throws ClockBehind when this server's clock went back: current readings would be refused as future ones
 */
export async function receive(
  columns: ReadingColumns,
  { store, projectId, nowMs, readingYears = READING_YEARS, include, taken = () => {} }: Reception,
): Promise<Received> {
  const nowS = Math.floor(nowMs / 1000);
  const newestS = await newestSentS(store);
  if (newestS > nowS + FUTURE_S) throw new ClockBehind(nowS, newestS);
  const window = timeWindow(nowS, readingYears);
  const claims = await claimsOf(store, projectId);
  const sorting = new Sorting(columns, claims, { window, nowS });
  await sorting.sort();
  const { measures } = claims;
  const { oldestS } = window;
  const waiting = sorting.origins;
  const attached = await attachDwellings(store, projectId, { waiting, measures, nowMs, oldestS });
  for (const [name, claim] of attached) sorting.claimLate(name, claim);
  const notKept = await keepUnknown(store, projectId, sorting.unknown, nowMs);
  for (const name of notKept.withoutRoom) sorting.loseSource(name);
  for (const name of notKept.claimed) {
    const claim = await readClaim(store, { projectId, sourceKey: name });
    if (claim !== null) sorting.claimLate(name, claim);
  }
  const runs = sorting.runs();
  const stamps: string[] = [];
  const committed = (stamp: string) => void stamps.push(stamp);
  await appendRuns({ store, projectId, committed, ...(include && { include }) }, runs);
  taken({ runs, stamps });
  await noteSent(store, sorting.newestSentS);
  await noteRefusals(store, projectId, sorting.tally);
  const { stored, unknownCount: unknown, refused, refusedCount } = sorting;
  return { stored, unknown, refused, refusedCount };
}

function iso(epochS: number): string {
  return new Date(epochS * 1000).toISOString();
}
