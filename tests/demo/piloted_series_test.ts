import { ok, strictEqual } from "node:assert/strict";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import {
  ABSENT_DAYS,
  type DemoHouse,
  heatedHouse,
  housesOfSite,
} from "@/lib/demo/seed/dwellings.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import { simulatedReader } from "@/lib/demo/simulation/demo_series.ts";
import { houseSeriesId } from "@/lib/demo/simulation/house_series.ts";
import type { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { hoursOn } from "@/tests/helpers/some_series.ts";

/** A Friday in winter. */
const NOW = Date.parse("2026-01-23T10:07:00Z");
const TODAY = "2026-01-23";

interface Piloted {
  readonly projectId: string;
  readonly houses: readonly DemoHouse[];
  readonly reader: SimulatedReader;
}

const PILOTED: readonly Piloted[] = demoSites().flatMap((site: DemoSite, index) => {
  if (!site.hasPilot) return [];
  const projectId = siteId(index);
  const reader = simulatedReader(projectId, { now: () => NOW, filledMs: NOW });
  return [{ projectId, houses: housesOfSite(site, projectId), reader }];
});

function seriesOf(projectId: string, { id }: DemoHouse, suffix: string): string {
  return storedSeriesId(houseSeriesId(projectId, { suffix }), id);
}

async function sumOf(reader: SimulatedReader, id: string, from: IsoDate, to: IsoDate) {
  const days = await reader.days(id, { from, to });
  return days.reduce((total, { sum }) => total + (sum ?? 0), 0);
}

/**
 * Consumption of the four whole days after the occupants left, as a share of the four days before.
 */
async function shareSinceLeaving(
  { projectId, reader }: Piloted,
  house: DemoHouse,
  suffix: string,
): Promise<number> {
  const id = seriesOf(projectId, house, suffix);
  const left = addDays(TODAY, -ABSENT_DAYS);
  const before = await sumOf(reader, id, addDays(left, -4), left);
  return await sumOf(reader, id, addDays(left, 1), addDays(left, 5)) / before;
}

// @spec demo.simulation, pilot.week
Deno.test("vacant dwelling of the demo is heated less and consumes almost nothing once its occupants have left", async () => {
  let count = 0;
  for (const site of PILOTED) {
    for (const house of site.houses.filter(({ id }) => heatedHouse(id).kind === "absent")) {
      count++;
      const shares = await Promise.all(
        ["cha", "efs", "ecs", "elec"].map((suffix) => shareSinceLeaving(site, house, suffix)),
      );
      const [heating = 1, cold = 1, hot = 1, electricity = 1] = shares;
      // Two days of four without heating, then 3.5 °C below the usual 18: less than two thirds of
      // before.
      ok(heating > 0.05 && heating < 0.65, `${house.id} heating ${heating}`);
      ok(cold < 0.1 && hot < 0.1, `${house.id} water ${cold} ${hot}`);
      ok(electricity > 0.2 && electricity < 0.55, `${house.id} electricity ${electricity}`);
    }
  }
  ok(count >= 10, `${count} empty dwellings`);
});

Deno.test("the day on which occupants leave is the sum of its hours, and an occupied dwelling does not change", async () => {
  const [site] = PILOTED;
  ok(site);
  const { projectId, reader, houses } = site;
  const left = addDays(TODAY, -ABSENT_DAYS);
  const compared = new Map([[true, 0], [false, 0]]);
  for (const house of houses) {
    const isLeft = heatedHouse(house.id).kind === "absent";
    const hours = await hoursOn(reader, seriesOf(projectId, house, "cha"), left);
    const afternoon = hours.slice(13).reduce((total, { sum }) => total + (sum ?? 0), 0);
    const hasAll = hours.every(({ count }) => count > 0);
    if (hasAll) {
      strictEqual(afternoon < 0.01, isLeft, house.id);
      compared.set(isLeft, (compared.get(isLeft) ?? 0) + 1);
    }
    const day = await sumOf(reader, seriesOf(projectId, house, "cha"), left, addDays(left, 1));
    const sum = hours.reduce((total, one) => total + (one.sum ?? 0), 0);
    ok(Math.abs(day - sum) < 0.01, `${house.id} ${day} ${sum}`);
  }
  ok([...compared.values()].every((count) => count > 0), [...compared].join("; "));
});

/** The greatest change from one mean to the next, °C. */
function greatestStep(means: readonly (number | null)[]): number {
  const known = means.filter((mean) => mean !== null);
  ok(known.length > 10, `${known.length} means`);
  return Math.max(...known.slice(1).map((mean, rank) => Math.abs(mean - (known[rank] ?? mean))));
}

// @spec demo.simulation
Deno.test("the temperatures of the demo have no step where a season begins or ends", async () => {
  for (const { projectId, houses, reader } of PILOTED) {
    for (const day of ["2025-10-01", "2025-05-01", "2025-05-21", "2025-06-01"]) {
      const days = { from: addDays(day, -12), to: addDays(day, 13) };
      for (const house of houses.slice(0, 24)) {
        const means = await reader.days(seriesOf(projectId, house, "temp"), days);
        // The weather changes an unheated dwelling by 0.4 °C a day, and the season fades over a
        // fortnight.
        const step = greatestStep(
          means.map(({ mean, coveredS, lengthS }) => coveredS < lengthS ? null : mean),
        );
        ok(step < 0.7, `${house.id} ${day}: ${step} °C from a day to the next`);
      }
    }
  }
});

Deno.test("the outdoor probes of the demo have no step at midnight", async () => {
  for (const { projectId, reader } of PILOTED) {
    const days = await reader.hoursOfDays(`${projectId}-ext`, { from: "2025-01-01", to: TODAY });
    const leaps = days.slice(1).flatMap((hours, rank) => {
      const [last, first] = [days[rank]?.at(-1)?.mean, hours[0]?.mean];
      return typeof last === "number" && typeof first === "number" ? Math.abs(first - last) : [];
    });
    ok(leaps.length > 300);
    // An evening cools by 0.8 °C an hour at most, and each of two readings has an error of 0.4.
    ok(Math.max(...leaps) < 2, `${projectId}: ${Math.max(...leaps)} °C`);
  }
});
