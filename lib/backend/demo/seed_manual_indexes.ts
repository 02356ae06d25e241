import {
  addMonths,
  firstDayOf,
  type IsoDate,
  monthOf,
  monthParts,
} from "../../domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "../../domain/periods/zoned_days.ts";
import { manualIndexSecond } from "../../domain/series/manual_index.ts";
import { manualIndexId } from "../embedded/manual_indexes.ts";
import type { ManualIndexRecord, SeriesRecord } from "../embedded/project_records.ts";
import { keys } from "../kv/keys.ts";
import { appendArrivals } from "../kv/series_arrivals.ts";
import type { Store } from "../kv/store.ts";
import { chance, seedOf } from "./random.ts";
import { siteId } from "./simulated_series.ts";

/** The general water meter of a residence: nothing sends its register, somebody reads it each month. */
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
/** m³ a month, and how much more or less. */
const USUAL_M3 = 410;
const SPREAD_M3 = 60;

/** Writes a meter whose index is typed on the first of each month, with the last indexes. */
export async function seedManualIndexes(store: Store, now: number): Promise<void> {
  const projectId = siteId(1);
  const seriesId = `${projectId}-eau`;
  const first = firstDayOf(monthOf(civilDateOf(now, DEFAULT_TIME_ZONE)));
  const typed = indexesUpTo(first, seriesId);
  const atomic = store.atomic().set(keys.dataseries(projectId, seriesId), METER);
  for (const one of typed) {
    atomic.set(keys.manualIndex(projectId, manualIndexId(seriesId, one.date)), one);
  }
  await atomic.commit();
  const readings = typed.map(({ epochS, value }) => ({ epochS, value }));
  await appendArrivals(store, projectId, [{ seriesId, kind: "index", readings }]);
}

function indexesUpTo(last: IsoDate, seriesId: string): ManualIndexRecord[] {
  const seed = seedOf(seriesId);
  let value = 18_420;
  return Array.from({ length: MONTHS }, (_, rank) => {
    const date = addMonths(last, rank + 1 - MONTHS);
    value += Math.round(
      USUAL_M3 + SPREAD_M3 * (chance(seed, monthParts(monthOf(date)).month) - 0.5),
    );
    const epochS = manualIndexSecond(date, DEFAULT_TIME_ZONE);
    return { seriesId, houseId: null, date, value, email: READER, epochS };
  });
}
