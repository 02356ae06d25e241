import { isDeepStrictEqual } from "node:util";
import { pauseAfter } from "@/lib/backend/core/pause.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry } from "@/lib/backend/kv/store.ts";
import type { MeterEvent, RegisterVerdict } from "@/lib/domain/series/types.ts";
import { SeriesLease } from "./compaction/lease.ts";
import { planSeries } from "./compaction/plan.ts";
import { changedEvents, changedVerdicts } from "./compaction/read_change.ts";
import { SeriesWriteBatch } from "./compaction/writing.ts";
import type { SeriesPlace } from "./fresh.ts";
import { type SeriesHead, seriesHead } from "./head.ts";
import { meterLimits } from "./meter_limits.ts";
import { zoneDays } from "./zone_days.ts";

/** A change of what a register is judged by. */
interface Change<Judged> {
  /** What the change is based on. */
  readonly before: Judged;
  readonly after: Judged;
  /** Adds other writes to the same commit. */
  also?(atomic: Atomic): void;
}

/** Result of a change: "busy" when the points of the project are written continuously. */
type Changed = "done" | "conflict" | "too-old" | "busy";

const TRIES = 200;

/**
 * Replaces the dated events of a meter and the figures they change, in one commit.
 *
 * @returns "conflict" when the events of the meter are not those the change is based on, "too-old" when the readings
 * around a changed event were purged: nothing is written
 */
export function replaceEvents(
  place: SeriesPlace,
  seriesId: string,
  { before, after, also }: Change<readonly MeterEvent[]>,
): Promise<Changed> {
  return judgedAgain(place, seriesId, {
    isCurrent: (head) => isDeepStrictEqual(head?.events ?? [], before),
    touched: changedEvents(before, after),
    next: { events: inOrder(after) },
    also,
  });
}

/**
 * Replaces what persons said of the readings of a register, and the figures it changes, in one commit.
 *
 * @spec series.registers
 * @returns as {@link replaceEvents}
 */
export function replaceVerdicts(
  place: SeriesPlace,
  seriesId: string,
  { before, after, also }: Change<readonly RegisterVerdict[]>,
): Promise<Changed> {
  return judgedAgain(place, seriesId, {
    isCurrent: (head) => isDeepStrictEqual(head?.verdicts ?? [], before),
    touched: changedVerdicts(before, after),
    next: { verdicts: inOrder(after) },
    also,
  });
}

/**
 * Judges a register by the present settings of its series, from its first reading when they changed.
 *
 * @spec series.registers
 * @returns as {@link replaceEvents}, never "conflict" nor "too-old"
 */
export function replaceLimits(place: SeriesPlace, seriesId: string): Promise<Changed> {
  return judgedAgain(place, seriesId, { isCurrent: () => true, touched: [], next: {} });
}

interface Judging {
  isCurrent(head: SeriesHead | null): boolean;
  /** What changes, at its second. */
  readonly touched: readonly { readonly epochS: number }[];
  readonly next: {
    readonly events?: readonly MeterEvent[];
    readonly verdicts?: readonly RegisterVerdict[];
  };
  readonly also?: ((atomic: Atomic) => void) | undefined;
}

async function judgedAgain(
  place: SeriesPlace,
  seriesId: string,
  judging: Judging,
): Promise<Changed> {
  for (let tries = 0; tries < TRIES; tries++) {
    const lease = await SeriesLease.take(place.store, place.projectId, place.now);
    const ended = lease === null ? "busy" : await judgeUnder(place, lease, { seriesId, judging });
    if (ended !== "busy") return ended;
    await pauseAfter(tries);
  }
  return "busy";
}

async function judgeUnder(
  { store, projectId }: SeriesPlace,
  lease: SeriesLease,
  { seriesId, judging: { isCurrent, touched, next, also } }: {
    readonly seriesId: string;
    readonly judging: Judging;
  },
): Promise<Changed> {
  try {
    const { value: head } = await readEntry(
      store,
      keys.seriesHead(projectId, seriesId),
      seriesHead,
    );
    if (!isCurrent(head)) return "conflict";
    const keptFromS = head?.purged?.pointsBeforeS ?? -Infinity;
    if (touched.some(({ epochS }) => epochS < keptFromS)) return "too-old";
    const limits = (await meterLimits(store, projectId, [seriesId]))(seriesId);
    const coming = { projectId, seriesId, kind: "index", head, readings: [], limits } as const;
    const plan = await planSeries(store, { ...coming, ...next }, zoneDays(lease.timeZone));
    const writer = new SeriesWriteBatch(store, projectId, lease);
    const held = await writer.add(plan, await plan.parts()) &&
      await writer.settle([], { also });
    return held ? "done" : "busy";
  } finally {
    await lease.release();
  }
}

function inOrder<Dated extends { readonly epochS: number }>(all: readonly Dated[]): Dated[] {
  return all.toSorted((a, b) => a.epochS - b.epochS);
}
