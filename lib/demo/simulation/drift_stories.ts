/** Boiler rooms of the demo that drift, that did, and whose consumption is too scattered to judge. @module */

import { memo } from "@/lib/base/memo.ts";
import { firstDayOf } from "./climate.ts";
import { seedOf, wander } from "./random.ts";
import type { SimulatedSeries } from "./simulation.ts";

/** A boiler room that uses more from a day to another, counted from when the demo was filled. @spec demo.stories */
interface DriftStory {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** Its meters. */
  readonly seriesIds: readonly string[];
  readonly share: number;
  readonly fromDaysAgo: number;
  /** null when it goes on. */
  readonly toDaysAgo: number | null;
  /** Why it was closed. */
  readonly cure: string | null;
}

export const DRIFT_STORIES = {
  found: {
    projectId: "p18",
    boilerRoomId: "p18-c1",
    seriesIds: ["p18-c1-rcu"],
    share: 1.18,
    fromDaysAgo: 40,
    toDaysAgo: null,
    cure: null,
  },
  cured: {
    projectId: "p03",
    boilerRoomId: "p03-c2",
    seriesIds: ["p03-c2-rcu"],
    share: 1.2,
    fromDaysAgo: 55,
    toDaysAgo: 20,
    cure: "Vanne trois voies bloquée, remplacée par l’exploitant",
  },
} as const satisfies Readonly<Record<string, DriftStory>>;

/** An auxiliary boiler: it runs when the other cannot follow, whatever the weather. */
export const SCATTERED = {
  projectId: "p09",
  boilerRoomId: "p09-c2",
  seriesIds: ["p09-c2-gaz", "p09-c2-pce"],
} as const;
/** How much its consumption wanders, and the days of each wandering. */
const [WANDERS, STEP_DAYS] = [0.85, 6];

/** A meter with what its boiler room's story changes. @param filledDay day on which the demo was filled */
export function withDriftStory(series: SimulatedSeries, filledDay: number): SimulatedSeries {
  const shareOn = shareOf(series.id, filledDay);
  const { simulation } = series;
  if (shareOn === null || simulation.flagged !== "sum") return series;
  const dailyOf = memo((year: number) => {
    const first = firstDayOf(year);
    return simulation.dailyOf(year).map((amount, day) => amount * shareOn(first + day));
  });
  return { ...series, simulation: { ...simulation, dailyOf } };
}

function shareOf(seriesId: string, filledDay: number): ((day: number) => number) | null {
  if (SCATTERED.seriesIds.some((id) => id === seriesId)) {
    const seed = seedOf(SCATTERED.boilerRoomId);
    return (day) => 1 + WANDERS * wander(seed, day, STEP_DAYS);
  }
  const stories: readonly DriftStory[] = Object.values(DRIFT_STORIES);
  const story = stories.find(({ seriesIds }) => seriesIds.includes(seriesId));
  if (story === undefined) return null;
  const from = filledDay - story.fromDaysAgo;
  const to = story.toDaysAgo === null ? Infinity : filledDay - story.toDaysAgo;
  return (day) => day >= from && day < to ? story.share : 1;
}
