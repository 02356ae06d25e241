import { deepStrictEqual, ok } from "node:assert/strict";
import {
  type HousingWorld,
  slotsOfHouses,
} from "@/lib/backend/embedded/housing/housing_readings.ts";
import { NO_FEATURES } from "@/lib/backend/records/projects.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { RollupSlot } from "@/lib/domain/series/types.ts";

const HOUSE_COUNT = 3_000;

const WATER: ProjectSeries = {
  id: "water",
  dataUnitId: "EFSV",
  dataSourceId: null,
  renamed: null,
  manualIndex: false,
  importedUnit: null,
  projectModuleId: null,
  dataSourceOptions: {},
  equipmentId: null,
  scope: "housing",
  unit: { id: "EFSV", label: "", unit: "m³", kind: "index", dailyPrecision: 1, sum: true },
};

function worldOf(reader: SeriesReader): HousingWorld {
  return {
    features: NO_FEATURES,
    houses: [],
    series: [WATER],
    roles: new Set(),
    timeZone: "Europe/Paris",
    reader,
    spans: new Map(),
    today: "2026-02-10",
  };
}

/** Each dwelling draws its rank on the first day of the month; `onRead` is called when its days are looked at. */
function readerOf(onRead: () => void): SeriesReader {
  const days = (seriesId: string): Promise<RollupSlot[]> => {
    const rank = Number(seriesId.split("@")[1]);
    return Promise.resolve(Array.from({ length: 31 }, (_, day) => ({
      get at() {
        if (day === 0) onRead();
        return `2026-01-${String(day + 1).padStart(2, "0")}`;
      },
      sum: day === 0 ? rank : 0,
      mean: null,
      min: null,
      max: null,
      last: null,
      count: 1,
      coveredS: 86_400,
      lengthS: 86_400,
      estimated: false,
    })));
  };
  return {
    days,
    months: () => Promise.resolve([]),
    hours: () => Promise.resolve([]),
    hoursOfDays: () => Promise.resolve([]),
    monthsOfMany: () => Promise.resolve(new Map()),
    points: () => Promise.resolve([]),
    last: () => Promise.resolve(null),
    lastOfMany: () => Promise.resolve(new Map()),
    events: () => Promise.resolve([]),
    eventsOfMany: () => Promise.resolve(new Map()),
    fallsOfMany: () => Promise.resolve(new Map()),
    stateOf: () => Promise.resolve(null),
  };
}

Deno.test("slotsOfHouses() lets the event loop serve others between dwellings, and keeps their order", async () => {
  let run = 0;
  let longestRun = 0;
  const reader = readerOf(() => longestRun = Math.max(longestRun, ++run));
  const timer = setInterval(() => run = 0, 0);
  const houses = Array.from({ length: HOUSE_COUNT }, (_, rank) => ({ id: String(rank) }));
  const range = { type: "daily", year: 2026, month: 1 } as const;
  const read = await slotsOfHouses(worldOf(reader), houses, { series: WATER, range });
  clearInterval(timer);
  deepStrictEqual(
    read.map(({ id, slots: [first] }) => [storedSeriesId("water", id), first?.value]),
    houses.map(({ id }, rank) => [`water@${id}`, rank]),
  );
  ok(longestRun < HOUSE_COUNT / 2, `${longestRun} dwellings in one go`);
});
