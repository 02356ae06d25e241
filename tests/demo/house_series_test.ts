import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { wholeYear } from "@/lib/base/civil_dates.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { type DemoSite, demoSites } from "@/lib/demo/seed/site_table.ts";
import {
  houseSeriesId,
  houseSeriesKinds,
  houseSeriesOfSite,
} from "@/lib/demo/simulation/house_series.ts";
import { SimulatedReader } from "@/lib/demo/simulation/simulated_reader.ts";
import { stateIntervals } from "@/lib/series/range_notes.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";

const NOW = Date.parse("2025-03-01T12:00:00Z");
const [SITE] = demoSites();
ok(SITE !== undefined);
const FIRST: DemoSite = SITE;

const HOUSES = housesOfSite(FIRST, "p01");

function aReader(): SimulatedReader {
  const series = houseSeriesOfSite(FIRST, "p01");
  return new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now: () => NOW });
}

/** Sum and mean over a year of a series, for each dwelling. */
async function yearOf(suffix: string): Promise<{ sum: number; mean: number; people: number }[]> {
  const reader = aReader();
  return await Promise.all(
    HOUSES.map(async ({ id, peopleCount }) => {
      const months = await reader.months(
        storedSeriesId(houseSeriesId("p01", { suffix }), id),
        2024,
      );
      const mean = months.reduce((total, month) => total + (month.mean ?? 0), 0) / 12;
      return {
        sum: months.reduce((total, month) => total + (month.sum ?? 0), 0),
        mean,
        people: peopleCount,
      };
    }),
  );
}

Deno.test("houseSeriesOfSite() gives every dwelling every series, under the id its readings are stored by", () => {
  const series = houseSeriesOfSite(FIRST, "p01");
  strictEqual(series.length, HOUSES.length * houseSeriesKinds(FIRST).length);
  strictEqual(new Set(series.map(({ id }) => id)).size, series.length);
  ok(series.some(({ id }) => id === "p01-l-temp@p01-l001"));
});

Deno.test("windows of one residence are open for an hour on most mornings, and their state has words", async () => {
  const [second] = demoSites().filter(({ hasWindowContacts }) => hasWindowContacts);
  ok(second !== undefined);
  const series = houseSeriesOfSite(second, "p02");
  const reader = new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now: () => NOW });
  const window = series.find(({ dataUnitId }) => dataUnitId === "ETAT");
  const fromS = Date.parse("2025-01-31T23:00:00Z") / 1_000;
  const points = await reader.points(window?.id ?? "", { fromS, toS: fromS + 28 * 86_400 });
  const intervals = stateIntervals(points);
  deepStrictEqual(new Set(intervals.map(({ state }) => state)), new Set(["ouverte", "fermée"]));
  const open = intervals.filter(({ state }) => state === "ouverte");
  // 80 % of the 28 mornings of February.
  ok(open.length > 15 && open.length <= 28, `${open.length} times`);
  ok(open.every(({ fromS: from, toS }) => toS === from + 3_600));
  ok(!houseSeriesKinds(FIRST).some(({ dataUnitId }) => dataUnitId === "ETAT"));
});

Deno.test("houseSeriesOfSite() returns the same readings to every caller", async () => {
  const id = "p01-l-efs@p01-l002";
  deepStrictEqual(
    await aReader().days(id, wholeYear(2024)),
    await aReader().days(id, wholeYear(2024)),
  );
});

Deno.test("dwellings have a mean temperature of 17 to 24 °C over the year", async () => {
  for (const { mean } of await yearOf("temp")) ok(mean > 17 && mean < 24, `${mean} °C`);
});

Deno.test("a person draws 15 to 55 m³ of cold water a year", async () => {
  // 88 L a day for 365 days is 32 m³; the factor of each dwelling is 0.7 to 1.3, less a fortnight
  // of absence.
  for (const { sum, people } of await yearOf("efs")) {
    ok(sum / people > 15 && sum / people < 55, `${sum / people} m³`);
  }
});

Deno.test("heating is between 40 and 180 kWh/m² a year, and none in July", async () => {
  const areas = HOUSES.map(({ areaM2 }) => areaM2);
  (await yearOf("cha")).forEach(({ sum }, rank) => {
    const perM2 = sum / (areas[rank] ?? 1);
    ok(perM2 > 40 && perM2 < 180, `${perM2} kWh/m²`);
  });
  const july = (await aReader().months("p01-l-cha@p01-l001", 2024))[6];
  strictEqual(july?.sum, 0);
});
