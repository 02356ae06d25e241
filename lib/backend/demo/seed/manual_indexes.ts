import { chance, seedOf } from "@/lib/backend/demo/simulation/random.ts";
import { siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { manualIndexId } from "@/lib/backend/embedded/series/manual_indexes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { appendArrivals } from "@/lib/backend/kv/series/arrivals/arrivals.ts";
import { replaceEvents } from "@/lib/backend/kv/series/events.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { ManualIndexRecord, SeriesRecord } from "@/lib/backend/records/projects.ts";
import {
  addDays,
  addMonths,
  type IsoDate,
  monthOf,
  monthParts,
  monthStart,
} from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { manualIndexSecond } from "@/lib/domain/series/manual_index.ts";
import type { MeterEvent } from "@/lib/domain/series/types.ts";

/** The general water meter of a residence: a user enters its register each month. */
const METER: SeriesRecord = {
  dataUnitId: "EFSV",
  scope: "facilities",
  renamed: "Eau froide générale",
  importedUnit: null,
  manualIndex: true,
  equipmentId: null,
  dataSourceOptions: {},
};
const READER = "karim.benali@demo.example";
const MONTHS = 14;
/** Months ago the meter was replaced; the old one stopped in the middle of the month. */
const REPLACED = { monthsAgo: 8, day: 17 };
/** Consumption, m³ a month, and its variation. */
const VOLUME_M3 = { usual: 410, spread: 60 };

/** Writes a meter whose index is entered on the first of each month, with the last indexes and its replacement. */
export async function seedManualIndexes(store: Store, now: number): Promise<void> {
  const projectId = siteId(1);
  const seriesId = `${projectId}-eau`;
  const first = monthStart(civilDateOf(now, DEFAULT_TIME_ZONE));
  const { typed, replacement } = indexesUpTo(first, seriesId);
  const atomic = store.atomic().set(keys.dataseries(projectId, seriesId), METER);
  for (const one of typed) {
    atomic.set(keys.manualIndex(projectId, manualIndexId(seriesId, one.date)), one);
  }
  await atomic.commit();
  const readings = typed.map(({ epochS, value }) => ({ epochS, value }));
  await appendArrivals(store, projectId, [{ seriesId, kind: "index", readings }]);
  const place = { store, projectId, now: () => now };
  await replaceEvents(place, seriesId, { before: [], after: [replacement] });
}

function indexesUpTo(
  last: IsoDate,
  seriesId: string,
): { typed: ManualIndexRecord[]; replacement: MeterEvent } {
  const seed = seedOf(seriesId);
  const replacedMonth = addMonths(last, -REPLACED.monthsAgo);
  const replacement: MeterEvent = {
    epochS: manualIndexSecond(addDays(replacedMonth, REPLACED.day - 1), DEFAULT_TIME_ZONE),
    what: "replacement",
    finalIndex: 0,
    firstIndex: 0,
    comment: "Compteur bloqué, remplacé par le service des eaux",
  };
  let value = 18_420;
  let finalIndex = 0;
  const typed = Array.from({ length: MONTHS }, (_, rank) => {
    const date = addMonths(last, rank + 1 - MONTHS);
    const used = Math.round(
      VOLUME_M3.usual + VOLUME_M3.spread * (chance(seed, monthParts(monthOf(date)).month) - 0.5),
    );
    if (date === addMonths(replacedMonth, 1)) {
      // The month's water, as much by each meter.
      finalIndex = value + Math.round(used / 2);
      value = used - Math.round(used / 2);
    } else value += used;
    const epochS = manualIndexSecond(date, DEFAULT_TIME_ZONE);
    return { seriesId, houseId: null, date, value, email: READER, epochS };
  });
  return { typed, replacement: { ...replacement, finalIndex } };
}
