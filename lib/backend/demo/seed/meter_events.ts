import { houseSeriesId } from "@/lib/backend/demo/simulation/house_series.ts";
import type { SimulatedReader } from "@/lib/backend/demo/simulation/simulate.ts";
import { simulatedReader } from "@/lib/backend/demo/simulation/simulated_project.ts";
import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { SeriesHead } from "@/lib/backend/kv/series/head.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { seasonYearOf } from "@/lib/domain/facilities/heating_season.ts";
import { type IsoDate, isoDate, monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { manualIndexSecond } from "@/lib/domain/series/manual_index.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { MeterEvent } from "@/lib/domain/series/types.ts";

interface SeededEvent {
  readonly seriesId: string;
  readonly date: IsoDate;
  readonly comment: string;
}

/** The meters of the first boiler room that were replaced: by the end of their ids, the month, the day and the comment. */
const REPLACED_METERS = [
  { meter: "gaz", month: 2, day: 17, comment: "Totalisateur échangé, index repris" },
  { meter: "pacc", month: 2, day: 24, comment: "Compteur électrique échangé, index repris" },
  { meter: "sol", month: 4, day: 8, comment: "Intégrateur échangé, index repris" },
] as const;

/** The dwellings whose cold water meter was replaced, and the day of March it was. */
const REPLACED_WATER = { l001: 10, l002: 10, l004: 11, l005: 11, l006: 12 } as const;

/** Writes the meters of the first residence that were replaced in the last heating season: their registers continue. */
export async function seedMeterEvents(store: Store, now: number): Promise<void> {
  const projectId = siteId(0);
  const reader = simulatedReader(projectId, { now: () => now, filledMs: now });
  const year = seasonYearOf(monthOf(civilDateOf(now, DEFAULT_TIME_ZONE)));
  const happened = [
    ...REPLACED_METERS.map(({ meter, month, day, comment }) => ({
      seriesId: `${projectId}-c1-${meter}`,
      date: isoDate(year, month, day),
      comment,
    })),
    ...Object.entries(REPLACED_WATER).map(([house, day]) => ({
      seriesId: storedSeriesId(
        houseSeriesId(projectId, { suffix: "efs" }),
        `${projectId}-${house}`,
      ),
      date: isoDate(year, 3, day),
      comment: "Émetteur radio remplacé, index repris",
    })),
  ];
  const atomic = store.atomic();
  for (const one of happened) {
    const events = await eventOf(reader, one);
    const head: SeriesHead = {
      kind: "index",
      last: null,
      previousS: null,
      events,
      falls: [],
      purged: null,
      earlierChanges: 0,
    };
    atomic.set(keys.seriesHead(projectId, one.seriesId), head);
  }
  await atomic.commit();
}

/** The replacement of a meter whose register continued; none for a meter without readings. */
async function eventOf(
  reader: SimulatedReader,
  { seriesId, date, comment }: SeededEvent,
): Promise<MeterEvent[]> {
  const epochS = manualIndexSecond(date, DEFAULT_TIME_ZONE);
  const points = await reader.points(seriesId, { fromS: epochS - 3_600, toS: epochS });
  const register = points.at(-1)?.value;
  if (register === undefined) return [];
  return [{ epochS, what: "replacement", finalIndex: register, firstIndex: register, comment }];
}
