import { pauseAfter } from "@/lib/backend/core/pause.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry } from "@/lib/backend/kv/store.ts";
import { isSameEvent } from "@/lib/domain/series/meter_event.ts";
import type { MeterEvent } from "@/lib/domain/series/types.ts";
import { SeriesLease } from "./compaction/lease.ts";
import { changedEvents, planSeries } from "./compaction/plan.ts";
import { SeriesWriteBatch } from "./compaction/writing.ts";
import type { SeriesPlace } from "./fresh.ts";
import { seriesHead } from "./head.ts";
import { zoneDays } from "./zone_days.ts";

interface EventsChange {
  /** The events the change is based on. */
  readonly before: readonly MeterEvent[];
  readonly after: readonly MeterEvent[];
  /** Adds other writes to the same commit. */
  also?(atomic: Atomic): void;
}

/** Result of a change of events: "busy" when the points of the project are written continuously. */
type EventsChanged = "done" | "conflict" | "too-old" | "busy";

const TRIES = 200;

/**
 * Replaces the dated events of a meter and the figures they change, in one commit.
 *
 * @returns "conflict" when the events of the meter are not those the change is based on, "too-old" when the readings
 * around a changed event were purged: nothing is written
 */
export async function replaceEvents(
  place: SeriesPlace,
  seriesId: string,
  change: EventsChange,
): Promise<EventsChanged> {
  for (let tries = 0; tries < TRIES; tries++) {
    const lease = await SeriesLease.take(place.store, place.projectId, place.now);
    const ended = lease === null ? "busy" : await replaceUnder(place, lease, seriesId, change);
    if (ended !== "busy") return ended;
    await pauseAfter(tries);
  }
  return "busy";
}

async function replaceUnder(
  { store, projectId }: SeriesPlace,
  lease: SeriesLease,
  seriesId: string,
  { before, after, also }: EventsChange,
): Promise<EventsChanged> {
  try {
    const { value: head } = await readEntry(
      store,
      keys.seriesHead(projectId, seriesId),
      seriesHead,
    );
    if (!areSame(head?.events ?? [], before)) return "conflict";
    const keptFromS = head?.purged?.pointsBeforeS ?? -Infinity;
    if (changedEvents(before, after).some(({ epochS }) => epochS < keptFromS)) return "too-old";
    const events = after.toSorted((a, b) => a.epochS - b.epochS);
    const coming = { projectId, seriesId, kind: "index", head, readings: [], events } as const;
    const plan = await planSeries(store, coming, zoneDays(lease.timeZone));
    const writer = new SeriesWriteBatch(store, projectId, lease);
    const held = await writer.add(plan, { set: [], gone: [] }) && await writer.settle([], { also });
    return held ? "done" : "busy";
  } finally {
    await lease.release();
  }
}

function areSame(before: readonly MeterEvent[], after: readonly MeterEvent[]): boolean {
  return before.length === after.length &&
    before.every((event, at) => after[at] !== undefined && isSameEvent(event, after[at]));
}
